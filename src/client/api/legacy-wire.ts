// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";
import type {
  WireCatalog,
  WireCatalogSite,
  WireResults,
  WireTaskSubmitted,
  WireTaskRequest,
  WireJob,
} from "./wire.ts";
import type { WireIdentities, WireIdentityAnswer } from "./identities.ts";

/** Calls of the family "Legacy Wire". */
export interface LegacyWireCalls {
  /** List every site of the catalog: `GET /legacy-wire/catalog`. */
  listWireCatalogLegacy(
    input?: {
      /** `my`: sites that you have private actions for; `global`: all sites but your own; when absent, all sites that are visible to you. */
      readonly scope?: "my" | "global" | undefined;
    },
    call?: CallOptions,
  ): Promise<WireCatalog>;
  /** Show a site with its actions and their parameters: `GET /legacy-wire/catalog/{slug}`. */
  getWireCatalogLegacy(
    input: {
      readonly slug: string;
    },
    call?: CallOptions,
  ): Promise<WireCatalogSite>;
  /** Find actions that match an intent: `GET /legacy-wire/search`. */
  searchWireLegacy(
    input?: {
      /**
       * What you want done, in plain words.
       * At most 1000 characters.
       */
      readonly q?: string | undefined;
      /**
       * Slug of a site.
       * At most 100 characters.
       */
      readonly catalog?: string | undefined;
      /** At most 100 characters. */
      readonly category?: string | undefined;
      readonly auth_mode?: "none" | "optional" | "required" | undefined;
      /** `false`: leave out actions that need a credential; `auth_mode` takes precedence. */
      readonly auth?: boolean | undefined;
      readonly type?: "read" | "write" | undefined;
      /**
       * Maximum number of records; when absent, 5 with `q` and 50 without.
       * From 1 to 100.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<WireResults>;
  /** Run an action as a job: `POST /legacy-wire/task`. */
  createWireTaskLegacy(input: WireTaskRequest, call?: CallOptions): Promise<WireTaskSubmitted>;
  /** Show a job: `GET /legacy-wire/jobs/{id}`. */
  getWireJobLegacy(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WireJob>;
  /** List your identities, oldest first: `GET /legacy-wire/identities`. */
  listIdentitiesLegacy(
    input?: {
      /** Only identities of the site with this id. */
      readonly catalog_id?: string | undefined;
    },
    call?: CallOptions,
  ): Promise<WireIdentities>;
  /** Show an identity with its credentials: `GET /legacy-wire/identities/{id}`. */
  getIdentityLegacy(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WireIdentityAnswer>;
}
