// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";
import type { JobSubmitted } from "./url-scraper.ts";

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

/** Calls of the family "Map". */
export interface MapCalls {
  /** Find the URLs of a site: `POST /map`. */
  createMap(input: MapRequest, call?: CallOptions): Promise<JobSubmitted>;
  /** Show a map job: `GET /map/{id}`. */
  getMap(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<MapJob>;
}
