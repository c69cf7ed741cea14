import { jobTimes } from "../../base/job-times.ts";
import type { JobKind } from "../../jobs/job.ts";
import type { KindParts } from "../../base/parts.ts";
import { pictureUrls } from "./codec.ts";
import { PageCache } from "./page-cache.ts";
import { pictureKey, removePictures, wantedPictures } from "./pictures.ts";
import { readRequest, readUrls } from "./read-request.ts";
import { runScrape } from "./run-scrape.ts";
import { pictureTypes } from "./scrape-request.ts";

const RESULT_PATH = "/url-scraper";

/** The kinds of jobs of URL scraping: a scrape, and the batch above several. */
export function urlScraperKinds(parts: KindParts): JobKind[] {
  return [scrapeKind(parts), batchKind(parts)];
}

function scrapeKind(parts: KindParts): JobKind {
  const runParts = { ...parts, pages: new PageCache(parts) };
  return {
    type: "url_scraper",
    resultPath: RESULT_PATH,
    timeoutMs: jobTimes.scrape,
    concurrency: parts.settings.concurrency,
    start: "soon",
    run: (job, run) => runScrape(runParts, job, run),
    head(job) {
      const { url, country, cached } = job;
      // The pictures of a hit have been there from the start; those of a run are in its result.
      const { pictures } = readRequest(job);
      const there = pictureTypes.filter((type) => pictures[type] !== undefined);
      return { url, country, cached, ...pictureUrls(job, there) };
    },
    async forget(job, signal) {
      const { outputs, pictures } = readRequest(job);
      const own = wantedPictures(outputs).map((type) => [type, pictureKey(job.id, type)]);
      await removePictures(parts.blobs, Object.fromEntries(own), { signal });
      await removePictures(parts.blobs, pictures, { signal });
    },
  };
}

/** A batch is settled by its children and never run. */
function batchKind({ settings }: KindParts): JobKind {
  return {
    type: "batch_url_scraper",
    resultPath: RESULT_PATH,
    timeoutMs: jobTimes.scrape,
    concurrency: settings.concurrency,
    run: () =>
      Promise.resolve({ status: "failed", error: "a batch does not run; only its scrapes do" }),
    title: (job) => readUrls(job).join(" "),
    head: (job) => ({ country: job.country, urls: readUrls(job) }),
    forget: () => Promise.resolve(),
  };
}
