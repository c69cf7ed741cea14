import {
  isScrapeError,
  scrapeFormats,
  textFormats,
  type ScrapeFormat,
  type ScrapeSuccess,
} from "../../../scraper/index.ts";
import type { Job, JobOutcome, JobRun } from "../../jobs/job.ts";
import type { OwnPage } from "../../base/own-pages.ts";
import type { KindParts } from "../../base/parts.ts";
import type { PageOutput } from "../../base/page-outputs/page-outputs.ts";
import { publicFailure } from "../../base/public-failure.ts";
import { pictureUrls, resultText, type ScrapeMembers } from "./codec.ts";
import type { PageCache } from "./page-cache.ts";
import { storePictures } from "./pictures.ts";
import { readRequest } from "./read-request.ts";
import { pictureTypes, scrapePrice, type ScrapeRequest } from "./scrape-request.ts";

/** The dependencies of a run of a scrape. */
interface ScrapeRunParts extends Pick<
  KindParts,
  "blobs" | "engines" | "outputs" | "ownPages" | "settings"
> {
  readonly pages: PageCache;
}

/** Scrapes the page of a job; may be repeated. */
export async function runScrape(
  parts: ScrapeRunParts,
  job: Job,
  { signal }: Pick<JobRun, "signal">,
): Promise<JobOutcome> {
  const request = readRequest(job);
  const page = await scrape(parts, { job, request, signal });
  if (page.status === "failed") return { status: "failed", error: page.error };
  const pictures = await storePictures(parts.blobs, job.id, { page, signal });
  const [made] = await Promise.all([
    madeOf(parts, { account: job.account, request, page, signal }),
    parts.ownPages.keep(ownPage(job, request, page), { signal }),
  ]);
  const members: ScrapeMembers = { ...wantedOf(page, request), ...made };
  const query = { account: job.account, url: job.url, country: job.country ?? "", request };
  await parts.pages.keep(query, { page, members, pictures }, { signal });
  const taken = pictureTypes.filter((type) => pictures[type] !== undefined);
  return {
    status: "completed",
    result: resultText(members, pictureUrls(job, taken)),
    credits: scrapePrice(request, parts.settings.prices, {
      summary: typeof made.summary === "string",
      json: made.generatedJson?.status === "success",
    }),
  };
}

function ownPage(
  { account, createdAt: since }: Job,
  { sessionId }: ScrapeRequest,
  { finalUrl: url, html, kind }: ScrapeSuccess,
): OwnPage {
  return { account, url, html, kind, sessionId, since };
}

/** Summary and JSON, as far as they are asked for. */
async function madeOf(
  { outputs }: Pick<ScrapeRunParts, "outputs">,
  { account, request, page, signal }: Made,
): Promise<PageOutput> {
  const { json, outputSchema: schema, evidence } = request;
  const summary = request.outputs.includes("summary");
  if (!summary && !json) return { summary: undefined, generatedJson: undefined };
  const { html = "", finalUrl: url, kind } = page;
  const wish = { account, page: { html, url, kind }, summary, json, schema, evidence };
  return await outputs.make(wish, signal);
}

/** A page that was scraped, and for whom. */
interface Made {
  readonly account: string;
  readonly request: ScrapeRequest;
  readonly page: ScrapeSuccess;
  readonly signal: AbortSignal;
}

/** Why there is no page, for clients. */
interface Failed {
  readonly status: "failed";
  readonly error: string;
}

async function scrape(
  { engines, settings }: ScrapeRunParts,
  {
    job,
    request,
    signal,
  }: {
    readonly job: Job;
    readonly request: ScrapeRequest;
    readonly signal: AbortSignal;
  },
): Promise<ScrapeSuccess | Failed> {
  try {
    const result = await engines.scraper.scrape(job.url, {
      formats: scraperFormats(request),
      metadata: false,
      country: job.country ?? undefined,
      engine: request.useBrowser ? "browser" : settings.engine,
      actions: request.actions,
      sessionId: request.sessionId ?? undefined,
      tenant: job.account,
      signal,
    });
    if (result.status === "completed") return result;
    return { status: "failed", error: publicFailure(result) };
  } catch (error) {
    if (!isScrapeError(error, "UNKNOWN_SESSION")) throw error;
    return { status: "failed", error: "the saved session no longer has state" };
  }
}

/** The HTML is always taken: other outputs are made of it, here and later by the cache. */
function scraperFormats(request: ScrapeRequest): readonly ScrapeFormat[] {
  const others = scrapeFormats.filter((format) => format !== "summary" && format !== "json");
  const asked = others.filter((format) => request.outputs.includes(format));
  return ["html", ...asked];
}

function wantedOf(page: ScrapeSuccess, { outputs }: ScrapeRequest): ScrapeMembers {
  const wanted = textFormats.filter((format) => outputs.includes(format));
  return Object.fromEntries(wanted.map((format) => [format, page[format]]));
}
