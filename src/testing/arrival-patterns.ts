import assert from "node:assert/strict";
import type { Limit, RateLimiter, Verdict } from "../rate-limiter/index.ts";
import { FakeIds } from "./fake-ids.ts";

const WINDOW = 60_000;
const WINDOWS = 4;
const PHASES = 20;

/** Calls of one key under one limit. */
export interface ArrivalPattern {
  readonly key: string;
  readonly limit: Limit;
  /** Milliseconds from the start, ascending; equal ones come at once. */
  readonly arrivals: readonly number[];
}

/** What became of one call. */
interface Outcome {
  readonly at: number;
  readonly verdict: Verdict;
}

/**
 * Patterns by seed over four minutes under limits of 1 to 5 calls a minute. All share their instants,
 * of which many are a window apart, or a millisecond more or less, and each pattern comes in bursts.
 */
export function arrivalPatterns(count: number): ArrivalPattern[] {
  const chance = new FakeIds(20_261_122);
  const below = (bound: number): number => Math.floor(chance.random() * bound);
  const phases = Array.from({ length: PHASES }, () => 1 + below(WINDOW - 2));
  const instants = Array.from({ length: WINDOWS }, (_, turn) =>
    phases.flatMap((phase) => [-1, 0, 1].map((shift) => turn * WINDOW + phase + shift)),
  ).flat();
  return Array.from({ length: count }, (_, index) => {
    const bursts = Array.from({ length: 4 }, () => instants[below(instants.length)] ?? 0);
    const arrivals = bursts.flatMap((at) => Array.from({ length: 1 + below(3) }, () => at));
    return {
      key: `pattern ${index}`,
      limit: { limit: 1 + below(5), windowMs: WINDOW },
      arrivals: arrivals.sort((a, b) => a - b),
    };
  });
}

/** Where patterns are played: a limiter and its time. */
interface Stage {
  readonly limiter: RateLimiter;
  readonly advance: (ms: number) => Promise<void>;
}

/** Plays all patterns side by side and judges what the limiter said to each. */
export async function playPatterns(
  { limiter, advance }: Stage,
  patterns: readonly ArrivalPattern[],
): Promise<void> {
  const calls = patterns.flatMap((pattern) => pattern.arrivals.map((at) => ({ at, pattern })));
  const instants = Map.groupBy(calls, ({ at }) => at);
  const outcomes = new Map(patterns.map((pattern) => [pattern, [] as Outcome[]]));
  const { signal } = new AbortController();
  let now = 0;
  for (const at of [...instants.keys()].sort((a, b) => a - b)) {
    await advance(at - now);
    now = at;
    await Promise.all(
      (instants.get(at) ?? []).map(async ({ pattern }) => {
        const verdict = await limiter.take(pattern.key, pattern.limit, { signal });
        outcomes.get(pattern)?.push({ at, verdict });
      }),
    );
  }
  for (const [pattern, list] of outcomes) judge(pattern, list);
}

/** Knows of the limiter only what it said: no window holds too many, and none was refused in vain. */
function judge({ key, limit: { limit, windowMs } }: ArrivalPattern, outcomes: Outcome[]): void {
  const accepted = outcomes.filter(({ verdict }) => verdict.allowed).map(({ at }) => at);
  for (const [index, at] of accepted.entries()) {
    const next = accepted[index + limit];
    const apart = next === undefined ? windowMs : next - at;
    assert.ok(apart >= windowMs, `${key}: ${limit + 1} accepted within ${apart} ms`);
  }
  for (const [at, group] of Map.groupBy(outcomes, (outcome) => outcome.at)) {
    const recent = accepted.filter((time) => time > at - windowMs && time <= at);
    const earlier = recent.filter((time) => time < at).length;
    const said = group.map(({ verdict }) => verdict);
    const taken = Math.min(said.length, limit - earlier);
    const remaining = said.flatMap((verdict) => (verdict.allowed ? [verdict.remaining] : []));
    const left = Array.from({ length: taken }, (_, index) => limit - earlier - 1 - index);
    assert.deepEqual(
      remaining.sort((a, b) => b - a),
      left,
      `${key} at ${at}: remaining`,
    );
    const wait = (recent.at(-limit) ?? Number.NaN) + windowMs - at;
    for (const verdict of said) {
      if (!verdict.allowed) assert.equal(verdict.wait, wait, `${key} at ${at}: wait`);
    }
  }
}
