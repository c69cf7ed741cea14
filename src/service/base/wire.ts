import type { Call } from "../../storage/index.ts";
import type { Catalog, Runner } from "../../wire/index.ts";
import type { WireCredentials } from "./wire-credentials.ts";

/** What actions are found, run and signed in with. */
export interface Wire {
  /** The actions that an account sees; without one those that all see. */
  catalogOf(account: string | undefined, call: Call): Promise<Catalog>;
  /** Undefined where the host has none. */
  readonly runner: Runner | undefined;
  /** Undefined where nobody can have a login. */
  readonly credentials: WireCredentials | undefined;
}
