import { jobTimes } from "../../base/job-times.ts";
import { forgetCrawl } from "../../../crawler/index.ts";
import type { Answer, KeyedCall } from "../../http/route.ts";
import type { JobKind } from "../../jobs/job.ts";
import type { KindParts, ResourceParts } from "../../base/parts.ts";
import { ServiceError } from "../../base/service-error.ts";
import { checkOutputSchema } from "../../base/check-output-schema.ts";
import { checkPatterns } from "../../base/check-patterns.ts";
import { submitted } from "../../base/job-answer.ts";
import { checkSiteBody, sitePlaces } from "../../base/site-job.ts";
import { crawlHead, storedCrawl } from "./codec.ts";
import { CrawlPages } from "./crawl-pages.ts";
import { runCrawl } from "./run-crawl.ts";
import type { CrawlBody } from "./schema.ts";

/**
 * Submits a crawl; all of its pages are paid for, and what was not completed goes back.
 * @throws ServiceError `INVALID_REQUEST`, `NOT_FOUND`, `FORBIDDEN`, `SESSION_NOT_SAVED`,
 *   `CONFIGURATION_ERROR`, `INSUFFICIENT_CREDITS`, `QUEUE_ERROR`
 */
export async function submitCrawl(
  parts: ResourceParts,
  { body, caller, baseUrl, signal }: KeyedCall<unknown, CrawlBody>,
): Promise<Answer> {
  const { account } = caller;
  checkPatterns("includePatterns", body.includePatterns);
  checkPatterns("excludePatterns", body.excludePatterns);
  const { settings, judge } = parts;
  const outputSchema = await checkOutputSchema(body.outputSchema, { judge, signal });
  const sessionId = await checkSiteBody(parts, body, { account, signal });
  if (settings.requireModel && parts.model === undefined && outputSchema !== null) {
    throw new ServiceError("CONFIGURATION_ERROR", {
      message: "On this service, JSON needs a language model, and none is configured.",
    });
  }
  const { crawlPage, scrapeJson } = settings.prices;
  const jsonPrice = outputSchema === null ? 0 : scrapeJson;
  const job = await parts.jobs.submit(
    {
      account,
      type: "crawl",
      url: body.url,
      country: body.country,
      request: storedCrawl(body, { sessionId, outputSchema, jsonPrice }),
      baseUrl,
      webhookUrl: body.webhook_url ?? null,
      cost: body.maxPages * (crawlPage + jsonPrice),
    },
    { signal },
  );
  return submitted(job);
}

/** How crawls run and are shown. */
export function crawlKind(parts: KindParts): JobKind {
  const pages = new CrawlPages(parts);
  return {
    type: "crawl",
    resultPath: "/crawl",
    timeoutMs: jobTimes.site,
    ...sitePlaces(parts.settings),
    run: (job, run) => runCrawl({ ...parts, pages }, job, run),
    head: crawlHead,
    forget: async ({ id }, signal) => {
      await pages.forget(id, { signal });
      await forgetCrawl(parts.records, id, { signal });
    },
  };
}
