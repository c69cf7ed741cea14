import { route, type Route } from "../../http/route.ts";
import type { ResourceParts } from "../../base/parts.ts";
import { showJob } from "../../base/job-answer.ts";
import { submittedSchema } from "../../base/schema.ts";
import { submitCrawl } from "./crawl.ts";
import { crawlBodySchema, crawlJobSchema, type CrawlBody } from "./schema.ts";

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
  ];
}
