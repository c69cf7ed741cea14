import { createHash } from "node:crypto";

/**
 * The whole of a take, run by Redis as one step.
 *
 * `KEYS[1]` holds the accepted calls of one key under one limit. `ARGV`: the limit; the window in
 * milliseconds; milliseconds that the key outlives its window; the time in microseconds, empty for
 * the server's own. Answers 1 and the calls that remain, or 0 and the milliseconds to wait.
 *
 * The value is a ring of times as 8-byte numbers behind a header of three (position of the oldest,
 * how many, room), so that a take reads and writes a few bytes whatever the limit, and a full ring
 * has no more times than the limit.
 */
export const takeScript = `
local key = KEYS[1]
local limit = tonumber(ARGV[1])
local window = tonumber(ARGV[2]) * 1000
local now = tonumber(ARGV[4])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end

-- Most keys are read at once.
local start = redis.call('GETRANGE', key, 0, 535)
local head, count, room = 0, 0, 0
if #start >= 24 then head, count, room = struct.unpack('>ddd', start) end

local function offset(index)
  return 24 + ((head + index) % room) * 8
end

local function time(index)
  local from = offset(index)
  if from + 8 <= #start then return (struct.unpack('>d', start, from + 1)) end
  return (struct.unpack('>d', redis.call('GETRANGE', key, from, from + 7)))
end

-- How many calls, oldest first, were not after the given time.
local function upTo(given)
  local low, high = 0, count
  while low < high do
    local middle = math.floor((low + high) / 2)
    if time(middle) <= given then low = middle + 1 else high = middle end
  end
  return low
end

local function ring()
  local all = redis.call('GETRANGE', key, 24, 23 + room * 8)
  return string.sub(string.sub(all, head * 8 + 1) .. all, 1, count * 8)
end

local function rewrite(times)
  head = 0
  redis.call('SET', key, struct.pack('>ddd', head, count, room) .. times)
end

-- A clock that was set back: calls that seem to be in the future are as good as made just now.
local ahead = 0
if count > 0 and time(count - 1) > now then
  local past = upTo(now)
  ahead = count - past
  rewrite(string.sub(ring(), 1, past * 8) .. string.rep(struct.pack('>d', now), ahead))
  start = ''
end

local gone = upTo(now - window)
local lifetime = ARGV[2] + ARGV[3] + 1
if count - gone >= limit then
  if ahead > 0 then redis.call('PEXPIRE', key, lifetime) end
  return {0, math.ceil((time(gone) + window - now) / 1000)}
end

if room > 0 then head = (head + gone) % room end
count = count - gone
local fitting = room
if count == room then
  fitting = math.min(limit, math.max(4, room * 2))
elseif room > 64 and count * 8 < room then
  fitting = count * 2 + 4
end
if fitting ~= room then
  local times = ''
  if count > 0 then times = ring() end
  room = fitting
  rewrite(times)
end
redis.call('SETRANGE', key, offset(count), struct.pack('>d', now))
count = count + 1
redis.call('SETRANGE', key, 0, struct.pack('>ddd', head, count, room))
redis.call('PEXPIRE', key, lifetime)
return {1, limit - count}
`;

/** Forgets the newest call of `KEYS[1]`, which is a ring of {@link takeScript}. */
export const giveBackScript = `
local start = redis.call('GETRANGE', KEYS[1], 0, 23)
if #start < 24 then return 0 end
local head, count, room = struct.unpack('>ddd', start)
if count == 0 then return 0 end
redis.call('SETRANGE', KEYS[1], 0, struct.pack('>ddd', head, count - 1, room))
return 1
`;

/** As {@link takeScriptSha}. */
export const giveBackScriptSha: string = createHash("sha1").update(giveBackScript).digest("hex");

/** The name by which Redis knows the script once it has run it. */
export const takeScriptSha: string = createHash("sha1").update(takeScript).digest("hex");
