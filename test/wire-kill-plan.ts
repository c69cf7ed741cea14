/** Where a process that runs actions may be killed: before, in and after each of its steps. */
export const wireKillPoints = [
  "before-submit",
  "in-submit",
  "after-submit",
  "before-start",
  "in-start",
  "after-start",
  "before-begin",
  "in-begin",
  "after-begin",
  "run",
  "after-write",
  "after-file",
  "before-settle",
  "in-settle",
  "after-settle",
  "before-open",
  "in-open",
  "after-open",
  "before-close",
  "in-close",
  "after-close",
] as const;

/** One of {@link wireKillPoints}. */
export type WireKillPoint = (typeof wireKillPoints)[number];

/** One life of a process. */
export interface WireLife {
  /** Milliseconds that the clock is ahead. */
  readonly offset: number;
  readonly account: string;
  /** Where it kills itself; nowhere when null. */
  readonly point: WireKillPoint | null;
  /** At which time that it comes there. */
  readonly after: number;
  /** Whether it asks for runs, or only ends those of others. */
  readonly isAsking: boolean;
}
