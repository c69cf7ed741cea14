import type { CrawlPage } from "../../../crawler/index.ts";
import type { Json } from "../../../storage/index.ts";
import type { Job } from "../../jobs/job.ts";
import type { CrawlBody } from "./schema.ts";

/** What a crawl job remembers of its request. */
export interface CrawlRequest {
  readonly maxPages: number;
  readonly depth: number;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly country: string;
  readonly useBrowser: boolean;
  readonly sessionId: string | null;
}

/** The request as it is stored with the job. */
export function storedCrawl(body: CrawlBody, sessionId: string | null): Json {
  const { maxPages, depth, includePatterns: include, excludePatterns: exclude } = body;
  const { country, useBrowser } = body;
  return { maxPages, depth, include, exclude, country, useBrowser, sessionId };
}

/** The request of a crawl job, as {@link storedCrawl} wrote it. */
export function crawlRequest({ request }: Job): CrawlRequest {
  return request as unknown as CrawlRequest;
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
export function contentOf(page: CrawlPage): string | undefined {
  if (page.status === "failed") return undefined;
  const { html = "", markdown = "" } = page;
  return JSON.stringify({ html, markdown });
}

/** A page of `results` up to its content: an object without its closing brace. */
export function openPage({ url, status, durationMs, error }: PageHead): string {
  const page = { url, status, durationMs, ...(error !== null && { error }) };
  return JSON.stringify(page).slice(0, -1);
}
