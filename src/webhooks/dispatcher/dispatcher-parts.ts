import type { AttemptParts, AttemptSettings } from "./attempts.ts";
import type { LaneCaps } from "./lanes.ts";

/** The dependencies of a dispatcher; all of it is borrowed. */
export interface DispatcherParts extends AttemptParts {
  /** Removes what is kept no longer. */
  readonly sweep: (now: number) => Promise<void>;
}

/** Bounds of a dispatcher. */
export interface DispatcherSettings extends AttemptSettings, LaneCaps {
  /** Milliseconds that a claim lasts; more than `attemptTimeoutMs`. */
  readonly leaseMs: number;
}
