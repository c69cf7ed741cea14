import assert from "node:assert/strict";
import {
  isRateLimiterError,
  type Limit,
  type RateLimiter,
  type Verdict,
} from "../rate-limiter/index.ts";
import { checkArgument, neverAborts } from "../core/index.ts";
import { arrivalPatterns, playPatterns, type ArrivalPattern } from "./arrival-patterns.ts";
import type { Case } from "./case.ts";

/** A fresh limiter that holds nothing, and its time, which moves only when told to. */
export interface RateLimiterSubject extends AsyncDisposable {
  readonly limiter: RateLimiter;
  /** Moves the limiter's time forward by whole milliseconds; 0 is allowed. */
  readonly advance: (ms: number) => Promise<void>;
}

/** How long the suite is. */
export interface RateLimiterCaseOptions {
  /** Random arrival patterns that are played; from 1. @default 1000 */
  readonly patterns?: number | undefined;
}

type Run = (subject: RateLimiterSubject) => Promise<void>;

const call = { signal: neverAborts() };
const MINUTE = 60_000;
const threePerMinute: Limit = { limit: 3, windowMs: MINUTE };

/**
 * The promises of the port RateLimiter; `make` gives a subject for each case, which disposes it.
 * @see {@link recordsCases} for an example
 */
export function rateLimiterCases(
  make: () => Promise<RateLimiterSubject>,
  options: RateLimiterCaseOptions = {},
): Case[] {
  checkArgument("options of rateLimiterCases(make, options)", options, "object");
  const { patterns = 1000 } = options;
  const title = `no window holds more accepted calls than the limit, wherever it begins: ${patterns} random arrival patterns`;
  const all: Readonly<Record<string, Run>> = {
    ...verdicts,
    ...windows,
    ...keys,
    ...refusals,
    [title]: (subject) => playPatterns(subject, arrivalPatterns(patterns)),
  };
  return Object.entries(all).map(([title, run]) => ({
    title,
    async run() {
      await using subject = await make();
      await run(subject);
    },
  }));
}

const verdicts: Readonly<Record<string, Run>> = {
  "a call under the limit is accepted and learns how many more are left": async ({ limiter }) => {
    assert.deepEqual(await takes(limiter, 3, threePerMinute), [left(2), left(1), left(0)]);
  },

  "a call over the limit is refused and learns how long to wait": async ({ limiter, advance }) => {
    await takes(limiter, 2, threePerMinute);
    await advance(1000);
    await takes(limiter, 1, threePerMinute);
    await advance(500);
    assert.deepEqual(await takes(limiter, 2, threePerMinute), [wait(58_500), wait(58_500)]);
  },

  "a call is refused until the wait is over and then accepted": async ({ limiter, advance }) => {
    await takes(limiter, 3, threePerMinute);
    await advance(MINUTE - 1);
    assert.deepEqual(await takes(limiter, 1, threePerMinute), [wait(1)]);
    await advance(1);
    const expected = [left(2), left(1), left(0), wait(MINUTE)];
    assert.deepEqual(await takes(limiter, 4, threePerMinute), expected);
  },

  "refused calls do not count": async ({ limiter, advance }) => {
    await takes(limiter, 3, threePerMinute);
    await advance(30_000);
    await takes(limiter, 20, threePerMinute);
    await advance(30_000);
    assert.deepEqual(await takes(limiter, 1, threePerMinute), [left(2)]);
  },

  "a call that is given back does not count, and none is without one": async ({
    limiter,
    advance,
  }) => {
    await limiter.giveBack("key", threePerMinute, call);
    await takes(limiter, 1, threePerMinute);
    await advance(1000);
    await takes(limiter, 2, threePerMinute);
    await limiter.giveBack("other", threePerMinute, call);
    await limiter.giveBack("key", { ...threePerMinute, limit: 4 }, call);
    assert.deepEqual(await takes(limiter, 1, threePerMinute), [wait(59_000)]);
    await limiter.giveBack("key", threePerMinute, call);
    assert.deepEqual(await takes(limiter, 2, threePerMinute), [left(0), wait(59_000)]);
    for (let count = 0; count < 5; count += 1) await limiter.giveBack("key", threePerMinute, call);
    assert.deepEqual(await takes(limiter, 1, threePerMinute), [left(2)]);
  },

  "of calls at once exactly as many as the limit are accepted": async ({ limiter }) => {
    const limit = { limit: 50, windowMs: MINUTE };
    const said = await Promise.all(
      Array.from({ length: 200 }, () => limiter.take("key", limit, call)),
    );
    const remaining = said.flatMap((verdict) => (verdict.allowed ? [verdict.remaining] : []));
    const expected = Array.from({ length: 50 }, (_, index) => index);
    assert.deepEqual(
      remaining.sort((a, b) => a - b),
      expected,
    );
  },
};

const windows: Readonly<Record<string, Run>> = {
  "each call leaves the window by itself": async ({ limiter, advance }) => {
    for (let turn = 0; turn < 3; turn += 1) {
      await takes(limiter, 1, threePerMinute);
      await advance(10_000);
    }
    await advance(30_000);
    assert.deepEqual(await takes(limiter, 2, threePerMinute), [left(0), wait(10_000)]);
    await advance(10_000);
    assert.deepEqual(await takes(limiter, 2, threePerMinute), [left(0), wait(10_000)]);
    await advance(25_000);
    assert.deepEqual(await takes(limiter, 1, threePerMinute), [left(0)]);
  },

  "a key that was idle has the whole limit again": async ({ limiter, advance }) => {
    for (const pause of [1, MINUTE, 2 * MINUTE, 5 * MINUTE]) {
      await advance(pause + MINUTE);
      assert.deepEqual(await takes(limiter, 4, threePerMinute), [
        left(2),
        left(1),
        left(0),
        wait(MINUTE),
      ]);
    }
  },

  "long windows and large limits are kept": async ({ limiter, advance }) => {
    const limit = { limit: 1_000_000, windowMs: 2_592_000_000 };
    assert.deepEqual(await takes(limiter, 1, limit), [left(999_999)]);
    const month = { limit: 1, windowMs: 2_592_000_000 };
    await takes(limiter, 1, month);
    await advance(2_591_999_999);
    assert.deepEqual(await takes(limiter, 1, month), [wait(1)]);
    assert.deepEqual(await takes(limiter, 1, limit), [left(999_998)]);
    await advance(1);
    assert.deepEqual(await takes(limiter, 1, month), [left(0)]);
    assert.deepEqual(await takes(limiter, 1, limit), [left(999_998)]);
  },

  "a busy key is counted exactly for many windows": async (subject) => {
    const at = Array.from({ length: 600 }, (_, index) => Math.floor(index ** 1.7 * 9) % 300_000);
    const busy: ArrivalPattern = {
      key: "busy",
      limit: { limit: 70, windowMs: MINUTE },
      arrivals: at.sort((a, b) => a - b),
    };
    await playPatterns(subject, [busy]);
  },
};

/** Pairs that an adapter might confuse, and text that is code elsewhere. */
const hostileKeys: readonly string[] = [
  ["", " ", "0", "__proto__", "constructor", "key", "KEY", "key ", "key\n", "../key", "a:b"],
  ["a\u0000", "a\u0000b", "a", "\ud800", "\udc00", "\ufffd", "\ud800\udc00", "\\ud800"],
  ["é", "e\u0301", "ß", "ss", "%00", "{key}", "'; DROP TABLE calls; --", '"', "''", "\\"],
  ["redis.call('FLUSHALL')", "]] return 1 --[[", "$1", "x".repeat(1024), "x".repeat(1023)],
  ["\u{1f600}".repeat(512), "\uffff".repeat(1024), "\ud800".repeat(1024)],
].flat();

const keys: Readonly<Record<string, Run>> = {
  "keys are counted apart, whatever their characters": async ({ limiter }) => {
    const once = { limit: 1, windowMs: MINUTE };
    for (const key of hostileKeys) {
      const verdict = await limiter.take(key, once, call);
      assert.deepEqual(verdict, left(0), `the first call of ${JSON.stringify(key)}`);
    }
    for (const key of hostileKeys) {
      const verdict = await limiter.take(key, once, call);
      assert.equal(verdict.allowed, false, `the second call of ${JSON.stringify(key)}`);
    }
  },

  "each limit of a key is counted apart": async ({ limiter }) => {
    const hour = { limit: 3, windowMs: 60 * MINUTE };
    await takes(limiter, 3, threePerMinute);
    assert.deepEqual(await takes(limiter, 1, hour), [left(2)]);
    assert.deepEqual(await takes(limiter, 1, { limit: 4, windowMs: MINUTE }), [left(3)]);
    assert.deepEqual(await takes(limiter, 1, { ...threePerMinute }), [wait(MINUTE)]);
  },
};

const refusals: Readonly<Record<string, Run>> = {
  "a limit or key out of bounds is INVALID_LIMIT": async ({ limiter }) => {
    const wrong = [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "3" as unknown as number];
    const limits = [...wrong, 1_000_001].map((limit) => ({ limit, windowMs: MINUTE }));
    const windows = [...wrong, 2_592_000_001].map((windowMs) => ({ limit: 3, windowMs }));
    for (const limit of [...limits, ...windows]) {
      await assert.rejects(limiter.take("key", limit, call), isInvalid, JSON.stringify(limit));
    }
    await assert.rejects(limiter.take("x".repeat(1025), threePerMinute, call), isInvalid);
  },

  "an aborted call rejects with the signal's reason and does not count": async ({ limiter }) => {
    const reason = new Error("enough");
    const aborted = limiter.take("key", threePerMinute, { signal: AbortSignal.abort(reason) });
    await assert.rejects(aborted, (error) => error === reason);
    assert.deepEqual(await takes(limiter, 1, threePerMinute), [left(2)]);
  },

  "calls after close are LIMITER_CLOSED, and close may be called twice": async ({ limiter }) => {
    await takes(limiter, 1, threePerMinute);
    await limiter.close();
    await limiter.close();
    await assert.rejects(limiter.take("key", threePerMinute, call), (error) =>
      isRateLimiterError(error, "LIMITER_CLOSED"),
    );
  },
};

const isInvalid = (error: unknown): boolean => isRateLimiterError(error, "INVALID_LIMIT");

const left = (remaining: number): Verdict => ({ allowed: true, remaining });

const wait = (ms: number): Verdict => ({ allowed: false, wait: ms });

/** Calls of one key, one after another. */
async function takes(limiter: RateLimiter, count: number, limit: Limit): Promise<Verdict[]> {
  const said: Verdict[] = [];
  for (let turn = 0; turn < count; turn += 1) said.push(await limiter.take("key", limit, call));
  return said;
}
