import type { Clock, Ids } from "../../core/index.ts";
import type { Records } from "../../storage/index.ts";
import type { StateVault } from "./state-vault.ts";

/** The dependencies of the parts of a session store. */
export interface SessionParts {
  /** They have the collections of sessions. */
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly vault: StateVault;
}

/** Milliseconds for which a lease holds. */
export const LEASE = 90_000;
