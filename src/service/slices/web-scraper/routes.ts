import { route, type Route } from "../../http/route.ts";
import type { ResourceParts } from "../../base/parts.ts";
import { showJob } from "../../base/job-answer.ts";
import { submittedSchema } from "../../base/schema.ts";
import type { WebScraper } from "./define-scraper.ts";
import { webScraperBodySchema, webScraperJobSchema, type WebScraperBody } from "./schema.ts";
import { submitWebScraper } from "./web-scraper.ts";

/** POST /web-scraper and GET /web-scraper/{id}. */
export function webScraperRoutes(parts: ResourceParts, scrapers: readonly WebScraper[]): Route[] {
  return [
    route<unknown, WebScraperBody>({
      method: "POST",
      path: "/web-scraper",
      jobType: "web_scraper",
      operationId: "createWebScraper",
      startsWork: true,
      tag: "Web scraper",
      summary: "Run a custom scraper",
      family: "flat",
      access: "key",
      limit: { limit: 60, per: "key" },
      body: webScraperBodySchema,
      answers: { 202: { description: "Accepted.", schema: submittedSchema } },
      errors: ["INVALID_REQUEST", "INSUFFICIENT_CREDITS", "FORBIDDEN", "QUEUE_ERROR"],
      run: (call) => submitWebScraper({ ...parts, scrapers }, call),
    }),
    route({
      method: "GET",
      path: "/web-scraper/{id}",
      operationId: "getWebScraper",
      tag: "Web scraper",
      summary: "Show a web-scraper job",
      family: "flat",
      access: "key",
      limit: undefined,
      answers: { 200: { description: "The job.", schema: webScraperJobSchema } },
      errors: ["FORBIDDEN"],
      run: (call) => showJob(parts.jobs, "web_scraper", call),
    }),
  ];
}
