// Written by `npm run client` from the service's description.
import type { CallOptions } from "./call-options.ts";
import type { ServerEvent } from "./events.ts";

/** What `submitUrlScraper`, `submitUrlScraperBatch`, `createMap` give. */
export interface JobSubmitted {
  readonly jobId: string;
  readonly status: "pending";
}

/** What `submitUrlScraper`, `scrapeUrl` take. */
export interface ScrapeRequest {
  /**
   * A valid HTTP/HTTPS URL.
   * At most 2048 characters.
   */
  readonly url: string;
  /**
   * The outputs; markdown, html and cleanedHtml when empty. A screenshot needs a browser. `json` is the same as generateJson.
   * When absent: [].
   */
  readonly formats?:
    | readonly (
        | "markdown"
        | "html"
        | "cleanedHtml"
        | "links"
        | "images"
        | "summary"
        | "screenshot"
        | "screenshotFullPage"
        | "json"
      )[]
    | null
    | undefined;
  /**
   * Proxy country code; the default exit is used where the country has no proxy.
   * When absent: "us".
   */
  readonly country?: string | undefined;
  /** When absent: false. */
  readonly useBrowser?: boolean | null | undefined;
  /**
   * Extracts JSON: by the outputSchema, or without one the structured data and metadata of the page.
   * When absent: false.
   */
  readonly generateJson?: boolean | null | undefined;
  /** JSON Schema of the JSON to extract, at most 50 KB; sets generateJson. */
  readonly outputSchema?: Readonly<Record<string, unknown>> | null | undefined;
  /**
   * At most 15 browser actions, run in order, each with `type` wait, wait_for, click, scroll, write or press. Sets useBrowser and costs 1 credit.
   * When absent: [].
   */
  readonly actions?: readonly unknown[] | null | undefined;
  /**
   * Scrapes the page anew instead of returning a cached result.
   * When absent: false.
   */
  readonly forceFresh?: boolean | null | undefined;
  /**
   * Receives the signed event when the job is settled.
   * At most 2048 characters.
   */
  readonly webhook_url?: string | null | undefined;
  /** Id of a saved browser session. */
  readonly sessionId?: string | null | undefined;
  /** Name of a saved browser session. */
  readonly sessionName?: string | null | undefined;
}

/** What `scrapeUrl`, `getUrlScraperJob`, `getRequest` give. */
export interface ScrapeJob {
  readonly id: string;
  readonly status: "pending" | "processing" | "completed" | "failed";
  readonly jobType: "url_scraper";
  /** Why it failed; null unless failed. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly completedAt?: string | undefined;
  /** Milliseconds of processing. */
  readonly durationMs?: number | undefined;
  readonly creditsUsed?: number | undefined;
  readonly url: string;
  readonly country: string;
  readonly cached: boolean;
  readonly html?: string | undefined;
  readonly cleanedHtml?: string | undefined;
  readonly markdown?: string | undefined;
  readonly links?:
    | readonly {
        readonly href: string;
        readonly text: string;
      }[]
    | undefined;
  readonly images?:
    | readonly {
        readonly src: string;
        readonly alt: string;
      }[]
    | undefined;
  /** Sentences of the page, or, where the service has a language model, sentences that the model wrote. Those are not checked; only sentences that the page contradicts are left out. null when no summary could be made. */
  readonly summary?: string | null | undefined;
  readonly generatedJson?:
    | {
        readonly status: "success" | "failed";
        readonly data: Readonly<Record<string, unknown>> | null;
        /** Dotted paths of properties without a value, when the extraction succeeded nevertheless. */
        readonly missing?: readonly string[] | undefined;
        readonly error?: string | undefined;
      }
    | undefined;
  readonly screenshotUrl?: string | undefined;
  readonly fullPageScreenshotUrl?: string | undefined;
}

/** What `submitUrlScraperBatch` takes. */
export interface BatchScrapeRequest {
  /**
   * The pages to scrape.
   * At most 10.
   */
  readonly urls: readonly string[];
  /**
   * The outputs; markdown, html and cleanedHtml when empty. A screenshot needs a browser. `json` is the same as generateJson.
   * When absent: [].
   */
  readonly formats?:
    | readonly (
        | "markdown"
        | "html"
        | "cleanedHtml"
        | "links"
        | "images"
        | "summary"
        | "screenshot"
        | "screenshotFullPage"
        | "json"
      )[]
    | null
    | undefined;
  /**
   * Proxy country code; the default exit is used where the country has no proxy.
   * When absent: "us".
   */
  readonly country?: string | undefined;
  /** When absent: false. */
  readonly useBrowser?: boolean | null | undefined;
  /**
   * Extracts JSON: by the outputSchema, or without one the structured data and metadata of the page.
   * When absent: false.
   */
  readonly generateJson?: boolean | null | undefined;
  /** JSON Schema of the JSON to extract, at most 50 KB; sets generateJson. */
  readonly outputSchema?: Readonly<Record<string, unknown>> | null | undefined;
  /**
   * At most 15 browser actions, run in order, each with `type` wait, wait_for, click, scroll, write or press. Sets useBrowser and costs 1 credit.
   * When absent: [].
   */
  readonly actions?: readonly unknown[] | null | undefined;
  /**
   * Scrapes the page anew instead of returning a cached result.
   * When absent: false.
   */
  readonly forceFresh?: boolean | null | undefined;
  /**
   * Receives the signed event when the job is settled.
   * At most 2048 characters.
   */
  readonly webhook_url?: string | null | undefined;
  /** Id of a saved browser session. */
  readonly sessionId?: string | null | undefined;
  /** Name of a saved browser session. */
  readonly sessionName?: string | null | undefined;
}

/** What `getUrlScraperJob`, `getRequest` give. */
export interface BatchScrapeJob {
  readonly id: string;
  readonly status: "pending" | "processing" | "completed" | "failed";
  readonly jobType: "batch_url_scraper";
  /** Why it failed; null unless failed. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly completedAt?: string | undefined;
  /** Milliseconds of processing. */
  readonly durationMs?: number | undefined;
  readonly creditsUsed?: number | undefined;
  readonly country: string;
  readonly urls: readonly string[];
  readonly results: readonly {
    readonly index: number;
    readonly id: string;
    readonly url: string;
    readonly status: "pending" | "processing" | "completed" | "failed";
    readonly cached: boolean;
    /** Why it failed; null unless failed. */
    readonly error: string | null;
    readonly html?: string | undefined;
    readonly cleanedHtml?: string | undefined;
    readonly markdown?: string | undefined;
    readonly links?:
      | readonly {
          readonly href: string;
          readonly text: string;
        }[]
      | undefined;
    readonly images?:
      | readonly {
          readonly src: string;
          readonly alt: string;
        }[]
      | undefined;
    /** Sentences of the page, or, where the service has a language model, sentences that the model wrote. Those are not checked; only sentences that the page contradicts are left out. null when no summary could be made. */
    readonly summary?: string | null | undefined;
    readonly generatedJson?:
      | {
          readonly status: "success" | "failed";
          readonly data: Readonly<Record<string, unknown>> | null;
          /** Dotted paths of properties without a value, when the extraction succeeded nevertheless. */
          readonly missing?: readonly string[] | undefined;
          readonly error?: string | undefined;
        }
      | undefined;
    readonly screenshotUrl?: string | undefined;
    readonly fullPageScreenshotUrl?: string | undefined;
    /** Milliseconds of processing. */
    readonly durationMs?: number | undefined;
  }[];
}

/** What `createMap` takes. */
export interface MapRequest {
  /**
   * A valid HTTP/HTTPS URL.
   * At most 2048 characters.
   */
  readonly url: string;
  /** When absent: false. */
  readonly includeSubdomains?: boolean | null | undefined;
  /** When absent: false. */
  readonly includeExternalLinks?: boolean | null | undefined;
  /**
   * From 1 to 5000.
   * When absent: 100.
   */
  readonly limit?: number | null | undefined;
  /**
   * From 0 to 5.
   * When absent: 2.
   */
  readonly depth?: number | null | undefined;
  /**
   * From 1 to 500.
   * When absent: 100.
   */
  readonly limitPerLevel?: number | null | undefined;
  /** When absent: "". */
  readonly search?: string | null | undefined;
  /** When absent: false. */
  readonly useBrowser?: boolean | null | undefined;
  /**
   * Proxy country code; the default exit is used where the country has no proxy.
   * When absent: "us".
   */
  readonly country?: string | undefined;
  /** Id of a saved browser session. */
  readonly sessionId?: string | null | undefined;
  /** Name of a saved browser session. */
  readonly sessionName?: string | null | undefined;
  /**
   * Receives the signed event when the job is settled.
   * At most 2048 characters.
   */
  readonly webhook_url?: string | null | undefined;
}

/** What `getMap` gives. */
export interface MapJob {
  readonly id: string;
  readonly status: "pending" | "processing" | "completed" | "failed";
  readonly jobType: string;
  /** Why it failed; null unless failed. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly completedAt?: string | undefined;
  /** Milliseconds of processing. */
  readonly durationMs?: number | undefined;
  readonly creditsUsed?: number | undefined;
  readonly url: string;
  /** Internal URLs in the order of discovery, once the job is completed. */
  readonly links?: readonly string[] | undefined;
  /** External URLs, once the job is completed; empty unless includeExternalLinks is set. */
  readonly externalLinks?: readonly string[] | undefined;
  readonly totalLinks?: number | undefined;
  readonly totalExternalLinks?: number | undefined;
}

/** What `createCrawl` takes. */
export interface CrawlRequest {
  /**
   * A valid HTTP/HTTPS URL.
   * At most 2048 characters.
   */
  readonly url: string;
  /**
   * From 1 to 1000.
   * When absent: 10.
   */
  readonly maxPages?: number | null | undefined;
  /**
   * From 0 to 5.
   * When absent: 1.
   */
  readonly depth?: number | null | undefined;
  /**
   * At most 100.
   * When absent: [].
   */
  readonly includePatterns?: readonly string[] | null | undefined;
  /**
   * At most 100.
   * When absent: [].
   */
  readonly excludePatterns?: readonly string[] | null | undefined;
  /**
   * Proxy country code; the default exit is used where the country has no proxy.
   * When absent: "us".
   */
  readonly country?: string | undefined;
  /** When absent: false. */
  readonly useBrowser?: boolean | null | undefined;
  /** JSON Schema of the JSON to extract from each page, at most 50 KB. Each page with extracted JSON costs the price of JSON extraction. */
  readonly outputSchema?: Readonly<Record<string, unknown>> | null | undefined;
  /** Id of a saved browser session. */
  readonly sessionId?: string | null | undefined;
  /** Name of a saved browser session. */
  readonly sessionName?: string | null | undefined;
  /**
   * Receives the signed event when the job is settled.
   * At most 2048 characters.
   */
  readonly webhook_url?: string | null | undefined;
}

/** What `getCrawl` gives. */
export interface CrawlJob {
  readonly id: string;
  readonly status: "pending" | "processing" | "completed" | "failed";
  readonly jobType: string;
  /** Why it failed; null unless failed. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly completedAt?: string | undefined;
  /** Milliseconds of processing. */
  readonly durationMs?: number | undefined;
  readonly creditsUsed?: number | undefined;
  readonly url: string;
  readonly country: string;
  /** Pages attempted so far. */
  readonly totalPages: number;
  /** Pages fetched so far. */
  readonly completedPages: number;
  /** The pages in the order of fetching, once the job is completed. */
  readonly results?: readonly CrawlPage[] | undefined;
  /** The same list as `results`. */
  readonly pages?: readonly CrawlPage[] | undefined;
}

/** What `getCrawlPage` gives. */
export interface CrawlPage {
  readonly url: string;
  readonly status: "completed" | "failed";
  readonly durationMs: number;
  readonly html?: string | undefined;
  readonly markdown?: string | undefined;
  readonly generatedJson?:
    | {
        readonly status: "success" | "failed";
        readonly data: Readonly<Record<string, unknown>> | null;
        /** Dotted paths of properties without a value, when the extraction succeeded nevertheless. */
        readonly missing?: readonly string[] | undefined;
        readonly error?: string | undefined;
      }
    | undefined;
  readonly error?: string | undefined;
}

/** What `listCrawlPages` gives. */
export interface CrawlPages {
  readonly pages: readonly {
    /** In the order of fetching, from 0. */
    readonly place: number;
    readonly url: string;
    readonly status: "completed" | "failed";
    readonly durationMs: number;
    readonly error?: string | undefined;
  }[];
  /** `after` of the next part; null at the end of what is stored. */
  readonly next: number | null;
}

/** What `createWebScraper` takes. */
export interface WebScraperRequest {
  /**
   * A valid HTTP/HTTPS URL.
   * At most 2048 characters.
   */
  readonly url: string;
  readonly scraper_code: string;
  readonly scraper_scope: "GLOBAL" | "PRIVATE";
  /** Parameters in the form that the scraper expects. */
  readonly scraper_params: Readonly<Record<string, unknown>>;
  /** When absent: "scrape_data". */
  readonly action_type?: string | null | undefined;
  /**
   * Receives the signed event when the job is settled.
   * At most 2048 characters.
   */
  readonly webhook_url?: string | null | undefined;
}

/** What `getWebScraper` gives. */
export interface WebScraperJob {
  readonly id: string;
  readonly status: "pending" | "processing" | "completed" | "failed";
  readonly jobType: string;
  /** Why it failed; null unless failed. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly completedAt?: string | undefined;
  /** Milliseconds of processing. */
  readonly durationMs?: number | undefined;
  readonly creditsUsed?: number | undefined;
  readonly url: string;
  readonly country: string;
  readonly cached: boolean;
  readonly scraperCode: string;
  /** The data that the scraper returned, once the job is completed. */
  readonly generatedJson?:
    | {
        readonly status: "success";
        /** An object or an array. */
        readonly data?: unknown;
      }
    | undefined;
  readonly html?: string | undefined;
  readonly cleanedHtml?: string | undefined;
  readonly markdown?: string | undefined;
}

/** What `search`, `submitRequest` give. */
export interface SearchResults {
  readonly id: string;
  readonly results: readonly {
    readonly url: string;
    readonly title: string;
    /** Text of the page that matches the prompt. */
    readonly snippet: string;
    /** When the page was published; absent when unknown. */
    readonly date?: string | undefined;
    /** When the page was last changed; absent when unknown. */
    readonly last_updated?: string | undefined;
  }[];
}

/** What `search` takes. */
export interface SearchRequest {
  /** What to search for, in your own words; 1 to 8192 bytes of UTF-8. */
  readonly prompt: string;
  /**
   * From 1 to 20.
   * When absent: 5.
   */
  readonly limit?: number | null | undefined;
}

/** What `createAgenticSearch`, `submitRequest` give. */
export interface AgenticSearchSubmitted {
  readonly jobId: string;
  readonly job_id: string;
  readonly status: "pending";
  readonly message: string;
  readonly createdAt: string;
}

/** What `createAgenticSearch` takes. */
export interface AgenticSearchRequest {
  /** What to search for, in your own words; 1 to 8192 bytes of UTF-8. */
  readonly prompt: string;
  /** When absent: true. */
  readonly useBrowser?: boolean | null | undefined;
  /** JSON Schema of structured_data; at most 50 KB. When absent, the schema is inferred. */
  readonly schema?: Readonly<Record<string, unknown>> | null | undefined;
  /**
   * Receives the signed event when the job is settled.
   * At most 2048 characters.
   */
  readonly webhook_url?: string | null | undefined;
}

/** What `getAgenticSearch`, `getRequest` give. */
export interface AgenticSearchJob {
  readonly id: string;
  readonly status: "pending" | "queued" | "processing" | "completed" | "failed";
  readonly jobType: "agentic_search";
  /** Why it failed; null unless failed. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly completedAt?: string | undefined;
  /** Milliseconds of processing. */
  readonly durationMs?: number | undefined;
  readonly creditsUsed?: number | undefined;
  readonly job_id: string;
  readonly prompt: string;
  readonly cached: false;
  /** Progress in words, until the job is completed or failed. */
  readonly message?: string | undefined;
  /** The report with citations [1], [2] …, once the job is completed. It marks which sentences quote the pages and which were checked: rules and a model, which sees only the sentence and the cited words, agree that the cited words say it. Unchecked sentences are listed separately. */
  readonly markdown?: string | undefined;
  readonly report?:
    | {
        readonly markdown: string;
      }
    | undefined;
  /** In the order of their numbers. Each snippet is a verbatim quotation. */
  readonly citations?:
    | readonly {
        readonly url: string;
        readonly title: string;
        readonly snippet: string;
      }[]
    | undefined;
  readonly generatedJson?:
    | {
        readonly summary: string;
        readonly structured_data: Readonly<Record<string, unknown>> | readonly unknown[];
        readonly data_schema: Readonly<Record<string, unknown>>;
      }
    | undefined;
}

/** What `submitRequest` takes. */
export interface GenericRequest {
  /** The product. The other fields are those of the product's own route. */
  readonly job_type: string;
  /** The same as forceFresh. */
  readonly force_fresh?: boolean | null | undefined;
  readonly [name: string]: unknown;
}

/** What `getRequest` gives. */
export interface AnyJob {
  readonly id: string;
  readonly status: "pending" | "processing" | "completed" | "failed";
  readonly jobType: string;
  /** Why it failed; null unless failed. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly completedAt?: string | undefined;
  /** Milliseconds of processing. */
  readonly durationMs?: number | undefined;
  readonly creditsUsed?: number | undefined;
  readonly [name: string]: unknown;
}

/** What `listJobs` gives. */
export interface JobList {
  readonly jobs: readonly ListedJob[];
  /** null at the end of the list. */
  readonly nextCursor: string | null;
}

/** What `getJob` gives. */
export interface ListedJob {
  readonly id: string;
  /** What it does. */
  readonly jobType: string;
  readonly status: "pending" | "queued" | "processing" | "completed" | "failed";
  /** As submitted; empty for jobs without one. */
  readonly url: string;
  /** What it is about, in at most 200 characters: its URL, its prompt, its action. */
  readonly title: string;
  readonly country: string | null;
  /** Served from the result cache. */
  readonly cached: boolean;
  /** null unless failed. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  /** From start to end; null until then. */
  readonly durationMs: number | null;
  /** Taken when it was submitted. */
  readonly creditsReserved: number;
  /** What it cost; null until it is over. */
  readonly creditsUsed: number | null;
  /** Pages of a crawl, URLs of a batch: begun. */
  readonly unitsTotal: number;
  /** The same: had. */
  readonly unitsCompleted: number;
  /** Where its document is. */
  readonly resultUrl: string;
}

/** What `countJobs` gives. */
export interface JobCounts {
  /** Days in UTC on which there was something, newest first. */
  readonly days: readonly {
    readonly day: string;
    readonly jobs: readonly {
      readonly jobType: string;
      readonly pending: number;
      readonly queued: number;
      readonly processing: number;
      readonly completed: number;
      readonly failed: number;
      /** Percentiles of the time from start to end, to two digits; hits of the cache do not count. null when none ran. */
      readonly durationMs: {
        readonly p50: number;
        readonly p95: number;
        readonly p99: number;
      } | null;
    }[];
    /** Credits taken less those given back at that time, by product: a job's type, `monitor`, `browser`, or `other` for what was paid before products were recorded. */
    readonly credits: readonly {
      readonly product: string;
      readonly creditsUsed: number;
    }[];
  }[];
  readonly total: {
    readonly jobs: readonly {
      readonly jobType: string;
      readonly pending: number;
      readonly queued: number;
      readonly processing: number;
      readonly completed: number;
      readonly failed: number;
      /** Percentiles of the time from start to end, to two digits; hits of the cache do not count. null when none ran. */
      readonly durationMs: {
        readonly p50: number;
        readonly p95: number;
        readonly p99: number;
      } | null;
    }[];
    /** Credits taken less those given back at that time, by product: a job's type, `monitor`, `browser`, or `other` for what was paid before products were recorded. */
    readonly credits: readonly {
      readonly product: string;
      readonly creditsUsed: number;
    }[];
  };
}

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

/** What `startWireConnect` gives. */
export interface WireConnectStarted {
  readonly status: "ok";
  readonly catalog: WireCatalogEntry;
  readonly session: {
    readonly session_id: string;
    /** A page that shows the browser; it needs no API key. */
    readonly novnc_url: string;
    /** The stream of that page; its messages are private. */
    readonly ws_url: string;
    readonly access_token: string;
    /** Seconds until the browser ends. */
    readonly expires_in: number;
  };
  readonly login_url: string;
  readonly catalog_slug: string;
}

/** What `finishWireConnect` gives. */
export interface WireConnectFinished {
  readonly status: "ok";
  readonly identity_id: string;
  readonly identity_name: string;
  readonly credential_id: string;
  readonly catalog_id: string;
  readonly catalog_slug: string;
  readonly expires_at: string | null;
}

/** What `finishWireConnect` takes. */
export interface WireConnectFinish {
  /**
   * Id from the answer of the start.
   * At most 100 characters.
   */
  readonly session_id: string;
  /**
   * URL of the login, when it was made on another host than the site's own.
   * At most 2048 characters.
   */
  readonly website_url?: string | null | undefined;
  /** The identity that receives the login. */
  readonly identity_id?: string | null | undefined;
  /**
   * Name of the identity, which is created if it does not exist; `default` when neither is given.
   * At most 100 characters.
   */
  readonly identity_name?: string | null | undefined;
}

/** What `listWireConnections` gives. */
export interface WireConnections {
  readonly status: "ok";
  readonly connections: readonly {
    readonly catalog_id: string;
    readonly catalog_slug: string;
    readonly catalog_name: string;
    readonly identity_id: string;
    readonly identity_name: string;
    readonly credential_id: string;
    readonly status: "active" | "expired";
    readonly created_at: string;
    readonly last_used_at?: string | undefined;
  }[];
}

/** What `evaluateAiTask` gives. */
export interface AiTaskResult {
  readonly success: boolean;
  /** Text, or a value of `output_schema`; null when there is no result. */
  readonly result?: unknown;
  readonly steps: readonly AiTaskStep[];
  readonly iterations: number;
  readonly duration_ms: number;
  readonly credits_used: number;
  readonly run_id: string;
  readonly cached: false;
  /** Why the task failed; only when `success` is false. */
  readonly error?: string | undefined;
}

/** A part of `AiTaskResult`, `AiTask`. */
export interface AiTaskStep {
  readonly index: number;
  readonly tool: string;
  readonly args?: unknown;
  readonly reasoning: string;
  readonly duration_ms: number;
}

/** What `evaluateAiTask` gives. */
export interface AiTaskSubmitted {
  readonly workflow_id: string;
  readonly status: "running";
  readonly run_id: string;
}

/** What `evaluateAiTask`, `streamAiTask` take. */
export interface AiTaskRequest {
  /** The task in your own words; 1 to 8192 bytes of UTF-8. */
  readonly prompt: string;
  /**
   * The page to open first; the task stays on its site.
   * At most 2048 characters.
   */
  readonly url?: string | null | undefined;
  /** Id of a saved browser session; the task holds it while it runs. */
  readonly session_id?: string | null | undefined;
  /**
   * From 1 to 100.
   * When absent: 25.
   */
  readonly max_steps?: number | null | undefined;
  /**
   * From 10000 to 330000.
   * When absent: 300000.
   */
  readonly timeout_ms?: number | null | undefined;
  /** JSON Schema of `result`; at most 50 KB. When absent, `result` is text. */
  readonly output_schema?: Readonly<Record<string, unknown>> | null | undefined;
  /** When absent: false. */
  readonly async?: boolean | null | undefined;
  /** Secret values by name. The model sees only the names; where it writes {{secret.NAME}}, the value is typed into the page. Values are never stored, logged or returned. */
  readonly secret_values?: Readonly<Record<string, string>> | undefined;
}

/** What `getAiTask` gives. */
export interface AiTask {
  readonly workflow_id: string;
  readonly run_id: string;
  readonly status: "running" | "completed" | "failed" | "timed_out";
  /** The result, once the task has ended. */
  readonly result?:
    | {
        readonly success: boolean;
        /** Text, or a value of `output_schema`; null when there is no result. */
        readonly result?: unknown;
        readonly steps: readonly AiTaskStep[];
        readonly iterations: number;
        readonly duration_ms: number;
        readonly credits_used: number;
        readonly run_id: string;
        readonly cached: false;
        /** Why the task failed; only when `success` is false. */
        readonly error?: string | undefined;
      }
    | null
    | undefined;
  /** Why the task failed; when `failed` or `timed_out`. */
  readonly error?: string | undefined;
  readonly created_at: string;
  readonly completed_at?: string | undefined;
}

/** What `createAiSearch`, `getAiSearch` give. */
export interface AiVisibilitySearch {
  readonly id: string;
  readonly search_id: string;
  readonly query: string;
  readonly status: "running" | "completed" | "failed";
  readonly country: string;
  readonly created_at: string;
  /** Credits of all sources, including retries. */
  readonly credits_used: number;
  /** Results of the sources that are settled so far. */
  readonly results: readonly AiVisibilitySourceResult[];
  readonly completed_at?: string | undefined;
  /** One short answer in Markdown that combines all answers. Each sentence has the numbers of its pages, which are listed below it. Absent where the service does not write it, or after a retry replaced an answer that it is based on. */
  readonly synthesis?: string | undefined;
}

/** What `retryAiSearchSource` gives. */
export interface AiVisibilitySourceResult {
  readonly source: string;
  readonly status: "completed" | "failed" | "timed_out";
  readonly summary: string;
  /** JSON text: `{content, sources: [{url, title, date?, is_redirect?}], model, is_refusal, comparison}`; `comparison` is null if the answer was not compared with others, otherwise `{claims: [{text, evidence, is_central, others: [{source, relation, evidence?, by}]}], notes}`. A language model writes the `text` of a claim; rules compare it with its `evidence`, which is a sentence of the answer. Empty unless completed. */
  readonly full_content: string;
  readonly latency_ms: number;
  readonly credits_used: number;
  readonly verdict: "consensus" | "outlier" | null;
  /** Why the source failed; when `failed` or `timed_out`. */
  readonly error?: string | undefined;
}

/** What `createAiSearch` takes. */
export interface AiVisibilitySearchRequest {
  /** The question for the engines; 1 to 2000 characters. */
  readonly query: string;
  /** Slugs of GET /ai-visibility/sources, their labels, or `chatgpt`, `claude`, `grok`, `google` and `google-ai-overview`; when absent or empty, all engines are asked. */
  readonly sources?: readonly string[] | null | undefined;
  /**
   * Country that the question is asked from: a two-letter country code.
   * When absent: "us".
   */
  readonly country?: string | undefined;
}

/** What `retryAiSearchSource` takes. */
export interface AiVisibilityRetryRequest {
  /** The slug of the source. */
  readonly source: string;
}

/** What `listAiSearches` gives. */
export interface AiVisibilitySearches {
  readonly searches: readonly {
    readonly id: string;
    readonly search_id: string;
    readonly query: string;
    readonly status: "running" | "completed" | "failed";
    readonly country: string;
    readonly created_at: string;
    /** Credits of all sources, including retries. */
    readonly credits_used: number;
    readonly sources: readonly {
      readonly source: string;
      readonly status: "running" | "completed" | "failed" | "timed_out";
    }[];
  }[];
}

/** What `listAiSources` gives. */
export type AiVisibilitySources = readonly {
  readonly slug: string;
  readonly label: string;
}[];

/** What `createMonitor`, `replaceMonitor`, `getMonitor` give. */
export interface Monitor {
  readonly id: string;
  readonly url: string;
  readonly intervalMinutes: number;
  readonly scope: "page" | "site" | "wire";
  readonly watchMode: "full_page" | "specific_data";
  readonly watchFormat: "markdown" | "html" | "cleaned_html";
  readonly outputSchema: Readonly<Record<string, unknown>> | null;
  readonly aiMode: boolean;
  readonly aiGoal: string | null;
  readonly useBrowser: boolean;
  readonly country: string;
  readonly sessionId: string | null;
  /** At the last check, the saved session no longer existed or was logged out. */
  readonly sessionExpired: boolean;
  readonly maxPages: number;
  readonly maxDepth: number;
  readonly includePatterns: readonly string[];
  readonly excludePatterns: readonly string[];
  /** Pages that are excluded from the monitor. */
  readonly excludedUrls: readonly string[];
  readonly wireActionId: string | null;
  readonly wireCatalogSlug: string | null;
  readonly wireCredentialId: string | null;
  readonly wireParams: Readonly<Record<string, unknown>>;
  readonly wireWatchPaths: readonly string[];
  readonly isActive: boolean;
  readonly expiresAt: string | null;
  readonly expired: boolean;
  readonly alertWebhookUrl: string | null;
  /** Only in the answer of the call that sets the first alertWebhookUrl. */
  readonly alertWebhookSecret?: string | undefined;
  readonly alertEmails: string | null;
  /** null while the monitor is not active. */
  readonly nextRunAt: string | null;
  readonly lastCheckedAt: string | null;
  readonly lastAlertedAt: string | null;
  readonly lastError: string | null;
  /** Credits of one check; for a site, the most that one check can cost. */
  readonly creditCostPerRun: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What `createMonitor`, `replaceMonitor` take. */
export interface MonitorRequest {
  /**
   * A valid HTTP/HTTPS URL.
   * At most 2048 characters.
   */
  readonly url: string;
  /** From 15 to 43200. */
  readonly intervalMinutes: number;
  /** When absent: "page". */
  readonly scope?: "page" | "site" | "wire" | null | undefined;
  /** When absent: "full_page". */
  readonly watchMode?: "full_page" | "specific_data" | null | undefined;
  /** When absent: "markdown". */
  readonly watchFormat?: "markdown" | "html" | "cleaned_html" | null | undefined;
  /** JSON Schema of the values to watch, at most 50 KB; only with `specific_data`. Properties that all have `x-selector` are read from the elements that these CSS selectors match, those with `x-attribute` from that attribute. */
  readonly outputSchema?: Readonly<Record<string, unknown>> | null | undefined;
  /** When absent: false. */
  readonly aiMode?: boolean | null | undefined;
  /** At most 2000 characters. */
  readonly aiGoal?: string | null | undefined;
  /**
   * Always true with a saved session.
   * When absent: false.
   */
  readonly useBrowser?: boolean | null | undefined;
  /**
   * Proxy country code; the default exit is used where the country has no proxy.
   * When absent: "us".
   */
  readonly country?: string | undefined;
  /** Saved browser session by id. */
  readonly sessionId?: string | null | undefined;
  /**
   * From 1 to 50.
   * When absent: 50.
   */
  readonly maxPages?: number | null | undefined;
  /**
   * From 1 to 5.
   * When absent: 2.
   */
  readonly maxDepth?: number | null | undefined;
  /**
   * At most 100.
   * When absent: [].
   */
  readonly includePatterns?: readonly string[] | null | undefined;
  /**
   * At most 100.
   * When absent: [].
   */
  readonly excludePatterns?: readonly string[] | null | undefined;
  /** At most 256 characters. */
  readonly wireActionId?: string | null | undefined;
  readonly wireCredentialId?: string | null | undefined;
  /** When absent: {}. */
  readonly wireParams?: Readonly<Record<string, unknown>> | null | undefined;
  /**
   * Dotted keys with [n] and [*]; empty for the whole result.
   * At most 50.
   * When absent: [].
   */
  readonly wireWatchPaths?: readonly string[] | null | undefined;
  /** When absent: true. */
  readonly isActive?: boolean | null | undefined;
  /** RFC 3339, or YYYY-MM-DD for the end of that day in UTC; in the future. */
  readonly expiresAt?: string | undefined;
  /**
   * Receives monitor.change; http or https, not a private address.
   * At most 2048 characters.
   */
  readonly alertWebhookUrl?: string | null | undefined;
  /**
   * At most 10 addresses, separated by commas.
   * At most 4096 characters.
   */
  readonly alertEmails?: string | null | undefined;
}

/** What `deleteMonitor`, `excludeMonitorPage`, `restoreMonitorPage` give. */
export interface Success {
  readonly success: true;
}

/** What `listMonitors` gives. */
export type MonitorList = readonly Monitor[];

/** What `previewMonitor` gives. */
export interface MonitorPreview {
  /** After redirects. */
  readonly url: string;
  /** The page from its top, a PNG as a data URL; null for one above 8 MiB. */
  readonly screenshot: string | null;
  /** Pixels of the screenshot. */
  readonly width: number;
  readonly height: number;
  /** Whether the page goes on below the screenshot. */
  readonly isCut: boolean;
  /** In the order of the page; at most 250. */
  readonly elements: readonly MonitorPreviewElement[];
}

/** A part of `MonitorPreview`. */
export interface MonitorPreviewElement {
  /** For `x-selector`; it matches this element alone. */
  readonly selector: string;
  /** What a check would read, white space folded. */
  readonly text: string;
  /** What a check would read as a number; null for a text that has none. */
  readonly number: number | null;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether a check reads it only with `useBrowser`: without a browser the page does not have it. */
  readonly needsBrowser: boolean;
}

/** What `previewMonitor` takes. */
export interface MonitorPreviewRequest {
  /**
   * A valid HTTP/HTTPS URL.
   * At most 2048 characters.
   */
  readonly url: string;
  /** When absent: false. */
  readonly useBrowser?: boolean | null | undefined;
  /**
   * Proxy country code; the default exit is used where the country has no proxy.
   * When absent: "us".
   */
  readonly country?: string | undefined;
  readonly sessionId?: string | null | undefined;
}

/** What `resumeMonitor` takes. */
export interface MonitorResumption {
  /** RFC 3339, or YYYY-MM-DD for the end of that day in UTC; in the future. */
  readonly expiresAt?: string | null | undefined;
}

/** What `setMonitorExpiry` takes. */
export interface MonitorExpiry {
  /** RFC 3339, or YYYY-MM-DD for the end of that day in UTC; in the future. */
  readonly expiresAt: string | null;
}

/** What `runMonitor` gives. */
export interface MonitorRunStarted {
  readonly success: true;
  /** Id of the run; absent for `wire`. */
  readonly jobId?: string | undefined;
  readonly message: string;
}

/** What `listMonitorRuns` gives. */
export interface MonitorRunList {
  readonly runs: readonly MonitorRun[];
}

/** A part of `MonitorRunList`. */
export interface MonitorRun {
  readonly id: string;
  readonly trigger: "schedule" | "manual";
  readonly status: "processing" | "completed" | "failed" | "skipped";
  readonly startedAt: string;
  readonly completedAt: string | null;
  readonly pagesCrawled: number;
  readonly pagesAdded: number;
  readonly pagesChanged: number;
  readonly pagesRemoved: number;
  readonly changeId: string | null;
  readonly creditsUsed: number;
  readonly error: string | null;
}

/** What `listMonitorChanges` gives. */
export interface MonitorChangeList {
  readonly changes: readonly MonitorChange[];
}

/** A part of `MonitorChangeList`. */
export interface MonitorChange {
  readonly id: string;
  readonly monitorId: string;
  readonly snapshotId: string;
  readonly changedAt: string;
  readonly summary: string | null;
  readonly diffJson: FieldsDiff | ContentDiff | SiteDiff;
  readonly createdAt: string;
}

/** A part of `MonitorChange`. */
export interface FieldsDiff {
  readonly type: "fields";
  readonly changedFields: readonly string[];
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** With aiMode. `before` and `after` quote the page. `description` is written by the model and not checked; where the quoted words contradict it, it is those words instead. */
  readonly aiMeaningful?:
    | readonly {
        readonly description: string;
        readonly before: string;
        readonly after: string;
      }[]
    | undefined;
}

/** A part of `MonitorChange`. */
export interface ContentDiff {
  readonly type: "content";
  readonly beforeSnapshotId: string;
  readonly afterSnapshotId: string;
  readonly stats: {
    readonly adds: number;
    readonly dels: number;
  };
  /** With aiMode. `before` and `after` quote the page. `description` is written by the model and not checked; where the quoted words contradict it, it is those words instead. */
  readonly aiMeaningful?:
    | readonly {
        readonly description: string;
        readonly before: string;
        readonly after: string;
      }[]
    | undefined;
}

/** A part of `MonitorChange`. */
export interface SiteDiff {
  readonly type: "site";
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly {
    readonly url: string;
    readonly beforeHash: string;
    readonly afterHash: string;
    readonly stats: {
      readonly adds: number;
      readonly dels: number;
    };
  }[];
  readonly stats: {
    readonly added: number;
    readonly removed: number;
    readonly changed: number;
  };
  /** With aiMode. `before` and `after` quote the page. `description` is written by the model and not checked; where the quoted words contradict it, it is those words instead. */
  readonly aiMeaningful?:
    | readonly {
        readonly description: string;
        readonly before: string;
        readonly after: string;
      }[]
    | undefined;
}

/** What `listMonitorSnapshots` gives. */
export interface MonitorSnapshotList {
  readonly snapshots: readonly MonitorSnapshot[];
}

/** A part of `MonitorSnapshotList`. */
export interface MonitorSnapshot {
  readonly id: string;
  readonly monitorId: string;
  readonly capturedAt: string;
  /** Equal hashes mean that nothing changed. */
  readonly contentHash: string;
  readonly extractedData: Readonly<Record<string, unknown>> | null;
  readonly createdAt: string;
}

/** What `getMonitorSnapshotContent`, `getMonitorContent` give. */
export interface MonitorContent {
  readonly available: boolean;
  /** In the watchFormat; empty unless available. */
  readonly content: string;
  readonly capturedAt: string | null;
  readonly contentHash: string;
}

/** What `listMonitorPages` gives. */
export interface MonitorPageList {
  readonly pages: readonly MonitorPage[];
}

/** A part of `MonitorPageList`. */
export interface MonitorPage {
  readonly url: string;
  readonly status: "added" | "unchanged" | "changed" | "removed";
  readonly contentHash: string | null;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
}

/** What `restoreMonitorPage` takes. */
export interface RestoredPage {
  /** At most 2048 characters. */
  readonly url?: string | null | undefined;
}

/** What `testMonitorAlert` gives. */
export interface MonitorTestAlert {
  readonly success: boolean;
  /** The receiver's HTTP status. */
  readonly status: number | null;
  readonly message: string;
}

/** What `listMonitorDeliveries` gives. */
export interface MonitorDeliveryList {
  readonly deliveries: readonly MonitorDelivery[];
}

/** A part of `MonitorDeliveryList`. */
export interface MonitorDelivery {
  readonly id: string;
  readonly endpointId: string | null;
  readonly event: string;
  readonly jobId: string | null;
  readonly url: string;
  readonly status: "pending" | "success" | "failed" | "exhausted";
  readonly httpStatus: number | null;
  readonly attempts: number;
  readonly error: string | null;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly monitorId: string;
  readonly changeId: string | null;
  readonly channel: "webhook" | "email";
}

/** What `listBrowserConnections` gives. */
export interface BrowserConnections {
  readonly connections: readonly {
    /** The `connId` of its recording. */
    readonly connId: string;
    readonly createdAt: string;
  }[];
}

/** What `listBrowserDownloads` gives. */
export interface BrowserDownloads {
  readonly downloads: readonly {
    /** `guid` of `Browser.downloadWillBegin`. */
    readonly id: string;
    readonly url: string;
    readonly name: string;
    readonly state: "inProgress" | "completed" | "canceled";
    readonly received_bytes: number;
    /** Null where it is not known yet. */
    readonly size_bytes: number | null;
  }[];
}

/** What `uploadBrowserFile` gives. */
export interface BrowserUpload {
  /** What `DOM.setFileInputFiles` takes. */
  readonly path: string;
  readonly size_bytes: number;
}

/** What `listSessions` gives. */
export type SessionList = readonly Session[];

/** What `renameSession`, `saveManualSession` give. */
export interface Session {
  readonly id: string;
  /** The same as id. */
  readonly sessionId: string;
  readonly name: string;
  readonly websiteUrl: string | null;
  readonly websiteDomain: string | null;
  readonly createdAt: string;
  /** Whether state is saved and not known to be logged out. */
  readonly isActive: boolean;
  readonly lastUsedAt: string | null;
  /** When the last cookie of the saved session expires. */
  readonly expiresAt: string | null;
  readonly cookieCount: number;
  readonly storageItemCount: number;
  /** Whether the saved session remembers the address of its proxy. */
  readonly staticProxy: boolean;
}

/** What `renameSession` takes. */
export interface SessionChanges {
  /**
   * Unique per user.
   * At most 100 characters.
   */
  readonly name: string;
}

/** What `deleteSession` gives. */
export interface SessionRemoved {
  readonly success: true;
}

/** What `startManualSession` gives. */
export interface ManualStarted {
  /** Id of the interactive session, and of the saved session later. */
  readonly sessionId: string;
  /** The same as sessionId. */
  readonly browserInstanceId: string;
  /** A page that shows the browser; it needs no API key. */
  readonly novncUrl: string;
  /** The stream of that page; its messages are private. */
  readonly wsUrl: string;
  /** Opens the page and the stream of this interactive session only. */
  readonly accessToken: string;
  /** Seconds until the browser ends without saving. */
  readonly expiresIn: number;
}

/** What `startManualSession` takes. */
export interface ManualStart {
  /**
   * A valid HTTP/HTTPS URL.
   * At most 2048 characters.
   */
  readonly websiteUrl: string;
  /**
   * Name of the saved session; unique per user. The default is the domain, with a number if needed.
   * At most 100 characters.
   */
  readonly name?: string | null | undefined;
  /**
   * Whether to record a video; the `connId` of the recording is the interactive session's id.
   * When absent: false.
   */
  readonly record?: boolean | null | undefined;
  /** When absent: "manual". */
  readonly sessionType?: "manual" | undefined;
  /**
   * Proxy country code; the default exit is used where the country has no proxy.
   * When absent: "us".
   */
  readonly country?: string | undefined;
}

/** What `saveManualSession` takes. */
export interface ManualSave {
  readonly browserInstanceId?: string | null | undefined;
  /** Accepted in place of browserInstanceId. */
  readonly sessionId?: string | null | undefined;
  /**
   * Replaces the name that was given at the start.
   * At most 100 characters.
   */
  readonly name?: string | null | undefined;
}

/** What `listRecordings` gives. */
export interface RecordingList {
  readonly recordings: readonly Recording[];
}

/** What `getRecording` gives. */
export interface Recording {
  readonly id: string;
  /** Id of the connection; its upgrade answer has it too. */
  readonly connId: string;
  /** Length in seconds; 0 until the recording is completed. */
  readonly duration: number;
  /** Size in bytes; 0 until the recording is completed. */
  readonly fileSize: number;
  readonly status: "recording" | "processing" | "completed" | "failed";
  /** URL of the WebM video, valid for 1 hour and without an API key; null unless the recording is completed. */
  readonly videoUrl: string | null;
  readonly createdAt: string;
}

/** What `listRecipes` gives. */
export interface RecipeList {
  readonly recipes: readonly Recipe[];
}

/** A part of `RecipeList`, `WholeRecipe`. */
export interface Recipe {
  readonly id: string;
  /** URL pattern of the pages that it reads, such as `https://shop.example/p/*`. */
  readonly urlPattern: string;
  /** The outputSchema that it was learned for. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Increases when the extraction recipe or the set of pages that it is learned from changes. */
  readonly version: number;
  /** Pages that it was learned from. */
  readonly pages: number;
  /** Pages that it read without a model. */
  readonly used: number;
  /** Pages in a row that did not fit it. */
  readonly refused: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What `getRecipe` gives. */
export type WholeRecipe = Recipe & {
  /** The extraction recipe as plain JSON, for `runRecipe` of `dragline/extractor`. */
  readonly recipe: Readonly<Record<string, unknown>>;
};

/** What `removeRecipe` gives. */
export interface RecipeRemoved {
  readonly success: true;
}

/** What `getWebhookSigningSecret`, `rotateWebhookSigningSecret` give. */
export interface WebhookSigningSecret {
  readonly secret: string;
}

/** What `listWebhookEvents` gives. */
export interface WebhookEventList {
  readonly events: readonly (
    | "job.completed"
    | "job.failed"
    | "batch.completed"
    | "batch.failed"
    | "wire.job.completed"
    | "wire.job.failed"
    | "monitor.change"
    | "ai.search.completed"
    | "ai.search.failed"
    | "webhook.test"
  )[];
}

/** What `listWebhookDeliveries`, `listWebhookEndpointDeliveries` give. */
export interface WebhookDeliveryList {
  readonly deliveries: readonly WebhookDelivery[];
}

/** A part of `WebhookDeliveryList`. */
export interface WebhookDelivery {
  readonly id: string;
  readonly endpointId: string | null;
  readonly event: string;
  readonly jobId: string | null;
  readonly url: string;
  readonly status: "pending" | "success" | "failed" | "exhausted";
  readonly httpStatus: number | null;
  readonly attempts: number;
  readonly error: string | null;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
}

/** What `getWebhookDelivery` gives. */
export interface WebhookDeliveryDetail {
  readonly id: string;
  readonly endpointId: string | null;
  readonly event: string;
  readonly jobId: string | null;
  readonly url: string;
  readonly status: "pending" | "success" | "failed" | "exhausted";
  readonly httpStatus: number | null;
  readonly attempts: number;
  readonly error: string | null;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  /** What each attempt sends, byte for byte; null when it is kept no longer. */
  readonly body: string | null;
  /** Attempts that have ended, in order. */
  readonly attemptLog: readonly {
    readonly number: number;
    readonly startedAt: string;
    readonly durationMs: number;
    readonly httpStatus: number | null;
    /** null when it was taken. */
    readonly failure: string | null;
  }[];
}

/** What `createWebhookEndpoint` gives. */
export interface CreatedWebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** Events that the endpoint receives; empty means all. */
  readonly events: readonly (
    | "job.completed"
    | "job.failed"
    | "batch.completed"
    | "batch.failed"
    | "wire.job.completed"
    | "wire.job.failed"
    | "monitor.change"
    | "ai.search.completed"
    | "ai.search.failed"
    | "webhook.test"
  )[];
  readonly isActive: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Signs the deliveries to this endpoint; returned only here. */
  readonly secret: string;
}

/** What `createWebhookEndpoint` takes. */
export interface NewWebhookEndpoint {
  /**
   * http or https, not a private address; HTTPS is recommended.
   * At most 2048 characters.
   */
  readonly url: string;
  /** At most 500 characters. */
  readonly description?: string | null | undefined;
  /** Events that the endpoint receives; empty means all. */
  readonly events?:
    | readonly (
        | "job.completed"
        | "job.failed"
        | "batch.completed"
        | "batch.failed"
        | "wire.job.completed"
        | "wire.job.failed"
        | "monitor.change"
        | "ai.search.completed"
        | "ai.search.failed"
        | "webhook.test"
      )[]
    | null
    | undefined;
}

/** What `listWebhookEndpoints` gives. */
export interface WebhookEndpointList {
  readonly endpoints: readonly WebhookEndpoint[];
}

/** What `getWebhookEndpoint`, `updateWebhookEndpoint` give. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** Events that the endpoint receives; empty means all. */
  readonly events: readonly (
    | "job.completed"
    | "job.failed"
    | "batch.completed"
    | "batch.failed"
    | "wire.job.completed"
    | "wire.job.failed"
    | "monitor.change"
    | "ai.search.completed"
    | "ai.search.failed"
    | "webhook.test"
  )[];
  readonly isActive: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What `updateWebhookEndpoint` takes. */
export interface WebhookEndpointChanges {
  /**
   * http or https, not a private address; HTTPS is recommended.
   * At most 2048 characters.
   */
  readonly url?: string | null | undefined;
  /** At most 500 characters. */
  readonly description?: string | null | undefined;
  /** Events that the endpoint receives; empty means all. */
  readonly events?:
    | readonly (
        | "job.completed"
        | "job.failed"
        | "batch.completed"
        | "batch.failed"
        | "wire.job.completed"
        | "wire.job.failed"
        | "monitor.change"
        | "ai.search.completed"
        | "ai.search.failed"
        | "webhook.test"
      )[]
    | null
    | undefined;
  /** false pauses the endpoint: it receives no deliveries. */
  readonly isActive?: boolean | null | undefined;
}

/** What `testWebhookEndpoint` gives. */
export interface WebhookTest {
  readonly deliveryId: string;
  /** null when there was no answer. */
  readonly httpStatus: number | null;
  readonly success: boolean;
}

/** What `getCredits` gives. */
export interface Credits {
  /** Credits left. */
  readonly balance: number;
  /** Credits used, net of refunds. */
  readonly used: number;
  /** Credits by operation. */
  readonly prices: Readonly<Record<string, number>>;
}

/** What `getHealth` gives. */
export interface Health {
  readonly status: "ok";
  readonly version: string;
}

/** Every route of the API as a call. */
export interface Calls {
  /** Scrape a URL as a job: `POST /url-scraper`. */
  submitUrlScraper(input: ScrapeRequest, call?: CallOptions): Promise<JobSubmitted>;
  /** Scrape a URL and wait for the result: `POST /url-scraper/scrape`. */
  scrapeUrl(input: ScrapeRequest, call?: CallOptions): Promise<ScrapeJob>;
  /** Scrape 1 to 10 URLs as one job: `POST /url-scraper/batch`. */
  submitUrlScraperBatch(input: BatchScrapeRequest, call?: CallOptions): Promise<JobSubmitted>;
  /** Show a scrape or a batch: `GET /url-scraper/{id}`. */
  getUrlScraperJob(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<ScrapeJob | BatchScrapeJob>;
  /** Get a screenshot of a scrape: `GET /url-scraper/{id}/screenshot`. */
  getUrlScraperScreenshot(
    input: {
      readonly id: string;
      /** When absent: "viewport". */
      readonly type?: "viewport" | "fullpage" | undefined;
    },
    call?: CallOptions,
  ): Promise<Response>;
  /** Find the URLs of a site: `POST /map`. */
  createMap(input: MapRequest, call?: CallOptions): Promise<JobSubmitted>;
  /** Show a map job: `GET /map/{id}`. */
  getMap(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<MapJob>;
  /** Crawl the pages of a site: `POST /crawl`. */
  createCrawl(input: CrawlRequest, call?: CallOptions): Promise<JobSubmitted>;
  /** Show a crawl job: `GET /crawl/{id}`. */
  getCrawl(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<CrawlJob>;
  /** List the pages of a crawl without their content, also while it runs: `GET /crawl/{id}/pages`. */
  listCrawlPages(
    input: {
      readonly id: string;
      /**
       * The `place` of the last page of the part before.
       * From 0 to 1000000.
       */
      readonly after?: number | undefined;
      /**
       * From 1 to 200.
       * When absent: 100.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<CrawlPages>;
  /** Show a page of a crawl with its content: `GET /crawl/{id}/pages/{place}`. */
  getCrawlPage(
    input: {
      readonly id: string;
      readonly place: string;
    },
    call?: CallOptions,
  ): Promise<CrawlPage>;
  /** Run a custom scraper: `POST /web-scraper`. */
  createWebScraper(input: WebScraperRequest, call?: CallOptions): Promise<JobSubmitted>;
  /** Show a web-scraper job: `GET /web-scraper/{id}`. */
  getWebScraper(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WebScraperJob>;
  /** Search and return the results: `POST /search`. */
  search(input: SearchRequest, call?: CallOptions): Promise<SearchResults>;
  /** Search, read the pages, and write a report with citations: `POST /agentic-search`. */
  createAgenticSearch(
    input: AgenticSearchRequest,
    call?: CallOptions,
  ): Promise<AgenticSearchSubmitted>;
  /** Show a research job, with its report once it is completed: `GET /agentic-search/{id}`. */
  getAgenticSearch(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<AgenticSearchJob>;
  /** Submit a job of any product by its job_type: `POST /request`. */
  submitRequest(
    input: GenericRequest,
    call?: CallOptions,
  ): Promise<JobSubmitted | AgenticSearchSubmitted | SearchResults>;
  /** Show any job: `GET /request/{jobId}`. */
  getRequest(
    input: {
      readonly jobId: string;
    },
    call?: CallOptions,
  ): Promise<ScrapeJob | BatchScrapeJob | AgenticSearchJob | AnyJob>;
  /** List the account's jobs of every type, newest first: `GET /jobs`. */
  listJobs(
    input?: {
      /** Types, separated by commas. */
      readonly jobType?: string | undefined;
      /** Of pending, queued, processing, completed, failed, separated by commas. */
      readonly status?: string | undefined;
      /** Jobs that were created at this time or later. */
      readonly since?: string | undefined;
      /** Jobs that were created before this time. */
      readonly until?: string | undefined;
      /**
       * What the job's URL has in it; A to Z count as a to z.
       * At most 2048 characters.
       */
      readonly url?: string | undefined;
      /** The `nextCursor` of the part before. */
      readonly cursor?: string | undefined;
      /**
       * From 1 to 200.
       * When absent: 50.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<JobList>;
  /** Count the account's jobs by type, state and day, with durations and credits: `GET /jobs/counts`. */
  countJobs(
    input?: {
      /** Jobs that were created at this time or later. */
      readonly since?: string | undefined;
      /** Jobs that were created before this time. */
      readonly until?: string | undefined;
    },
    call?: CallOptions,
  ): Promise<JobCounts>;
  /** Stream the account's jobs as their states change, as server-sent events: `GET /jobs/events`. */
  streamJobEvents(
    input?: undefined,
    call?: CallOptions,
  ): AsyncGenerator<ServerEvent, void, undefined>;
  /** Show a job of any type as the list has it, and where its document is: `GET /jobs/{id}`. */
  getJob(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<ListedJob>;
  /** Submit the work of a job again, as a new job: `POST /jobs/{id}/retry`. */
  retryJob(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<JobSubmitted>;
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
  /** Open a browser on the site's login page: `POST /wire/connect/{slug}/start`. */
  startWireConnect(
    input: {
      readonly slug: string;
    },
    call?: CallOptions,
  ): Promise<WireConnectStarted>;
  /** Store the browser's login in an identity, and end the browser: `POST /wire/connect/{slug}/finish`. */
  finishWireConnect(
    input: {
      readonly slug: string;
    } & WireConnectFinish,
    call?: CallOptions,
  ): Promise<WireConnectFinished>;
  /** End the browser without storing a login: `DELETE /wire/connect/cancel/{session_id}`. */
  cancelWireConnect(
    input: {
      readonly session_id: string;
    },
    call?: CallOptions,
  ): Promise<WireRemoved>;
  /** Remove the manual logins of a site: `DELETE /wire/connect/{slug}`. */
  removeWireConnection(
    input: {
      readonly slug: string;
    },
    call?: CallOptions,
  ): Promise<WireRemoved>;
  /** List manual logins, newest first: `GET /wire/connections`. */
  listWireConnections(input?: undefined, call?: CallOptions): Promise<WireConnections>;
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
  /** Have a language model do a task in a browser: `POST /ai/evaluate`. */
  evaluateAiTask(input: AiTaskRequest, call?: CallOptions): Promise<AiTaskResult | AiTaskSubmitted>;
  /** Do a task and stream each step as a server-sent event; closing the stream ends the task: `POST /ai/evaluate/stream`. */
  streamAiTask(
    input: AiTaskRequest,
    call?: CallOptions,
  ): AsyncGenerator<ServerEvent, void, undefined>;
  /** Show a task, with its result once it has ended: `GET /ai/jobs/{workflow_id}`. */
  getAiTask(
    input: {
      readonly workflow_id: string;
    },
    call?: CallOptions,
  ): Promise<AiTask>;
  /** Ask answer engines the same question and compare their answers: `POST /ai-visibility/search`. */
  createAiSearch(input: AiVisibilitySearchRequest, call?: CallOptions): Promise<AiVisibilitySearch>;
  /** Ask one engine again, or take its late answer; waits up to 5 minutes: `POST /ai-visibility/search/{id}/retry`. */
  retryAiSearchSource(
    input: {
      readonly id: string;
    } & AiVisibilityRetryRequest,
    call?: CallOptions,
  ): Promise<AiVisibilitySourceResult>;
  /** Show a search with the results so far: `GET /ai-visibility/search/{id}`. */
  getAiSearch(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<AiVisibilitySearch>;
  /** List the last 20 searches, newest first: `GET /ai-visibility/searches`. */
  listAiSearches(input?: undefined, call?: CallOptions): Promise<AiVisibilitySearches>;
  /** List the engines that can be asked: `GET /ai-visibility/sources`. */
  listAiSources(input?: undefined, call?: CallOptions): Promise<AiVisibilitySources>;
  /** Watch a page, a site or an action; the first check is due at once: `POST /monitors`. */
  createMonitor(input: MonitorRequest, call?: CallOptions): Promise<Monitor>;
  /** List monitors: `GET /monitors`. */
  listMonitors(
    input?: {
      /**
       * Most monitors; all when absent.
       * From 1 to 200.
       */
      readonly limit?: number | undefined;
      /**
       * Id of the last monitor of the answer before: only older ones are listed.
       * At most 256 characters.
       */
      readonly before?: string | undefined;
    },
    call?: CallOptions,
  ): Promise<MonitorList>;
  /** Replace a monitor; fields that are left out return to their defaults: `PUT /monitors/{id}`. */
  replaceMonitor(
    input: {
      readonly id: string;
    } & MonitorRequest,
    call?: CallOptions,
  ): Promise<Monitor>;
  /** Remove a monitor with its changes, snapshots and runs: `DELETE /monitors/{id}`. */
  deleteMonitor(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<Success>;
  /** Show a monitor: `GET /monitors/{id}`. */
  getMonitor(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<Monitor>;
  /** Show a page with the elements that can be watched on it: `POST /monitors/preview`. */
  previewMonitor(input: MonitorPreviewRequest, call?: CallOptions): Promise<MonitorPreview>;
  /** Stop checking by schedule: `POST /monitors/{id}/pause`. */
  pauseMonitor(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<Monitor>;
  /** Resume checking by schedule; the first check is due at once: `POST /monitors/{id}/resume`. */
  resumeMonitor(
    input: {
      readonly id: string;
    } & MonitorResumption,
    call?: CallOptions,
  ): Promise<Monitor>;
  /** Set when a monitor stops by itself; null means never: `POST /monitors/{id}/expiry`. */
  setMonitorExpiry(
    input: {
      readonly id: string;
    } & MonitorExpiry,
    call?: CallOptions,
  ): Promise<Monitor>;
  /** Check now, paused or not: `POST /monitors/{id}/run`. */
  runMonitor(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<MonitorRunStarted>;
  /** List checks: `GET /monitors/{id}/runs`. */
  listMonitorRuns(
    input: {
      readonly id: string;
      /**
       * From 1 to 200.
       * When absent: 200.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<MonitorRunList>;
  /** List changes: `GET /monitors/{id}/changes`. */
  listMonitorChanges(
    input: {
      readonly id: string;
      /**
       * From 1 to 200.
       * When absent: 200.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<MonitorChangeList>;
  /** List snapshots: `GET /monitors/{id}/snapshots`. */
  listMonitorSnapshots(
    input: {
      readonly id: string;
      /**
       * From 1 to 200.
       * When absent: 200.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<MonitorSnapshotList>;
  /** Show the body of a snapshot: `GET /monitors/{id}/snapshots/{snapshotId}/content`. */
  getMonitorSnapshotContent(
    input: {
      readonly id: string;
      readonly snapshotId: string;
    },
    call?: CallOptions,
  ): Promise<MonitorContent>;
  /** Show a body by its hash, also of one page of a site: `GET /monitors/{id}/content`. */
  getMonitorContent(
    input: {
      readonly id: string;
      /** At most 256 characters. */
      readonly hash: string;
    },
    call?: CallOptions,
  ): Promise<MonitorContent>;
  /** List the watched pages of a site: `GET /monitors/{id}/pages`. */
  listMonitorPages(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<MonitorPageList>;
  /** Stop watching a page: `DELETE /monitors/{id}/pages`. */
  excludeMonitorPage(
    input: {
      readonly id: string;
      /** At most 2048 characters. */
      readonly url: string;
    },
    call?: CallOptions,
  ): Promise<Success>;
  /** Watch an excluded page again; the URL is in the query or in the body: `POST /monitors/{id}/pages/restore`. */
  restoreMonitorPage(
    input: {
      readonly id: string;
    } & RestoredPage,
    call?: CallOptions,
  ): Promise<Success>;
  /** Send one change with sample values to the monitor's receivers: `POST /monitors/{id}/test-alert`. */
  testMonitorAlert(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<MonitorTestAlert>;
  /** List the deliveries of a monitor: `GET /monitors/{id}/deliveries`. */
  listMonitorDeliveries(
    input: {
      readonly id: string;
      /**
       * From 1 to 200.
       * When absent: 200.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<MonitorDeliveryList>;
  /** Send a failed delivery again: `POST /monitors/{id}/deliveries/{deliveryId}/retry`. */
  retryMonitorDelivery(
    input: {
      readonly id: string;
      readonly deliveryId: string;
    },
    call?: CallOptions,
  ): Promise<Success>;
  /** List the account's browser connections that run in this process: `GET /browser-connect/connections`. */
  listBrowserConnections(input?: undefined, call?: CallOptions): Promise<BrowserConnections>;
  /** Show what the page of a running connection looks like now: `GET /browser-connect/{connId}/picture`. */
  getBrowserPicture(
    input: {
      readonly connId: string;
    },
    call?: CallOptions,
  ): Promise<Response>;
  /** List what the browser of a running connection has downloaded: `GET /browser-connect/{connId}/downloads`. */
  listBrowserDownloads(
    input: {
      readonly connId: string;
    },
    call?: CallOptions,
  ): Promise<BrowserDownloads>;
  /** Get the bytes of a download: `GET /browser-connect/{connId}/downloads/{id}`. */
  getBrowserDownload(
    input: {
      readonly connId: string;
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<Response>;
  /** Keep the body, of any type, as a file for file inputs of the browser: `POST /browser-connect/{connId}/files`. */
  uploadBrowserFile(
    input: {
      readonly connId: string;
      /** The file's name as the page will see it. */
      readonly name: string;
    } & { readonly body: Blob | Uint8Array<ArrayBuffer> | string },
    call?: CallOptions,
  ): Promise<BrowserUpload>;
  /** List saved sessions: `GET /sessions`. */
  listSessions(
    input?: {
      /**
       * Only sessions of this domain and its subdomains, in upper or lower case.
       * At most 253 characters.
       */
      readonly domain?: string | undefined;
    },
    call?: CallOptions,
  ): Promise<SessionList>;
  /** Rename a saved session: `PATCH /sessions/{id}`. */
  renameSession(
    input: {
      readonly id: string;
    } & SessionChanges,
    call?: CallOptions,
  ): Promise<Session>;
  /** Delete a saved session and its state; this cannot be undone: `DELETE /sessions/{id}`. */
  deleteSession(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<SessionRemoved>;
  /** Open a browser in which a person logs in: `POST /sessions/manual-start`. */
  startManualSession(input: ManualStart, call?: CallOptions): Promise<ManualStarted>;
  /** Save the login and end the browser: `POST /sessions/manual-save`. */
  saveManualSession(input: ManualSave, call?: CallOptions): Promise<Session>;
  /** List recordings: `GET /recordings`. */
  listRecordings(input?: undefined, call?: CallOptions): Promise<RecordingList>;
  /** Show the recording of a connection: `GET /recordings/{connId}`. */
  getRecording(
    input: {
      readonly connId: string;
    },
    call?: CallOptions,
  ): Promise<Recording>;
  /** Get the video of a recording's `videoUrl`, whole or in ranges: `GET /recordings/video`. */
  getVideo(input?: undefined, call?: CallOptions): Promise<Response>;
  /** List extraction recipes: `GET /recipes`. */
  listRecipes(input?: undefined, call?: CallOptions): Promise<RecipeList>;
  /** Show an extraction recipe: `GET /recipes/{id}`. */
  getRecipe(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WholeRecipe>;
  /** Delete an extraction recipe and the pages that it was learned from: `DELETE /recipes/{id}`. */
  removeRecipe(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<RecipeRemoved>;
  /** Show the secret that deliveries to a `webhook_url` are signed with: `GET /webhooks/signing-secret`. */
  getWebhookSigningSecret(input?: undefined, call?: CallOptions): Promise<WebhookSigningSecret>;
  /** Create a new default secret; existing deliveries keep their signature: `POST /webhooks/signing-secret/rotate`. */
  rotateWebhookSigningSecret(input?: undefined, call?: CallOptions): Promise<WebhookSigningSecret>;
  /** List the names of events: `GET /webhooks/events`. */
  listWebhookEvents(input?: undefined, call?: CallOptions): Promise<WebhookEventList>;
  /** List deliveries: `GET /webhooks/deliveries`. */
  listWebhookDeliveries(
    input?: {
      readonly endpointId?: string | undefined;
      readonly event?:
        | "job.completed"
        | "job.failed"
        | "batch.completed"
        | "batch.failed"
        | "wire.job.completed"
        | "wire.job.failed"
        | "monitor.change"
        | "ai.search.completed"
        | "ai.search.failed"
        | "webhook.test"
        | undefined;
      readonly status?: "pending" | "success" | "failed" | "exhausted" | undefined;
      readonly jobId?: string | undefined;
      /**
       * From 1 to 200.
       * When absent: 50.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<WebhookDeliveryList>;
  /** List the deliveries of an endpoint: `GET /webhooks/{id}/deliveries`. */
  listWebhookEndpointDeliveries(
    input: {
      readonly id: string;
      readonly event?:
        | "job.completed"
        | "job.failed"
        | "batch.completed"
        | "batch.failed"
        | "wire.job.completed"
        | "wire.job.failed"
        | "monitor.change"
        | "ai.search.completed"
        | "ai.search.failed"
        | "webhook.test"
        | undefined;
      readonly status?: "pending" | "success" | "failed" | "exhausted" | undefined;
      readonly jobId?: string | undefined;
      /**
       * From 1 to 200.
       * When absent: 50.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<WebhookDeliveryList>;
  /** Show a delivery with its body and its attempts: `GET /webhooks/deliveries/{id}`. */
  getWebhookDelivery(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WebhookDeliveryDetail>;
  /** Send a failed delivery again, with the same body and signature: `POST /webhooks/deliveries/{id}/resend`. */
  resendWebhookDelivery(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<Success>;
  /** Register an endpoint: `POST /webhooks`. */
  createWebhookEndpoint(
    input: NewWebhookEndpoint,
    call?: CallOptions,
  ): Promise<CreatedWebhookEndpoint>;
  /** List endpoints: `GET /webhooks`. */
  listWebhookEndpoints(input?: undefined, call?: CallOptions): Promise<WebhookEndpointList>;
  /** Show an endpoint: `GET /webhooks/{id}`. */
  getWebhookEndpoint(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WebhookEndpoint>;
  /** Change, pause or resume an endpoint: `PATCH /webhooks/{id}`. */
  updateWebhookEndpoint(
    input: {
      readonly id: string;
    } & WebhookEndpointChanges,
    call?: CallOptions,
  ): Promise<WebhookEndpoint>;
  /** Remove an endpoint; deliveries to it stop at once: `DELETE /webhooks/{id}`. */
  deleteWebhookEndpoint(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<Success>;
  /** Send `webhook.test` once, also to a paused endpoint: `POST /webhooks/{id}/test`. */
  testWebhookEndpoint(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WebhookTest>;
  /** Show the credits of the account: `GET /credits`. */
  getCredits(input?: undefined, call?: CallOptions): Promise<Credits>;
  /** Check the health of the service, its storage and its queue: `GET /health`. */
  getHealth(input?: undefined, call?: CallOptions): Promise<Health>;
  /** Get this description as OpenAPI 3.1: `GET /openapi.json`. */
  getDescription(input?: undefined, call?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
}
