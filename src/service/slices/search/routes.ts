import { route, type Route } from "../../http/route.ts";
import type { ResourceParts } from "../../base/parts.ts";
import { searchAnswerSchema, searchBodySchema, type SearchBody } from "./schema.ts";
import { search } from "./search.ts";

/** POST /search. */
export function searchRoutes(parts: ResourceParts): Route[] {
  return [
    route<unknown, SearchBody>({
      method: "POST",
      path: "/search",
      jobType: "search",
      operationId: "search",
      startsWork: true,
      tag: "Search",
      summary: "Search and return the results",
      family: "flat",
      access: "key",
      limit: { limit: 60, per: "user" },
      body: searchBodySchema,
      answers: { 200: { description: "The results.", schema: searchAnswerSchema } },
      errors: ["INVALID_REQUEST", "INSUFFICIENT_CREDITS", "CONFIGURATION_ERROR", "SEARCH_ERROR"],
      run: (call) => search(parts, call),
    }),
  ];
}
