import type { Queue, Worker } from "bullmq";
import { bullmqName } from "./bullmq-name.ts";

/** A queue or a worker of BullMQ, as far as its keys and its connection are concerned. */
type Engine = Pick<Queue | Worker, "getBackend" | "toKey">;

/** Where the jobs of a topic may be, as BullMQ calls its keys. */
const PLACES = ["wait", "paused", "active", "prioritized", "delayed"] as const;

/*
 * A hash has "<jobs> <last lane>" of each owner that has jobs. A topic without jobs has no hash: what
 * a process that was lost did not take off it is forgotten then.
 */
const ENTER = `
local left = 0
for at = 2, #KEYS do
  local kind = redis.call('TYPE', KEYS[at]).ok
  if kind == 'list' then left = left + redis.call('LLEN', KEYS[at]) end
  if kind == 'zset' then left = left + redis.call('ZCARD', KEYS[at]) end
end
if left == 0 then redis.call('DEL', KEYS[1]) end
local jobs, last = string.match(redis.call('HGET', KEYS[1], ARGV[1]) or '0 -1', '(%S+) (%S+)')
redis.call('HSET', KEYS[1], ARGV[1], (jobs + 1) .. ' ' .. (last + 1))
return last + 1`;

const LEAVE = `
local jobs, last = string.match(redis.call('HGET', KEYS[1], ARGV[1]) or '0 -1', '(%S+) (%S+)')
if tonumber(jobs) > 1 then
  redis.call('HSET', KEYS[1], ARGV[1], (jobs - 1) .. ' ' .. last)
else
  redis.call('HDEL', KEYS[1], ARGV[1])
end
return 1`;

/** The lane of a job that is pushed: behind those of its owner that are there, beside all others'. */
export async function enterLane(engine: Engine, owner: string): Promise<number> {
  const keys = ["owners", ...PLACES].map((place) => engine.toKey(place));
  return Number(await run(engine, { name: "draglineEnterLane", lua: ENTER, keys }, owner));
}

/** A job of the owner is there no more. */
export async function leaveLane(engine: Engine, owner: string): Promise<void> {
  const keys = [engine.toKey("owners")];
  await run(engine, { name: "draglineLeaveLane", lua: LEAVE, keys }, owner);
}

/** A script of Redis and its keys. */
interface Script {
  readonly name: string;
  readonly lua: string;
  readonly keys: readonly string[];
}

async function run(engine: Engine, { name, lua, keys }: Script, owner: string): Promise<unknown> {
  const client = await engine.getBackend().client;
  client.defineCommand(name, { numberOfKeys: keys.length, lua });
  return (await client.runCommand(name, [...keys, bullmqName(owner)])) as unknown;
}
