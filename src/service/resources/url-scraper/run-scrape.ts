import {
  isScrapeError,
  scrapeFormats,
  textFormats,
  type ScrapeFormat,
  type ScrapeSuccess,
} from "../../../scraper/index.ts";
import type { Job, JobOutcome, JobRun } from "../../jobs/job.ts";
import type { KindParts } from "../../parts.ts";
import type { SchemaJudge } from "../../../ai/index.ts";
import { publicFailure } from "../public-failure.ts";
import { pictureUrls, resultText, type ScrapeMembers } from "./codec.ts";
import { makeModelOutputs } from "./model-outputs.ts";
import type { PageCache } from "./page-cache.ts";
import { storePictures } from "./pictures.ts";
import { readRequest } from "./read-request.ts";
import { needsModel, pictureTypes, scrapePrice, type ScrapeRequest } from "./scrape-request.ts";

/** What a run of a scrape works with. */
export interface ScrapeRunParts extends Pick<
  KindParts,
  "blobs" | "clock" | "engines" | "model" | "settings"
> {
  readonly pages: PageCache;
  readonly judge: SchemaJudge;
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
  const made = await makeModelOutputs(parts, { request, page, signal });
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
    return { status: "failed", error: "the saved session has no state any more" };
  }
}

/** The HTML is always taken: other outputs are made of it later, by the cache and for the model. */
function scraperFormats(request: ScrapeRequest): readonly ScrapeFormat[] {
  const asked = scrapeFormats.filter((format) => request.outputs.includes(format));
  return ["html", ...(needsModel(request) ? (["markdown"] as const) : []), ...asked];
}

function wantedOf(page: ScrapeSuccess, { outputs }: ScrapeRequest): ScrapeMembers {
  const wanted = textFormats.filter((format) => outputs.includes(format));
  return Object.fromEntries(wanted.map((format) => [format, page[format]]));
}
