import { route, type Route } from "../../http/route.ts";
import type { ResourceParts } from "../../base/parts.ts";
import { showJob } from "../../base/job-answer.ts";
import { submitAgenticSearch } from "./agentic-search.ts";
import {
  agenticSearchBodySchema,
  agenticSearchJobSchema,
  agenticSearchSubmittedSchema,
  type AgenticSearchBody,
} from "./schema.ts";

/** POST /agentic-search and GET /agentic-search/{id}. */
export function agenticSearchRoutes(parts: ResourceParts): Route[] {
  return [
    route<unknown, AgenticSearchBody>({
      method: "POST",
      path: "/agentic-search",
      jobType: "agentic_search",
      operationId: "createAgenticSearch",
      startsWork: true,
      tag: "Search",
      summary: "Search, read the pages, and write a report with citations",
      family: "flat",
      access: "key",
      limit: { limit: 60, per: "user" },
      body: agenticSearchBodySchema,
      answers: { 202: { description: "Accepted.", schema: agenticSearchSubmittedSchema } },
      errors: ["INVALID_REQUEST", "INSUFFICIENT_CREDITS", "CONFIGURATION_ERROR", "QUEUE_ERROR"],
      run: (call) => submitAgenticSearch(parts, call),
    }),
    route({
      method: "GET",
      path: "/agentic-search/{id}",
      operationId: "getAgenticSearch",
      tag: "Search",
      summary: "Show a research job, with its report once it is completed",
      family: "flat",
      access: "key",
      limit: undefined,
      answers: { 200: { description: "The job.", schema: agenticSearchJobSchema } },
      errors: ["FORBIDDEN"],
      run: (call) => showJob(parts.jobs, "agentic_search", call),
    }),
  ];
}
