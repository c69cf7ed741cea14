import type { SentenceSupport } from "../evidence/index.ts";
import type { LanguageModel, SchemaJudge, TokenUsage } from "../ai/index.ts";
import type { Clock, Ids } from "../core/index.ts";
import type { Fetcher } from "../fetcher/index.ts";
import type { PageScraper } from "../scraper/index.ts";
import type { SearchProvider } from "../search/index.ts";
import type { Json } from "../storage/index.ts";

/** What research works with; each is borrowed. */
export interface ResearchCollaborators {
  /**
   * Where it searches. Pages of an index (`keptPages`) are read from there, and nothing is fetched for them.
   */
  readonly search: SearchProvider;
  /** Brings the pages that were found and that no index has; not needed where `search` is an index. */
  readonly scraper?: PageScraper | undefined;
  /**
   * Asked before each page that the scraper brings, unless the option `obeyRobots` is false: a fetcher's
   * `robots`.
   */
  readonly robots?: Pick<Fetcher["robots"], "check"> | undefined;
  /** Plans, reads and writes; without one the report is made of verbatim sentences. */
  readonly model?: LanguageModel | undefined;
  /**
   * Asked whether the cited words say what a sentence says; a smaller model than the one that writes
   * will do. `model` when absent.
   */
  readonly checker?: LanguageModel | undefined;
  /** Judges the model's answers and the caller's schema, in threads: share one among researches. */
  readonly judge?: Pick<SchemaJudge, "compiles" | "faults"> | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

/** One research. */
export interface ResearchCall {
  /** The JSON Schema of an object or a list that data is wanted by; one is inferred when absent. */
  readonly schema?: Readonly<Record<string, Json>> | undefined;
  /**
   * Whether a browser may show pages that need one; the others come by HTTP all the same.
   * @default true
   */
  readonly useBrowser?: boolean | undefined;
  /** Whose results and pages are wanted: a country code of two letters, lower case. */
  readonly country?: string | undefined;
  /** Whose pages the scraper fetches: tenants share nothing in its browser. */
  readonly tenant?: string | undefined;
  /** Cancels it; the iteration and the report throw its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Keeps what is done; one that has entries of the same call is gone on with. */
  readonly journal?: ResearchJournal | undefined;
}

/** Every stage, in the order of the first round. */
export const researchStages = Object.freeze([
  "plan",
  "search",
  "scrape",
  "read",
  "judge",
  "write",
  "verify",
  "extract",
] as const);

/** Where a research is: each stage is recorded when it is done. */
export type ResearchStage = (typeof researchStages)[number];

/** What happens while a research runs. */
export interface ResearchEvent {
  readonly stage: ResearchStage;
  /** One sentence for people. */
  readonly message: string;
  /** Sources that can be cited so far. */
  readonly sources: number;
  readonly spent: ResearchSpent;
}

/**
 * A research under way: events as they come. It begins when the first one or the report is asked
 * for, and goes on whether events are taken or not; leaving the iteration cancels it. Can be iterated
 * once.
 */
export interface ResearchRun extends AsyncIterable<ResearchEvent> {
  /**
   * The report, when all is done.
   * @throws ResearchError `INVALID_PROMPT`, `INVALID_SCHEMA`, `INVALID_JOURNAL`, `SEARCH_FAILED`;
   *   AiError `INVALID_MODEL`; what the journal throws; the signal's reason
   */
  readonly report: Promise<ResearchReport>;
}

/** Researches questions on the web, or on whatever its provider searches. */
export interface Research {
  /**
   * Researches a prompt of at most 8,192 bytes.
   * @example
   * const run = research.research("What changed in HTTP/3?");
   * for await (const { message } of run) console.log(message);
   * const { markdown, citations } = await run.report;
   */
  research(prompt: string, call?: ResearchCall): ResearchRun;
}

/** What a research has used so far. */
export interface ResearchSpent {
  readonly rounds: number;
  readonly pages: number;
  readonly bytes: number;
  readonly tokens: TokenUsage;
  readonly elapsedMs: number;
}

/** Keeps what a research has done, so that another run goes on where one was lost. */
export interface ResearchJournal {
  /** Every entry, in the order of writing. */
  read(call: { readonly signal: AbortSignal }): Promise<readonly Json[]>;
  /** Keeps an entry before its stage counts as done. */
  append(entry: Json, call: { readonly signal: AbortSignal }): Promise<void>;
}

/** A passage that a report rests on. */
export interface Citation {
  readonly url: string;
  readonly title: string;
  /** Words that stand on the page, verbatim but for white space. */
  readonly snippet: string;
}

/** Data by a schema. */
export interface StructuredData {
  readonly summary: string;
  readonly data: { readonly [name: string]: Json } | readonly Json[];
  /** The schema that was given, or the inferred one. */
  readonly schema: { readonly [name: string]: Json };
  /** Where values stand, by dotted path: the page, and its words. */
  readonly evidence: readonly {
    readonly path: string;
    readonly url: string;
    readonly quote: string;
  }[];
}

/** A sentence of a report. */
export interface ReportSentence {
  /** As it stands in the report, without its citations. */
  readonly text: string;
  readonly support: SentenceSupport;
  /** Numbers of its citations, from 1. */
  readonly citations: readonly number[];
}

/** What a research came to. */
export interface ResearchReport {
  /** With citations `[1]`, numbered in the order of {@link citations}. */
  readonly markdown: string;
  readonly citations: readonly Citation[];
  /** Every sentence of the report, in its order. */
  readonly sentences: readonly ReportSentence[];
  readonly structured: StructuredData;
  /** Whether a model wrote it, or it is verbatim sentences. */
  readonly source: "model" | "extractive";
  /** Whether the sources answer what was asked, by sentences that are quoted or checked. */
  readonly answered: boolean;
  /** Limits reached, sentences left out, sources that failed: one sentence each. */
  readonly notes: readonly string[];
  readonly spent: ResearchSpent;
}
