import type { Call } from "../storage/index.ts";
import type { Catalog, Runner } from "../wire/index.ts";
import type { Identities } from "./identities/identities.ts";
import type { PrivateActionStore } from "./private-actions/private-action-store.ts";
import type { WireCredentials } from "./wire-credentials.ts";

/** What actions are found, run and signed in with. */
export interface Wire {
  /** The actions that an account sees; without one those that all see. */
  catalogOf(account: string | undefined, call: Call): Promise<Catalog>;
  /** Those of single accounts. */
  readonly privateActions: PrivateActionStore;
  /** Undefined where the host has none. */
  readonly runner: Runner | undefined;
  /** Undefined where nobody can have a login. */
  readonly credentials: WireCredentials | undefined;
  /** The service's own; they are what `credentials` opens unless the host has others. */
  readonly identities: Identities;
}
