// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";

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

/** Calls of the family "AI Visibility". */
export interface AiVisibilityCalls {
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
}
