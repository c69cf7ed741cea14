// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";

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

/** Calls of the family "Search". */
export interface SearchCalls {
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
}
