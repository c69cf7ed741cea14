/**
 * A question answered from pages that it searches and reads. Every citation is a quotation that stands
 * on its page; with a model the report is written, without one it is made of the pages' sentences.
 *
 * Loads the parser, `zod` and the fetcher of the search.
 *
 * @example
 * ```ts
 * import { createFetcher } from "dragline/fetcher";
 * import { createResearch } from "dragline/research";
 * import { createScraper } from "dragline/scraper";
 * import { createSearxngSearch } from "dragline/search";
 *
 * await using fetcher = createFetcher();
 * await using scraper = createScraper({ fetcher });
 * await using search = createSearxngSearch({ url: "http://localhost:8888" });
 * const research = createResearch({ search, scraper, robots: fetcher.robots });
 * const { markdown, citations } = await research.research("When is high water?").report;
 * console.log(markdown, citations.length);
 * ```
 * @packageDocumentation
 */
export { createResearch } from "./create-research.ts";
export { type ObjectSchema } from "./object-schema.ts";
export type {
  Citation,
  Research,
  ResearchCall,
  ResearchCollaborators,
  ResearchEvent,
  ResearchJournal,
  ResearchReport,
  ResearchRun,
  ResearchSpent,
  ResearchStage,
  ReportSentence,
  StructuredData,
} from "./research.ts";
export { isResearchError, ResearchError } from "./research-error.ts";
export type { ResearchOptions } from "./research-options.ts";
