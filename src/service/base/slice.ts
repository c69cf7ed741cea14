import type { Call, Collection } from "../../storage/index.ts";
import type { Belonging } from "../accounts/removed-accounts.ts";
import type { DispatchRoute, Route, Upgraded } from "../http/route.ts";
import type { Swept } from "../jobs/job-parts.ts";
import type { JobKind } from "../jobs/job.ts";

/** A family of the API: all that the service has to know of it. */
export interface Slice {
  /** What it remembers in the store of records, besides jobs, accounts and what engines keep. */
  readonly collections: readonly Collection[];
  /**
   * Makes it, once for a service.
   * @param parts what the service has for it; each family says what it takes
   */
  open(parts: never): OpenSlice;
}

/** A family as it is in one service. */
export interface OpenSlice {
  readonly routes: readonly (Route | DispatchRoute)[];
  /** Routes of WebSockets. */
  readonly upgrades?: readonly Route<Upgraded>[];
  /** The jobs that it submits. */
  readonly kinds?: readonly JobKind[];
  /** What of it goes with an account, besides the jobs. */
  readonly belongings?: readonly Belonging[];
  /** What of it is forgotten when it is old, besides the jobs. */
  readonly swept?: readonly Swept[];
  /** What it does while the service runs. */
  readonly works?: readonly Work[];
}

/** Goes on until the signal aborts, or ends before. @throws StorageError when a store fails for good */
type Work = (call: Call) => Promise<void>;
