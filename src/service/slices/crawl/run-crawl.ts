import { createCrawler, type CrawlPage, type CrawlSummary } from "../../../crawler/index.ts";
import { maskingTexts, sentSecrets } from "../../../core/index.ts";
import type { Job, JobOutcome, JobRun } from "../../jobs/job.ts";
import type { OwnPage } from "../../base/own-pages.ts";
import type { KindParts } from "../../base/parts.ts";
import { SESSION_GONE, sessionState } from "../../base/site-job.ts";
import { engineFailure } from "../../base/site-failure.ts";
import { SiteSource } from "../../base/site-source.ts";
import { contentOf, crawlRequest } from "./codec.ts";
import type { CrawlPages, NewPage, PageCounts } from "./crawl-pages.ts";

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
    const masked = maskingTexts(sentSecrets({ state }));
    const summary = await crawlSite({ ...parts, source, masked }, job, run);
    return await outcomeOf({ ...parts, source }, { job, summary }, signal);
  } catch (error) {
    signal.throwIfAborted();
    const text = engineFailure(error);
    if (text === undefined) throw error;
    return { status: "failed", error: text };
  }
}

/** What pages are shown with. */
interface Showing extends Pick<KindParts, "outputs"> {
  readonly source: SiteSource;
  /** Data without what the crawl signs in with. */
  readonly masked: <Value>(value: Value) => Value;
}

async function crawlSite(
  parts: KindParts & Showing & { readonly pages: CrawlPages },
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
    // The worker that held the job before has lost it.
    takeOver: true,
  });
  let noted: number | undefined;
  for await (const page of crawl) {
    await Promise.all([
      shown(parts, { job, page }, signal).then((one) => pages.store(job.id, one, { signal })),
      parts.ownPages.keep(ownPage(job, parts.masked(page)), { signal }),
    ]);
    if (noted !== undefined && clock.monotonic() - noted < PROGRESS_MS) continue;
    noted = clock.monotonic();
    await run.progress(await pages.counts(job.id, { signal }));
  }
  await run.progress(await pages.counts(job.id, { signal }));
  return crawl.summary;
}

function ownPage(job: Job, page: CrawlPage): OwnPage {
  const { account, createdAt: since } = job;
  const { sessionId } = crawlRequest(job);
  const html = page.status === "failed" ? undefined : page.html;
  return { account, url: page.url, html, kind: "html", sessionId, since };
}

async function shown(
  { source, outputs, masked }: Showing,
  { job, page: given }: { readonly job: Job; readonly page: CrawlPage },
  signal: AbortSignal,
): Promise<NewPage> {
  const { status, durationMs, url: fetched } = given;
  const page = masked(given);
  const { url } = page;
  const error = given.status === "failed" ? masked(source.failureOf(given)) : null;
  const head = { url, fetched, status, durationMs, error };
  const { outputSchema: schema } = crawlRequest(job);
  if (schema === null || page.status === "failed") {
    return { ...head, content: contentOf(page) };
  }
  const read = { html: page.html ?? "", url, kind: "html" };
  const wish = { account: job.account, page: read, summary: false, json: true, schema };
  const { generatedJson } = await outputs.make(wish, signal);
  const extracted = generatedJson?.status === "success";
  return { ...head, content: contentOf(page, generatedJson), extracted };
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
  const extracted = await pages.extracted(job.id, { signal });
  return { status: "completed", result, credits: creditsOf(job, { ...counts, extracted }) };
}

/** The price of the completed pages and of their JSON, at the prices that were reserved. */
function creditsOf(
  job: Job,
  { completed, extracted }: PageCounts & { readonly extracted: number },
): number {
  const { maxPages, jsonPrice } = crawlRequest(job);
  const pagePrice = job.reserved / maxPages - jsonPrice;
  const credits = Math.round(pagePrice * completed) + jsonPrice * extracted;
  return Math.min(job.reserved, credits);
}

/** Why a crawl has no page, not even one that failed. */
function withoutPages({ counts }: CrawlSummary, source: SiteSource): string {
  if (counts.robots !== undefined) return source.robotsFailure;
  if (counts["content-type"] !== undefined) return "unsupported content type";
  if (counts["redirect-scope"] !== undefined) return "the start page redirects to another site";
  return "the start page could not be loaded";
}
