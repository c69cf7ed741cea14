import { checkActions } from "../../../browser/index.ts";
import type { Job } from "../../jobs/job.ts";
import { batchRequestSchema, scrapeRequestSchema } from "./schema.ts";
import type { ScrapeRequest } from "./scrape-request.ts";

/** What a `url_scraper` job was asked for. */
export function readRequest({ request }: Pick<Job, "request">): ScrapeRequest {
  const read = scrapeRequestSchema.parse(request);
  return { ...read, actions: checkActions(read.actions) };
}

/** The URLs of a batch. */
export function readUrls({ request }: Pick<Job, "request">): readonly string[] {
  return batchRequestSchema.parse(request).urls;
}
