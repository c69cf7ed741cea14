import type { LanguageModel, SchemaJudge, TokenUsage } from "../ai/index.ts";
import type { Clock, Ids } from "../core/index.ts";
import type { Scraper } from "../scraper/index.ts";
import type { SearchProvider } from "../search/index.ts";
import type { Json } from "../storage/index.ts";

/** What research works with; each is borrowed. */
export interface ResearchCollaborators {
  readonly search: SearchProvider;
  /** Brings the pages that were found. */
  readonly scraper: Pick<Scraper, "scrape">;
  /** Plans, reads and writes; without one the report is made of verbatim sentences. */
  readonly model?: LanguageModel | undefined;
  readonly judge?: Pick<SchemaJudge, "compiles" | "faults"> | undefined;
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
}

/** Where a research is: each stage is recorded when it is done. */
export type ResearchStage =
  | "plan"
  | "search"
  | "scrape"
  | "read"
  | "judge"
  | "write"
  | "verify"
  | "extract";

/** What happens while a research runs. */
export interface ResearchEvent {
  readonly stage: ResearchStage;
  /** One sentence for people. */
  readonly message: string;
  /** Sources that can be cited so far. */
  readonly sources: number;
  readonly spent: ResearchSpent;
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
  /** Words that stand on the page, verbatim. */
  readonly snippet: string;
}

/** Data by a schema. */
export interface StructuredData {
  readonly summary: string;
  readonly data: { readonly [name: string]: Json } | readonly Json[];
  /** The schema that was given, or the inferred one. */
  readonly schema: { readonly [name: string]: Json };
}

/** What a research came to. */
export interface ResearchReport {
  /** With citations `[1]`, numbered in the order of {@link citations}. */
  readonly markdown: string;
  readonly citations: readonly Citation[];
  readonly structured: StructuredData;
  /** Whether a model wrote it, or it is verbatim sentences. */
  readonly source: "model" | "extractive";
  /** Whether the sources answer what was asked. */
  readonly answered: boolean;
  /** Limits reached, sentences left out, sources that failed: one sentence each. */
  readonly notes: readonly string[];
  readonly spent: ResearchSpent;
}
