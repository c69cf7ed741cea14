import type { CrawlPage } from "../../../crawler/index.ts";
import type { Json } from "../../../storage/index.ts";
import type { GeneratedJson } from "../../base/page-outputs/generated-json.ts";
import type { OutputSchema } from "../../base/page-outputs/lacking.ts";
import type { Job } from "../../jobs/job.ts";
import type { CrawlBody } from "./schema.ts";

/** What a crawl job remembers of its request. */
interface CrawlRequest {
  readonly maxPages: number;
  readonly depth: number;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly country: string;
  readonly useBrowser: boolean;
  readonly sessionId: string | null;
  /** Null when no JSON is wanted. */
  readonly outputSchema: OutputSchema | null;
  /** Credits that were reserved for the JSON of each page. */
  readonly jsonPrice: number;
}

/** What of a request is known when its body has been checked. */
type CheckedCrawl = Pick<CrawlRequest, "sessionId" | "outputSchema" | "jsonPrice">;

/** The request as it is stored with the job. */
export function storedCrawl(body: CrawlBody, checked: CheckedCrawl): Json {
  const { maxPages, depth, includePatterns: include, excludePatterns: exclude } = body;
  const { country, useBrowser } = body;
  return { maxPages, depth, include, exclude, country, useBrowser, ...checked };
}

/** The request of a crawl job, as {@link storedCrawl} wrote it. */
export function crawlRequest({ request }: Job): CrawlRequest {
  // Jobs of earlier versions have no JSON.
  const stored = request as unknown as Omit<CrawlRequest, "outputSchema" | "jsonPrice"> &
    Partial<CrawlRequest>;
  return { outputSchema: null, jsonPrice: 0, ...stored };
}

/** A crawl's members of the document besides the results. */
export function crawlHead(job: Job): { readonly [name: string]: Json } {
  const { url, country, unitsTotal, unitsCompleted } = job;
  return { url, country, totalPages: unitsTotal, completedPages: unitsCompleted };
}

/** What a page of `results` begins with, before its content. */
export interface PageHead {
  readonly url: string;
  readonly status: string;
  readonly durationMs: number;
  readonly error: string | null;
}

/** The content of a page, as JSON; undefined when it has none. */
export function contentOf(page: CrawlPage, generatedJson?: GeneratedJson): string | undefined {
  if (page.status === "failed") return undefined;
  const { html = "", markdown = "" } = page;
  return JSON.stringify({ html, markdown, generatedJson });
}

/** A page of `results` up to its content: an object without its closing brace. */
export function openPage({ url, status, durationMs, error }: PageHead): string {
  const page = { url, status, durationMs, ...(error !== null && { error }) };
  return JSON.stringify(page).slice(0, -1);
}
