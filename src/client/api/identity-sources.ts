// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";

/** What `listIdentitySourceProviders` gives. */
export interface IdentitySourceProviders {
  readonly status: "ok";
  readonly providers: readonly {
    readonly type: string;
    readonly display_name: string;
    readonly auth_type: string;
    readonly browsable: boolean;
    readonly summary?: string | undefined;
    readonly container_label: string;
    readonly entry_label: string;
    readonly methods: readonly IdentitySourceMethod[];
    readonly connect: IdentitySourceMethod;
  }[];
}

/** A part of `IdentitySourceProviders`. */
export interface IdentitySourceMethod {
  readonly id: string;
  readonly label: string;
  readonly instructions?: string | undefined;
  readonly caution?: string | undefined;
  readonly docs_url?: string | undefined;
  readonly fields: readonly IdentitySourceField[];
}

/** A part of `IdentitySourceMethod`. */
export interface IdentitySourceField {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "password" | "textarea";
  readonly secret: boolean;
  readonly required: boolean;
  readonly placeholder?: string | undefined;
  readonly help?: string | undefined;
  /** Regular expression that the whole trimmed value must match. */
  readonly pattern?: string | undefined;
}

/** What `connectIdentitySource`, `changeIdentitySource`, `verifyIdentitySource` give. */
export interface IdentitySourceAnswer {
  readonly status: "ok";
  readonly identity_source: IdentitySource;
}

/** A part of `IdentitySourceAnswer`, `IdentitySources`. */
export interface IdentitySource {
  readonly id: string;
  readonly user_id: string;
  readonly provider: string;
  readonly display_name: string;
  readonly config: {
    readonly auth_method: string;
    readonly [name: string]: unknown;
  };
  readonly scope_metadata: {
    readonly vaults: readonly {
      readonly id: string;
      readonly name: string;
    }[];
  };
  readonly status: "active" | "revoked";
  readonly last_verified_at: string;
  readonly credentials_expires_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The fields of the method are further properties, by name; unknown fields are refused. */
export interface IdentitySourceConnect {
  /**
   * The `type` of a provider.
   * At most 64 characters.
   */
  readonly provider: string;
  /**
   * Display name; the provider's name when absent.
   * At most 100 characters.
   */
  readonly display_name?: string | null | undefined;
  /**
   * The `id` of one of the provider's methods; the first method when absent.
   * At most 64 characters.
   */
  readonly auth_method?: string | null | undefined;
  readonly [name: string]: unknown;
}

/** What `listIdentitySources` gives. */
export interface IdentitySources {
  readonly status: "ok";
  readonly identity_sources: readonly IdentitySource[];
}

/** What `getIdentitySource` gives. */
export interface IdentitySourceCounted {
  readonly status: "ok";
  readonly identity_source: {
    readonly id: string;
    readonly user_id: string;
    readonly provider: string;
    readonly display_name: string;
    readonly config: {
      readonly auth_method: string;
      readonly [name: string]: unknown;
    };
    readonly scope_metadata: {
      readonly vaults: readonly {
        readonly id: string;
        readonly name: string;
      }[];
    };
    readonly status: "active" | "revoked";
    readonly last_verified_at: string;
    readonly credentials_expires_at: string | null;
    readonly created_at: string;
    readonly updated_at: string;
    /** Number of identities that depend on the source. */
    readonly identity_count: number;
  };
}

/** The fields of the method are further properties, by name; unknown fields are refused. */
export interface IdentitySourceChange {
  /**
   * Display name; the provider's name when absent.
   * At most 100 characters.
   */
  readonly display_name?: string | null | undefined;
  /**
   * The `id` of one of the provider's methods; when absent, the method does not change.
   * At most 64 characters.
   */
  readonly auth_method?: string | null | undefined;
  readonly [name: string]: unknown;
}

/** What `removeIdentitySource`, `cancelWireConnect`, `removeWireConnection` give. */
export interface WireRemoved {
  readonly status: "ok";
}

/** What `listIdentitiesOfSource` gives. */
export interface IdentitySourceIdentities {
  readonly status: "ok";
  readonly identities: readonly {
    readonly id: string;
    readonly name: string;
    readonly is_default: boolean;
    readonly catalog_id: string;
    readonly catalog_slug: string;
    readonly catalog_name: string;
    readonly has_active_credential: boolean;
    readonly created_at: string;
  }[];
}

/** What `listContainersOfSource` gives. */
export interface IdentitySourceContainers {
  readonly status: "ok";
  readonly containers: readonly {
    readonly id: string;
    readonly name: string;
    readonly item_count?: number | undefined;
  }[];
}

/** What `listEntriesOfContainer` gives. */
export interface IdentitySourceEntries {
  readonly status: "ok";
  readonly entries: readonly {
    readonly id: string;
    readonly title: string;
    readonly category?: string | undefined;
    readonly updated_at?: string | undefined;
    readonly urls?:
      | readonly {
          readonly href: string;
          readonly label: string;
        }[]
      | undefined;
    readonly tags?: Readonly<Record<string, "">> | undefined;
  }[];
}

/** Calls of the family "Identity sources". */
export interface IdentitySourcesCalls {
  /** List the kinds of vaults that can be connected, and the fields that each needs: `GET /wire/identity-sources/providers`. */
  listIdentitySourceProviders(
    input?: undefined,
    call?: CallOptions,
  ): Promise<IdentitySourceProviders>;
  /** Connect a vault; it is verified before anything is stored: `POST /wire/identity-sources`. */
  connectIdentitySource(
    input: IdentitySourceConnect,
    call?: CallOptions,
  ): Promise<IdentitySourceAnswer>;
  /** List connected vaults, newest first: `GET /wire/identity-sources`. */
  listIdentitySources(
    input?: {
      /** At most 64 characters. */
      readonly provider?: string | undefined;
      readonly status?: "active" | "revoked" | undefined;
    },
    call?: CallOptions,
  ): Promise<IdentitySources>;
  /** Show a connected vault, with the number of identities that depend on it: `GET /wire/identity-sources/{id}`. */
  getIdentitySource(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<IdentitySourceCounted>;
  /** Rename a source or rotate its credential; identities stay bound: `PATCH /wire/identity-sources/{id}`. */
  changeIdentitySource(
    input: {
      readonly id: string;
    } & IdentitySourceChange,
    call?: CallOptions,
  ): Promise<IdentitySourceAnswer>;
  /** Disconnect a vault, with or without the identities that depend on it: `DELETE /wire/identity-sources/{id}`. */
  removeIdentitySource(
    input: {
      readonly id: string;
      /** Whether to remove the identities that depend on the source; otherwise their logins expire. */
      readonly delete_identities?: boolean | undefined;
    },
    call?: CallOptions,
  ): Promise<WireRemoved>;
  /** Test the stored credential: `POST /wire/identity-sources/{id}/verify`. */
  verifyIdentitySource(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<IdentitySourceAnswer>;
  /** List the identities that depend on a source, oldest first: `GET /wire/identity-sources/{id}/identities`. */
  listIdentitiesOfSource(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<IdentitySourceIdentities>;
  /** List the containers of the vault, read from the vault now: `GET /wire/identity-sources/{id}/containers`. */
  listContainersOfSource(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<IdentitySourceContainers>;
  /** List the first 200 entries of a container, without their values: `GET /wire/identity-sources/{id}/containers/{container_id}/entries`. */
  listEntriesOfContainer(
    input: {
      readonly id: string;
      readonly container_id: string;
      /**
       * Text that the title or an address must contain, in upper or lower case.
       * At most 2048 characters.
       */
      readonly domain?: string | undefined;
    },
    call?: CallOptions,
  ): Promise<IdentitySourceEntries>;
}
