import type { HostState, HostWish } from "../frontier.ts";

/** How gently hosts are treated; durations are milliseconds. */
export interface PaceSettings {
  /** Requests under way at once, over all hosts; 1 or more. */
  readonly maxConcurrency: number;
  /** Requests under way at once to one host, of all workers; 1 or more. */
  readonly maxPerHost: number;
  /** Workers that share that; 1 or more. */
  readonly workers: number;
  /** Least time between the starts of two requests to one host; 0 or more. */
  readonly delayMs: number;
  /** Longest time that a host's Retry-After, or crawl-delay, is obeyed; 0 or more. */
  readonly maxPauseMs: number;
}

/** How a request to a host ended. */
export interface RequestEnd {
  /** Undefined: there was no answer. */
  readonly status: number | undefined;
  /** From the request to the head of the answer. */
  readonly latencyMs: number;
  /** What Retry-After asked for, counted from now. */
  readonly retryAfterMs: number | undefined;
}

/** How one host is being treated, for progress displays. */
export interface HostPace {
  readonly host: string;
  readonly waiting: number;
  readonly running: number;
  /** Requests that may run at once now. */
  readonly cap: number;
  /** Least milliseconds between two now. */
  readonly gapMs: number;
  /** As `Clock.now` counts; 0 when it is not paused. */
  readonly pausedUntil: number;
}

/** Says when which host may be asked; it starts nothing and keeps no timer. */
export interface Politeness {
  /** What the frontier says of hosts. */
  learn(hosts: readonly HostState[]): void;
  /** What a host's robots.txt asks for between two requests. */
  crawlDelay(host: string, ms: number): void;
  /** What to claim now; hosts take turns. At most as many as may still run, over all hosts. */
  wishes(): readonly HostWish[];
  /** Milliseconds until {@link wishes} may give more without anything else happening; undefined: never. */
  waitMs(): number | undefined;
  /** A claimed URL of the host is being fetched, or was claimed to be. */
  started(host: string): void;
  /**
   * It ended; gives until when the host is to be left alone, as `Clock.now` counts, undefined when
   * it need not be.
   */
  ended(host: string, end: RequestEnd): number | undefined;
  /** It ended without a request, or was given up: nothing is learnt of the host. */
  dropped(host: string): void;
  /** Up to `limit` hosts, those with most waiting first. */
  hosts(limit: number): readonly HostPace[];
}
