import {
  MemoryRateLimiter,
  type Limit,
  type RateLimiter,
  type Verdict,
} from "dragline/rate-limiter";
import { FakeClock, type RateLimiterSubject } from "dragline/testing";

type Take = RateLimiter["take"];

/** What a fault stands on: a limiter that is right, and its clock. */
interface Sound {
  readonly limiter: RateLimiter;
  readonly clock: FakeClock;
}

/** Each is the memory limiter with one deliberate mistake. */
export const faults: Readonly<Record<string, (sound: Sound) => Take>> = {
  "the window is a millisecond too short":
    ({ limiter }) =>
    (key, limit, call) =>
      limiter.take(key, { ...limit, windowMs: limit.windowMs - 1 }, call),

  "the window is a millisecond too long":
    ({ limiter }) =>
    (key, limit, call) =>
      limiter.take(key, { ...limit, windowMs: limit.windowMs + 1 }, call),

  "windows are fixed":
    ({ limiter, clock }) =>
    (key, limit, call) => {
      const window = Math.floor(clock.now() / limit.windowMs);
      return limiter.take(`${window} ${key}`.slice(0, 1024), limit, call);
    },

  "one call too many is accepted":
    ({ limiter }) =>
    (key, limit, call) =>
      limiter.take(key, { ...limit, limit: limit.limit + 1 }, call),

  "refused calls count": ({ limiter, clock }) => {
    const refusedAt = new Map<string, number>();
    return async (key, limit, call) => {
      const since = clock.now() - (refusedAt.get(key) ?? Number.NEGATIVE_INFINITY);
      if (since < limit.windowMs) {
        refusedAt.set(key, clock.now());
        return { allowed: false, wait: limit.windowMs };
      }
      const verdict = await limiter.take(key, limit, call);
      if (!verdict.allowed) refusedAt.set(key, clock.now());
      return verdict;
    };
  },

  "keys are cut off":
    ({ limiter }) =>
    (key, limit, call) =>
      limiter.take(key.length > 1024 ? key : key.slice(0, 1023), limit, call),

  "lone surrogates are lost in UTF-8":
    ({ limiter }) =>
    (key, limit, call) =>
      limiter.take(Buffer.from(key).toString(), limit, call),

  "keys are not told apart by case":
    ({ limiter }) =>
    (key, limit, call) =>
      limiter.take(key.toLowerCase(), limit, call),

  "limits of a key are counted together": ({ limiter }) => {
    const first = new Map<string, Limit>();
    return (key, limit, call) => {
      if (!first.has(key)) first.set(key, limit);
      return limiter.take(key, first.get(key) ?? limit, call);
    };
  },

  "the wait is too short": told((verdict) =>
    verdict.allowed ? verdict : { ...verdict, wait: Math.max(1, verdict.wait - 1) },
  ),

  "the wait is the whole window":
    ({ limiter }) =>
    async (key, limit, call) => {
      const verdict = await limiter.take(key, limit, call);
      return verdict.allowed ? verdict : { ...verdict, wait: limit.windowMs };
    },

  "the call itself counts as remaining": told((verdict) =>
    verdict.allowed ? { ...verdict, remaining: verdict.remaining + 1 } : verdict,
  ),

  "an update is lost between reading and writing": ({ clock }) => {
    const logs = new Map<string, readonly number[]>();
    return async (key, { limit, windowMs }) => {
      const recent = (logs.get(key) ?? []).filter((time) => time + windowMs > clock.now());
      await new Promise((resolve) => setImmediate(resolve));
      const oldest = recent.at(-limit);
      if (oldest !== undefined) return { allowed: false, wait: oldest + windowMs - clock.now() };
      logs.set(key, [...recent, clock.now()]);
      return { allowed: true, remaining: limit - recent.length - 1 };
    };
  },

  "times that are over are not forgotten": ({ clock }) => {
    const logs = new Map<string, number[]>();
    return async (key, { limit, windowMs }) => {
      const log = logs.get(key) ?? [];
      logs.set(key, log);
      const [oldest = 0] = log;
      if (log.length >= limit) {
        return { allowed: false, wait: Math.max(1, oldest + windowMs - clock.now()) };
      }
      log.push(clock.now());
      return { allowed: true, remaining: limit - log.length };
    };
  },

  "an aborted call is counted":
    ({ limiter }) =>
    async (key, limit, call) => {
      const verdict = await limiter.take(key, limit, { signal: new AbortController().signal });
      call.signal.throwIfAborted();
      return verdict;
    },

  "the limit is not checked":
    ({ limiter }) =>
    async (key, limit, call) =>
      limit.limit > 0 ? limiter.take(key, limit, call) : { allowed: true, remaining: 0 },
};

function told(change: (verdict: Verdict) => Verdict): (sound: Sound) => Take {
  return ({ limiter }) =>
    async (key, limit, call) =>
      change(await limiter.take(key, limit, call));
}

/** A limiter with a fault. */
export async function faultySubject(fault: (sound: Sound) => Take): Promise<RateLimiterSubject> {
  const clock = new FakeClock();
  const limiter = new MemoryRateLimiter({ clock });
  const take = fault({ limiter, clock });
  return {
    limiter: {
      take,
      giveBack: (...args) => limiter.giveBack(...args),
      close: () => limiter.close(),
    },
    advance: (ms) => clock.advance(ms),
    [Symbol.asyncDispose]: () => limiter.close(),
  };
}
