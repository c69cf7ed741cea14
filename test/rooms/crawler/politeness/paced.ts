import { FakeIds } from "dragline/testing";
import type { HostState } from "../../../../src/crawler/frontier.ts";
import { createPoliteness } from "../../../../src/crawler/politeness/create-politeness.ts";
import type {
  PaceSettings,
  Politeness,
  RequestEnd,
} from "../../../../src/crawler/politeness/pace.ts";

export const usual: PaceSettings = {
  maxConcurrency: 32,
  maxPerHost: 8,
  workers: 1,
  delayMs: 0,
  maxPauseMs: 300_000,
};

/** Politeness under a clock that is set by hand; wall clock and monotonic one start apart. */
export function paced(settings: Partial<PaceSettings> = {}) {
  const epoch = Date.UTC(2026, 0, 1);
  const time = { ms: 0 };
  const clock = {
    now: () => epoch + time.ms,
    monotonic: () => time.ms,
    timer: () => () => {},
  };
  const politeness = createPoliteness({ clock, ids: new FakeIds() }, { ...usual, ...settings });
  return { politeness, time, epoch };
}

export const good: RequestEnd = { status: 200, latencyMs: 20, retryAfterMs: undefined };

export function state(host: string, waiting: number, nextAt = 0): HostState {
  return { host, waiting, nextAt };
}

/** What is wished, as host and count. */
export function counts(politeness: Politeness): Record<string, number> {
  return Object.fromEntries(politeness.wishes().map(({ host, count }) => [host, count]));
}

/** Has a host answer well so often, so that it is trusted with as many requests at once. */
export function trust(politeness: Politeness, host: string, times: number): void {
  for (let n = 0; n < times; n += 1) {
    politeness.started(host);
    politeness.ended(host, good);
  }
}
