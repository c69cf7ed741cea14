import type { Json } from "../../../../storage/index.ts";
import type { Credential } from "../../../../wire/index.ts";
import type { WireCredentialType } from "../../../base/wire-credentials.ts";
import type { CredentialState } from "./credential-states.ts";

/** A login as it is shown: without what signs in. */
export interface StoredCredential {
  readonly id: string;
  readonly identityId: string;
  readonly type: WireCredentialType;
  readonly state: CredentialState;
  /** Milliseconds since 1970; null while unknown. */
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly metadata: Readonly<Record<string, Json>>;
  /** Where its login fields are read from; null for a password that was given. */
  readonly source: CredentialSource | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Counts up with each change. */
  readonly version: number;
}

/** The vault that a login is read from. */
interface CredentialSource {
  readonly id: string;
  /** The locator (interface, 2.6). */
  readonly ref: Json;
}

/** A named container of logins of one site. */
export interface Identity {
  readonly id: string;
  readonly account: string;
  /** Slug of the site. */
  readonly catalog: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** In the order of their making. */
  readonly credentials: readonly StoredCredential[];
}

/** A login to be stored, and where. */
export interface NewCredential {
  readonly account: string;
  readonly catalog: string;
  /** Of an identity that exists, or the name of one that is found or made. */
  readonly identity:
    | { readonly id: string }
    | {
        readonly name: string;
        /** Whether one of the name that is there already is a conflict; it is taken when absent. */
        readonly isNew?: boolean | undefined;
      };
  readonly type: WireCredentialType;
  /** The credential that is signed in again; one that was removed meanwhile is not made anew. */
  readonly replaces?: string | undefined;
  readonly credential: Credential;
  readonly expiresAt: number | null;
  /** As it is when undefined. */
  readonly metadata?: Readonly<Record<string, Json>> | undefined;
  readonly source?: CredentialSource | null | undefined;
  /** Whether the identity becomes the default, or ceases to be; by the rules when undefined. */
  readonly isDefault?: boolean | undefined;
}

/** A credential with its identity. */
export interface Held {
  readonly identity: Identity;
  readonly credential: StoredCredential;
}
