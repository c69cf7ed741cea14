// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";
import type {
  WireRunResult,
  WireRunRequest,
  WireCatalog,
  WireCatalogSite,
  WireResults,
  WireTaskSubmitted,
  WireTaskRequest,
  WireJob,
  WireJobList,
  BuildRequest,
  BuildRequestBody,
} from "./wire.ts";

/** Calls of the family "Wire". */
export interface WireCalls {
  /** Run an action that reads and return its result; calls without an API key use trial credits of their address: `POST /wire-run`. */
  runWireAction(input: WireRunRequest, call?: CallOptions): Promise<WireRunResult>;
  /** List every site of the catalog: `GET /wire/catalog`. */
  listWireCatalog(
    input?: {
      /** `my`: sites that you have private actions for; `global`: all sites but your own; when absent, all sites that are visible to you. */
      readonly scope?: "my" | "global" | undefined;
    },
    call?: CallOptions,
  ): Promise<WireCatalog>;
  /** Show a site with its actions and their parameters: `GET /wire/catalog/{slug}`. */
  getWireCatalog(
    input: {
      readonly slug: string;
    },
    call?: CallOptions,
  ): Promise<WireCatalogSite>;
  /** Find actions that match an intent: `GET /wire/search`. */
  searchWire(
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
  /** Run an action as a job: `POST /wire/task`. */
  createWireTask(input: WireTaskRequest, call?: CallOptions): Promise<WireTaskSubmitted>;
  /** Show a job: `GET /wire/jobs/{id}`. */
  getWireJob(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WireJob>;
  /** Find actions that match an intent: `GET /wire/resolve`. */
  resolveWire(
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
  /** List jobs, newest first: `GET /wire/jobs`. */
  listWireJobs(
    input?: {
      /**
       * Page number, from 1; 1 when absent.
       * From 1 to 1000000.
       */
      readonly page?: number | undefined;
      /**
       * Jobs per page; 20 when absent.
       * From 1 to 100.
       */
      readonly limit?: number | undefined;
      /**
       * Slug of a site.
       * At most 100 characters.
       */
      readonly catalog?: string | undefined;
      readonly status?: "processing" | "completed" | "failed" | undefined;
      /**
       * Text that the action's name or the parameters must contain, in upper or lower case.
       * At most 200 characters.
       */
      readonly search?: string | undefined;
    },
    call?: CallOptions,
  ): Promise<WireJobList>;
  /** Download a file of the result, whole or in ranges: `GET /wire/jobs/{id}/download`. */
  downloadWireFile(
    input: {
      readonly id: string;
      /**
       * The name of one of `files[]`; the first file when absent.
       * At most 2048 characters.
       */
      readonly file?: string | undefined;
    },
    call?: CallOptions,
  ): Promise<Response>;
  /** Build actions of a website from a goal in words: `POST /wire/build-request`. */
  createBuildRequest(
    input: BuildRequestBody,
    call?: CallOptions,
  ): Promise<{
    readonly status: "ok";
    readonly build_request: BuildRequest;
  }>;
  /** List build requests, newest first: `GET /wire/build-requests`. */
  listBuildRequests(
    input?: {
      readonly status?: "pending" | "processing" | "success" | "failed" | undefined;
      /**
       * Page number, from 1; 1 when absent.
       * From 1 to 1000000.
       */
      readonly page?: number | undefined;
      /**
       * Build requests per page; 20 when absent.
       * From 1 to 100.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<{
    readonly status: "ok";
    readonly build_requests: readonly BuildRequest[];
    readonly pagination: {
      readonly page: number;
      readonly limit: number;
      readonly total: number;
    };
  }>;
  /** Show a build request: `GET /wire/build-requests/{id}`. */
  getBuildRequest(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<{
    readonly status: "ok";
    readonly build_request: BuildRequest;
  }>;
}
