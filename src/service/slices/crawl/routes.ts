import { route, type Route } from "../../http/route.ts";
import type { ResourceParts } from "../../base/parts.ts";
import { showJob } from "../../base/job-answer.ts";
import { submittedSchema } from "../../base/schema.ts";
import { submitCrawl } from "./crawl.ts";
import { CrawlPages } from "./crawl-pages.ts";
import {
  crawlBodySchema,
  crawlJobSchema,
  crawlPageSchema,
  crawlPagesQuery,
  crawlPagesSchema,
  type CrawlBody,
  type CrawlPagesQuery,
} from "./schema.ts";
import { listPages, showPage } from "./show-pages.ts";

/** POST /crawl and GET /crawl/{id}. */
export function crawlRoutes(parts: ResourceParts): Route[] {
  return [
    route<unknown, CrawlBody>({
      method: "POST",
      path: "/crawl",
      jobType: "crawl",
      operationId: "createCrawl",
      startsWork: true,
      tag: "Crawl",
      summary: "Crawl the pages of a site",
      family: "flat",
      access: "key",
      limit: { limit: 60, per: "user" },
      body: crawlBodySchema,
      answers: { 202: { description: "Accepted.", schema: submittedSchema } },
      errors: [
        "INVALID_REQUEST",
        "INSUFFICIENT_CREDITS",
        "FORBIDDEN",
        "SESSION_NOT_SAVED",
        "CONFIGURATION_ERROR",
        "QUEUE_ERROR",
      ],
      run: (call) => submitCrawl(parts, call),
    }),
    route({
      method: "GET",
      path: "/crawl/{id}",
      operationId: "getCrawl",
      tag: "Crawl",
      summary: "Show a crawl job",
      family: "flat",
      access: "key",
      limit: undefined,
      answers: { 200: { description: "The job.", schema: crawlJobSchema } },
      errors: ["FORBIDDEN"],
      run: (call) => showJob(parts.jobs, "crawl", call),
    }),
    ...pageRoutes(parts),
  ];
}

const ofPages = {
  method: "GET",
  tag: "Crawl",
  family: "flat",
  limit: { limit: 120, per: "user" },
} as const;

/** The pages one by one: routes of our own beside the interface's. */
function pageRoutes(given: ResourceParts): Route[] {
  const parts = { jobs: given.jobs, pages: new CrawlPages(given) };
  return [
    route<CrawlPagesQuery>({
      ...ofPages,
      access: "key",
      path: "/crawl/{id}/pages",
      operationId: "listCrawlPages",
      summary: "List the pages of a crawl without their content, also while it runs",
      query: crawlPagesQuery,
      answers: { 200: { description: "In the order of fetching.", schema: crawlPagesSchema } },
      errors: ["INVALID_REQUEST", "FORBIDDEN"],
      run: (call) => listPages(parts, call),
    }),
    route({
      ...ofPages,
      access: "key",
      path: "/crawl/{id}/pages/{place}",
      operationId: "getCrawlPage",
      summary: "Show a page of a crawl with its content",
      // A client takes all pages of a crawl at once.
      limit: { limit: 1200, per: "user" },
      answers: { 200: { description: "As in the job's `results`.", schema: crawlPageSchema } },
      errors: ["FORBIDDEN"],
      run: (call) => showPage(parts, call),
    }),
  ];
}
