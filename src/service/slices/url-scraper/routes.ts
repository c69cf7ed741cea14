import { route, type AnswerDescription, type Route, type RouteLimit } from "../../http/route.ts";
import type { ServiceErrorCode } from "../../base/service-error.ts";
import type { ResourceParts } from "../../base/parts.ts";
import { submittedSchema } from "../../base/schema.ts";
import {
  anyScrapeDocumentSchema,
  batchBodySchema,
  pictureQuerySchema,
  scrapeBodySchema,
  scrapeDocumentSchema,
  type BatchBody,
  type PictureQuery,
  type ScrapeBody,
} from "./schema.ts";
import { ScrapeCalls } from "./scrape-calls.ts";

/** Calls a minute (interface, part 8). */
const SUBMISSIONS: RouteLimit = { limit: 60, per: "user" };
/** Where the table of limits says nothing else, each key is counted apart (interface, part 8). */
const SYNCHRONOUS: RouteLimit = { limit: 20, per: "key" };

const refusals: readonly ServiceErrorCode[] = [
  "INVALID_REQUEST",
  "INSUFFICIENT_CREDITS",
  "FORBIDDEN",
  "SESSION_NOT_SAVED",
  "CONFIGURATION_ERROR",
  "QUEUE_ERROR",
];

const accepted: AnswerDescription = {
  description: "The job is queued; get its result with `jobId`.",
  schema: submittedSchema,
};

const family = { family: "flat", tag: "URL scraper" } as const;

/** The routes of URL scraping (interface, 4.1). */
export function urlScraperRoutes(parts: ResourceParts): Route[] {
  const calls = new ScrapeCalls(parts);
  return [...submissions(calls), batch(calls), ...reads(calls)];
}

function submissions(calls: ScrapeCalls): Route[] {
  return [
    route<unknown, ScrapeBody>({
      ...family,
      access: "key",
      method: "POST",
      path: "/url-scraper",
      jobType: "url_scraper",
      operationId: "submitUrlScraper",
      startsWork: true,
      summary: "Scrape a URL as a job",
      limit: SUBMISSIONS,
      body: scrapeBodySchema,
      answers: { 202: accepted },
      errors: refusals,
      run: (call) => calls.submit(call),
    }),
    route<unknown, ScrapeBody>({
      ...family,
      access: "key",
      method: "POST",
      path: "/url-scraper/scrape",
      operationId: "scrapeUrl",
      startsWork: true,
      summary: "Scrape a URL and wait for the result",
      limit: SYNCHRONOUS,
      body: scrapeBodySchema,
      answers: {
        200: {
          description: "The scrape has ended; `status` says whether it completed or failed.",
          schema: scrapeDocumentSchema,
        },
        202: {
          description: "The scrape takes longer; get its result with `id`.",
          schema: scrapeDocumentSchema,
        },
      },
      errors: refusals,
      run: (call) => calls.scrape(call),
    }),
  ];
}

function batch(calls: ScrapeCalls): Route {
  return route<unknown, BatchBody>({
    ...family,
    access: "key",
    method: "POST",
    path: "/url-scraper/batch",
    operationId: "submitUrlScraperBatch",
    startsWork: true,
    summary: "Scrape 1 to 10 URLs as one job",
    limit: SUBMISSIONS,
    body: batchBodySchema,
    answers: { 202: accepted },
    errors: [...refusals, "INVALID_URL"],
    run: (call) => calls.submitBatch(call),
  });
}

function reads(calls: ScrapeCalls): Route[] {
  return [
    route({
      ...family,
      access: "key",
      method: "GET",
      path: "/url-scraper/{id}",
      operationId: "getUrlScraperJob",
      summary: "Show a scrape or a batch",
      limit: undefined,
      answers: {
        200: { description: "The job as it is now.", schema: anyScrapeDocumentSchema },
      },
      errors: ["FORBIDDEN"],
      run: (call) => calls.show(call),
    }),
    route<PictureQuery>({
      ...family,
      access: "key",
      method: "GET",
      path: "/url-scraper/{id}/screenshot",
      operationId: "getUrlScraperScreenshot",
      summary: "Get a screenshot of a scrape",
      limit: undefined,
      query: pictureQuerySchema,
      answers: { 200: { description: "The picture.", mediaType: "image/png" } },
      errors: ["INVALID_REQUEST", "FORBIDDEN"],
      run: (call) => calls.picture(call),
    }),
  ];
}
