import type { Call } from "../../storage/index.ts";
import type { Credential } from "../../wire/index.ts";

/** What a saved login is made of. */
export type WireCredentialType = "browser_state" | "credentials" | "api_key" | "token";

/** A saved login, without what signs in. */
export interface WireCredential {
  readonly id: string;
  /** Whose it is. */
  readonly account: string;
  /** Slug of the site. */
  readonly catalog: string;
  readonly type: WireCredentialType;
  readonly state: "active" | "expired";
  /** The identity that holds it. */
  readonly identityId: string;
  readonly identityName: string;
}

/** A named container of saved logins of one site. */
export interface WireIdentity {
  readonly id: string;
  readonly account: string;
  readonly catalog: string;
  readonly credentials: readonly WireCredential[];
}

/** The saved logins that actions run with; ids may be anything that a client wrote. */
export interface WireCredentials {
  credential(id: string, call: Call): Promise<WireCredential | undefined>;
  identity(id: string, call: Call): Promise<WireIdentity | undefined>;
  /** Slugs of the sites that an account has an active credential of. */
  connected(account: string, call: Call): Promise<ReadonlySet<string>>;
  /** Opens a credential for one run; undefined for one that is gone. */
  open(id: string, call: Call): Promise<Credential | undefined>;
  /**
   * Says that the site treated a run with it as logged out.
   * @param opened what the run had of {@link open}; one that was stored since stays active
   */
  expire(id: string, call: Call, opened?: Credential): Promise<void>;
  /**
   * Signs in again where the login's fields can be read without its user, such as from a vault.
   * @returns whether the site let it in; {@link open} gives the new login then
   */
  refresh(id: string, call: Call): Promise<boolean>;
}
