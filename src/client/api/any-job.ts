// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";
import type { JobSubmitted, ScrapeJob, BatchScrapeJob } from "./url-scraper.ts";
import type { SearchResults, AgenticSearchSubmitted, AgenticSearchJob } from "./search.ts";

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

/** Calls of the family "Any job". */
export interface AnyJobCalls {
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
}
