import { createCrawler, type CrawlPage, type CrawlSummary } from "../../../crawler/index.ts";
import type { Job, JobOutcome, JobRun } from "../../jobs/job.ts";
import type { KindParts } from "../../parts.ts";
import { SESSION_GONE, sessionState } from "../site-job.ts";
import { engineFailure } from "../site-failure.ts";
import { SiteSource } from "../site-source.ts";
import { contentOf, crawlRequest } from "./codec.ts";
import type { CrawlPages, PageCounts } from "./crawl-pages.ts";

/** Requests of one crawl under way at once. */
const MOST_REQUESTS = 8;

/** Milliseconds between two notes of how far a crawl is. */
const PROGRESS_MS = 1000;

/**
 * Crawls, or goes on with a crawl whose worker was lost. A page is stored before the next one is
 * asked for, so none is lost and the memory that it takes does not grow with their number.
 */
export async function runCrawl(
  parts: KindParts & { readonly pages: CrawlPages },
  job: Job,
  run: JobRun,
): Promise<JobOutcome> {
  const { signal } = run;
  const state = await sessionState(parts, crawlRequest(job).sessionId, signal);
  if (state === null) return { status: "failed", error: SESSION_GONE };
  try {
    const source = new SiteSource(parts, { job, state, useBrowser: crawlRequest(job).useBrowser });
    const summary = await crawlSite({ ...parts, source }, job, run);
    return await outcomeOf({ ...parts, source }, { job, summary }, signal);
  } catch (error) {
    signal.throwIfAborted();
    const text = engineFailure(error);
    if (text === undefined) throw error;
    return { status: "failed", error: text };
  }
}

async function crawlSite(
  parts: KindParts & { readonly pages: CrawlPages; readonly source: SiteSource },
  job: Job,
  run: JobRun,
): Promise<CrawlSummary> {
  const { records, clock, ids, pages, source } = parts;
  const { signal } = run;
  const { maxPages, depth, include, exclude, country } = crawlRequest(job);
  await using crawler = createCrawler(
    { source, robots: source.robots, records, clock, ids },
    // One thread beside the one that answers requests, as several crawls run at once.
    { maxConcurrency: MOST_REQUESTS, threads: 1 },
  );
  const limits = { maxPages, depth, include, exclude };
  const formats = ["html", "markdown"] as const;
  const crawl = crawler.crawl(job.url, {
    ...limits,
    formats,
    country,
    signal,
    id: job.id,
    // Whoever had the job before has lost it.
    takeOver: true,
  });
  let noted: number | undefined;
  for await (const page of crawl) {
    await pages.store(job.id, shown(page, source), { signal });
    if (noted !== undefined && clock.monotonic() - noted < PROGRESS_MS) continue;
    noted = clock.monotonic();
    await run.progress(await pages.counts(job.id, { signal }));
  }
  await run.progress(await pages.counts(job.id, { signal }));
  return crawl.summary;
}

function shown(page: CrawlPage, source: SiteSource) {
  const { url, status, durationMs } = page;
  const error = page.status === "failed" ? source.failureOf(page) : null;
  return { url, status, durationMs, error, content: contentOf(page) };
}

async function outcomeOf(
  { pages, source }: { readonly pages: CrawlPages; readonly source: SiteSource },
  { job, summary }: { readonly job: Job; readonly summary: CrawlSummary },
  signal: AbortSignal,
): Promise<JobOutcome> {
  const counts = await pages.counts(job.id, { signal });
  if (counts.completed === 0) {
    const failure = await pages.firstFailure(job.id, { signal });
    return { status: "failed", error: failure ?? withoutPages(summary, source) };
  }
  const result = pages.results(job.id, { signal });
  return { status: "completed", result, credits: creditsOf(job, counts) };
}

/** The price of the completed pages, at the price that was reserved. */
function creditsOf(job: Job, { completed }: PageCounts): number {
  const { maxPages } = crawlRequest(job);
  return Math.min(job.reserved, Math.round((job.reserved / maxPages) * completed));
}

/** Why a crawl has no page, not even one that failed. */
function withoutPages({ counts }: CrawlSummary, source: SiteSource): string {
  if (counts.robots !== undefined) return source.robotsFailure;
  if (counts["content-type"] !== undefined) return "unsupported content type";
  if (counts["redirect-scope"] !== undefined) return "the start page redirects to another site";
  return "the start page could not be had";
}
