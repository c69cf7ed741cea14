import type { Clock, Ids } from "../../core/index.ts";

/** What a frontier works with. */
export interface FrontierCollaborators {
  /** Judges dues, pauses and leases. */
  readonly clock: Clock;
  /** Spreads the waits of workers that are in each other's way. */
  readonly ids: Ids;
}

/** How a frontier is set up. */
export interface FrontierOptions {
  /** Milliseconds that a claim is kept without {@link Frontier.extend}; 1 or more. */
  readonly leaseMs: number;
}
