// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";

/** What `listIdentities`, `listIdentitiesLegacy` give. */
export interface WireIdentities {
  readonly status: "ok";
  readonly identities: readonly WireIdentity[];
}

/** A part of `WireIdentities`, `WireIdentityAnswer`. */
export interface WireIdentity {
  readonly id: string;
  readonly user_id: string;
  readonly catalog_id: string;
  readonly name: string;
  readonly is_default: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly credentials: readonly WireCredential[];
}

/** A part of `WireIdentity`, `WireCredentials`, `WireCredentialAnswer`. */
export interface WireCredential {
  readonly id: string;
  readonly identity_id: string;
  readonly credential_type: "browser_state" | "credentials" | "api_key" | "token";
  readonly status: "active" | "expired";
  readonly expires_at?: string | undefined;
  readonly last_used_at?: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly updated_at: string;
  readonly source_id?: string | undefined;
  readonly source_ref?: SourceRef | undefined;
}

/** Where a vault has the fields of a login. A field inherits from `entry` what it leaves out. */
export interface SourceRef {
  readonly entry: {
    /** At most 2048 characters. */
    readonly container: string;
    /** At most 2048 characters. */
    readonly key: string;
    /** At most 2048 characters. */
    readonly version?: string | null | undefined;
  };
  readonly fields: Readonly<
    Record<
      string,
      {
        /** At most 2048 characters. */
        readonly container?: string | null | undefined;
        /** At most 2048 characters. */
        readonly key?: string | null | undefined;
        /** At most 2048 characters. */
        readonly property?: string | null | undefined;
        /** At most 2048 characters. */
        readonly version?: string | null | undefined;
      }
    >
  >;
}

/** What `createIdentity`, `getIdentity`, `changeIdentity` give. */
export interface WireIdentityAnswer {
  readonly status: "ok";
  readonly identity: WireIdentity;
}

/** What `createIdentity`, `addCredential`, `logIn` give. */
export interface WireRefused {
  readonly status: "error";
  readonly error: {
    readonly code:
      | "BAD_PASSWORD"
      | "MFA_REQUIRED"
      | "CAPTCHA_REQUIRED"
      | "ACCOUNT_LOCKED"
      | "LOGIN_TIMEOUT"
      | "LOGIN_PAGE_CHANGED"
      | "LOGIN_NO_COOKIES"
      | "LOGIN_INFRASTRUCTURE_ERROR"
      | "LOGIN_FAILED";
    readonly message: string;
  };
}

/** What `createIdentity` takes. */
export interface NewIdentity {
  readonly catalog_id: string;
  /** At most 100 characters. */
  readonly name: string;
  readonly is_default?: boolean | null | undefined;
  readonly credential?:
    | {
        readonly type: "credentials" | "api_key" | "token";
        /** Values by field name. Never returned. */
        readonly data?: Readonly<Record<string, unknown>> | undefined;
        /** Data of your own; at most 16,384 characters as JSON. */
        readonly metadata?: Readonly<Record<string, unknown>> | undefined;
        /** Id of the identity source that has the login's fields. */
        readonly source_id?: string | null | undefined;
        readonly source_ref?: (SourceRef & Readonly<Record<string, unknown>>) | null | undefined;
      }
    | null
    | undefined;
}

/** What `changeIdentity` takes. */
export interface IdentityChange {
  /**
   * The new name; when empty, the name does not change.
   * At most 1000 characters.
   */
  readonly name?: string | null | undefined;
  readonly is_default?: boolean | null | undefined;
}

/** What `deleteIdentity`, `deleteCredential` give. */
export interface WireDone {
  readonly status: "ok";
}

/** What `listCredentials` gives. */
export interface WireCredentials {
  readonly status: "ok";
  readonly credentials: readonly WireCredential[];
}

/** What `addCredential` gives. */
export interface WireCredentialAnswer {
  readonly status: "ok";
  readonly credential: WireCredential;
}

/** What `addCredential` takes. */
export interface NewCredential {
  readonly credential_type: "credentials" | "api_key" | "token";
  /** Values by field name. Never returned. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Data of your own; at most 16,384 characters as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** What `logIn` gives. */
export interface WireSignedIn {
  readonly status: "verified";
  readonly identity_id: string;
  readonly identity_name: string;
  readonly credential_id: string;
  readonly catalog_id: string;
  readonly catalog_slug: string;
  readonly expires_at: string;
}

/** What `logIn` takes. */
export interface WireLogin {
  /** At most 2048 characters. */
  readonly catalog_slug: string;
  /** At most 100 characters. */
  readonly identity_name?: string | undefined;
  /** Values by field name. Never returned. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** Id of the identity source that has the login's fields. */
  readonly source_id?: string | null | undefined;
  readonly source_ref?: (SourceRef & Readonly<Record<string, unknown>>) | null | undefined;
}

/** What `verifyLogin` gives. */
export interface WireVerified {
  readonly status: "verified";
  readonly credential: WireCredential;
}

/** What `verifyLogin` takes. */
export interface WireVerify {
  readonly identity_id: string;
  /** Values by field name. Never returned. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** Calls of the family "Identities". */
export interface IdentitiesCalls {
  /** List your identities, oldest first: `GET /wire/identities`. */
  listIdentities(
    input?: {
      /** Only identities of the site with this id. */
      readonly catalog_id?: string | undefined;
    },
    call?: CallOptions,
  ): Promise<WireIdentities>;
  /** Create an identity, with or without a credential: `POST /wire/identities`. */
  createIdentity(input: NewIdentity, call?: CallOptions): Promise<WireRefused | WireIdentityAnswer>;
  /** Show an identity with its credentials: `GET /wire/identities/{id}`. */
  getIdentity(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WireIdentityAnswer>;
  /** Rename an identity, or make it the default of its site: `PATCH /wire/identities/{id}`. */
  changeIdentity(
    input: {
      readonly id: string;
    } & IdentityChange,
    call?: CallOptions,
  ): Promise<WireIdentityAnswer>;
  /** Remove an identity with its credentials: `DELETE /wire/identities/{id}`. */
  deleteIdentity(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WireDone>;
  /** List the credentials of an identity, oldest first: `GET /wire/identities/{id}/credentials`. */
  listCredentials(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WireCredentials>;
  /** Store a key or token, or sign in with a password: `POST /wire/identities/{id}/credentials`. */
  addCredential(
    input: {
      readonly id: string;
    } & NewCredential,
    call?: CallOptions,
  ): Promise<WireRefused | WireCredentialAnswer>;
  /** Remove a credential: `DELETE /wire/credentials/{id}`. */
  deleteCredential(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WireDone>;
  /** Sign in to a site, with a password or with fields from a vault: `POST /wire/login`. */
  logIn(input: WireLogin, call?: CallOptions): Promise<WireRefused | WireSignedIn>;
  /** Sign in again to refresh the login of an identity: `POST /wire/credentials/verify`. */
  verifyLogin(input: WireVerify, call?: CallOptions): Promise<WireRefused | WireVerified>;
}
