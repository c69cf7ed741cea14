// Written by `npm run client` from the service's description.

/** What `runWireAction` gives. */
export interface WireRunResult {
  readonly status: "completed" | "failed";
  /** An object, an array or null; null if the result is files. */
  readonly data?: unknown;
  /** The files that the action made; they are not stored. */
  readonly files?: readonly WireFile[] | undefined;
  readonly error?: WireRunError | undefined;
  readonly credits_used: number;
  readonly execution_ms: number;
  readonly trial?: WireTrial | undefined;
}

/** A part of `WireRunResult`, `WireJob`. */
export interface WireFile {
  readonly name: string;
  readonly content_type: string;
  readonly size_bytes: number;
}

/** A part of `WireRunResult`, `WireJob`. */
export interface WireRunError {
  readonly code: "EXECUTION_FAILED" | "AUTH_EXPIRED" | "INVALID_PARAMS";
  readonly message: string;
}

/** Only for calls without an API key. */
export interface WireTrial {
  readonly remaining_credits: number;
  /** Null if the service has no sign-up page. */
  readonly signup_url: string | null;
  readonly message: string;
}

/** What `runWireAction` takes. */
export interface WireRunRequest {
  /**
   * Id of an action of the catalog.
   * At most 200 characters.
   */
  readonly action_id: string;
  /**
   * The action's parameters, by name.
   * When absent: {}.
   */
  readonly params?: Readonly<Record<string, unknown>> | null | undefined;
}

/** What `listWireCatalog`, `listWireCatalogLegacy` give. */
export interface WireCatalog {
  readonly status: "ok";
  readonly catalog: readonly WireCatalogEntry[];
}

/** A part of `WireCatalog`, `WireCatalogSite`, `WireConnectStarted`. */
export interface WireCatalogEntry {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly url: string;
  readonly domain: string;
  readonly category: string;
  readonly description: string;
  /** Whether every action that is visible to you needs a credential. */
  readonly auth_required: boolean;
  readonly auth_types: readonly string[];
  /** The first of `auth_types`. */
  readonly auth_type?: string | undefined;
  readonly supported_sources: readonly string[];
  /** Number of actions that are visible to you. */
  readonly action_count: number;
  readonly status: "active" | "pending_review";
  readonly logo_url?: string | undefined;
  readonly auth_login_url?: string | undefined;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What `getWireCatalog`, `getWireCatalogLegacy` give. */
export interface WireCatalogSite {
  readonly status: "ok";
  readonly catalog: WireCatalogEntry;
  readonly actions: readonly WireAction[];
  readonly login_input_schema: readonly WireParameter[];
}

/** A part of `WireCatalogSite`. */
export interface WireAction {
  readonly id: string;
  readonly catalog_id: string;
  readonly action_id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly type: "read" | "write";
  /** Informative. */
  readonly mode: "async" | "sync";
  readonly auth_mode: "none" | "optional" | "required";
  readonly auth_required: boolean;
  readonly parameters: readonly WireParameter[];
  readonly credits_per_call: number;
  readonly status: "active" | "pending_review";
  /** The owner of a private action. */
  readonly owner_user_id?: string | undefined;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A part of `WireCatalogSite`, `WireAction`, `WireRecord`. */
export interface WireParameter {
  readonly name: string;
  readonly type: "string" | "integer" | "number" | "boolean" | "array" | "object";
  readonly required: boolean;
  readonly description: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  /** Values that it may have; absent of a secret one. */
  readonly examples?: readonly unknown[] | undefined;
  /** Whether the value is secret; only for login fields. */
  readonly secret?: boolean | undefined;
}

/** What `searchWire`, `resolveWire`, `searchWireLegacy` give. */
export interface WireResults {
  readonly results: readonly WireRecord[];
  /** The suggested next call. */
  readonly next: string;
}

/** A part of `WireResults`. */
export interface WireRecord {
  readonly action_id: string;
  readonly name: string;
  readonly description: string;
  readonly type: "read" | "write";
  /** Informative. */
  readonly mode: "async" | "sync";
  readonly auth_mode: "none" | "optional" | "required";
  readonly auth_required: boolean;
  readonly catalog: string;
  readonly catalog_slug: string;
  readonly catalog_name: string;
  readonly category: string;
  /** Null without a key. */
  readonly auth_satisfied: boolean | null;
  /** Whether you have an active credential for the site. */
  readonly connected: boolean;
  readonly parameters: readonly WireParameter[];
  readonly params: {
    readonly required: readonly WireParameter[];
    readonly optional: readonly WireParameter[];
  };
  readonly credits: number;
  readonly credits_per_call: number;
}

/** What `createWireTask`, `createWireTaskLegacy` give. */
export interface WireTaskSubmitted {
  readonly status: "processing";
  readonly job_id: string;
  /** Absolute path of the job on this host. */
  readonly poll_url: string;
}

/** What `createWireTask`, `createWireTaskLegacy` take. */
export interface WireTaskRequest {
  /**
   * Id of an action of the catalog.
   * At most 200 characters.
   */
  readonly action_id: string;
  /**
   * The action's parameters, by name.
   * When absent: {}.
   */
  readonly params?: Readonly<Record<string, unknown>> | null | undefined;
  /** Id of the credential that the run uses. */
  readonly credential_id?: string | null | undefined;
  /** Id of an identity; the run uses its active credential, in the order of `auth_types`. */
  readonly identity_id?: string | null | undefined;
  /**
   * Receives the signed event when the job is settled.
   * At most 2048 characters.
   */
  readonly webhook_url?: string | null | undefined;
}

/** What `getWireJob`, `getWireJobLegacy` give. */
export interface WireJob {
  readonly status: "processing" | "completed" | "failed";
  readonly job_id: string;
  readonly action_id: string;
  /** While the job is processing: milliseconds to wait before asking again. */
  readonly retry_after_ms?: number | undefined;
  /** An object, an array or null; null if the result is files. */
  readonly data?: unknown;
  /** The files, if the action made any. */
  readonly files?: readonly WireFile[] | undefined;
  readonly error?: WireRunError | undefined;
  readonly credits_used?: number | undefined;
  readonly execution_ms?: number | undefined;
}

/** What `listWireJobs` gives. */
export interface WireJobList {
  readonly status: "ok";
  readonly jobs: readonly WireListedJob[];
  readonly total_count: number;
  readonly page: number;
  readonly limit: number;
  readonly total_pages: number;
  /** Totals over all your stored jobs; on page 1 only. */
  readonly stats?:
    | {
        readonly processing: number;
        readonly completed: number;
        readonly failed: number;
        readonly credits_used: number;
      }
    | undefined;
}

/** A part of `WireJobList`. */
export interface WireListedJob {
  readonly id: string;
  readonly user_id: string;
  readonly catalog_id: string;
  readonly action_id: string;
  readonly action_name: string;
  readonly catalog_slug: string;
  readonly status: "processing" | "completed" | "failed";
  readonly created_at: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly credits_used: number;
  /** The result; null until there is one. */
  readonly result?: unknown;
  /** The result is too large for the list; GET /wire/jobs/{id} shows it. */
  readonly result_omitted?: "size" | undefined;
  readonly credential_id?: string | undefined;
  readonly credential_type?: string | undefined;
  readonly identity_name?: string | undefined;
  readonly error?: string | undefined;
  readonly completed_at?: string | undefined;
}

/** What `createBuildRequest`, `listBuildRequests`, `getBuildRequest` give. */
export interface BuildRequest {
  readonly id: string;
  readonly user_id: string;
  readonly website_url: string;
  readonly domain: string;
  readonly goal: string;
  readonly catalog_id: string | null;
  readonly team: string | null;
  readonly visibility: "private" | "public";
  readonly priority: "normal";
  readonly status: "pending" | "processing" | "success" | "failed";
  readonly credits_charged: number;
  readonly tags: readonly string[];
  /** The first action that was built. */
  readonly action_id?: string | undefined;
  readonly catalog_slug?: string | undefined;
  readonly skipped?: readonly string[] | undefined;
  readonly error?: string | undefined;
  readonly error_type?: string | undefined;
  readonly created_at: string;
  readonly updated_at: string;
  readonly completed_at?: string | undefined;
}

/** What `createBuildRequest` takes. */
export interface BuildRequestBody {
  /**
   * The first page of the site.
   * At most 2048 characters.
   */
  readonly website_url: string;
  /** What the actions should do, in your own words. */
  readonly goal: string;
  /** The catalog that the actions are added to. */
  readonly catalog_id?: string | null | undefined;
  /**
   * `public`: all accounts see the actions after a review.
   * When absent: "private".
   */
  readonly visibility?: "private" | "public" | null | undefined;
  /**
   * Build even if the site already has such actions.
   * When absent: false.
   */
  readonly force?: boolean | null | undefined;
  /**
   * Names of the actions, such as `search_products`.
   * At most 10.
   */
  readonly actions?: readonly string[] | null | undefined;
  /**
   * Proxy country code; the default exit is used where the country has no proxy.
   * When absent: "us".
   */
  readonly country?: string | undefined;
  /** Values for the site's login, by field name; never stored or returned. */
  readonly credential?: Readonly<Record<string, string>> | undefined;
}
