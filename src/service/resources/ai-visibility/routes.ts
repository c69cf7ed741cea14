import { route, type KeyedCall, type Route } from "../../http/route.ts";
import {
  listAiSearches,
  listAiSources,
  showAiSearch,
  submitAiSearch,
  type AiVisibilityParts,
} from "./ai-visibility.ts";
import { retryAiSource } from "./retry.ts";
import {
  aiRetryBodySchema,
  aiSearchBodySchema,
  aiSearchesSchema,
  aiSearchSchema,
  aiSourcesSchema,
  sourceResultSchema,
  type AiRetryBody,
  type AiSearchBody,
} from "./schema.ts";

/** What all routes have in common. */
const common = { tag: "AI Visibility", family: "flat", access: "key" } as const;

/** The routes below /ai-visibility. */
export function aiVisibilityRoutes(parts: AiVisibilityParts): Route[] {
  return [...workRoutes(parts), ...readRoutes(parts)];
}

function workRoutes(parts: AiVisibilityParts): Route[] {
  return [
    route<unknown, AiSearchBody>({
      ...common,
      method: "POST",
      path: "/ai-visibility/search",
      operationId: "createAiSearch",
      startsWork: true,
      summary: "Asks answer engines the same, and compares what they say",
      limit: { limit: 30, per: "user" },
      body: aiSearchBodySchema,
      answers: { 202: { description: "Begun.", schema: aiSearchSchema } },
      errors: ["INVALID_REQUEST", "INSUFFICIENT_CREDITS", "CONFIGURATION_ERROR"],
      run: (call: KeyedCall<unknown, AiSearchBody>) => submitAiSearch(parts, call),
    }),
    route<unknown, AiRetryBody>({
      ...common,
      method: "POST",
      path: "/ai-visibility/search/{id}/retry",
      operationId: "retryAiSearchSource",
      startsWork: true,
      summary: "Asks one engine again, or takes its late answer; waits up to 5 minutes",
      limit: { limit: 30, per: "user" },
      body: aiRetryBodySchema,
      answers: { 200: { description: "The new result.", schema: sourceResultSchema } },
      errors: [
        "INVALID_REQUEST",
        "INSUFFICIENT_CREDITS",
        "FORBIDDEN",
        "CONFLICT",
        "CONFIGURATION_ERROR",
      ],
      run: (call: KeyedCall<unknown, AiRetryBody>) => retryAiSource(parts, call),
    }),
  ];
}

function readRoutes(parts: AiVisibilityParts): Route[] {
  const limit = { limit: 60, per: "user" } as const;
  return [
    route({
      ...common,
      method: "GET",
      path: "/ai-visibility/search/{id}",
      operationId: "getAiSearch",
      summary: "A search, in any state, with the results that have come",
      limit: undefined,
      answers: { 200: { description: "The search.", schema: aiSearchSchema } },
      errors: ["FORBIDDEN"],
      run: (call: KeyedCall<unknown, unknown>) => showAiSearch(parts, call),
    }),
    route({
      ...common,
      method: "GET",
      path: "/ai-visibility/searches",
      operationId: "listAiSearches",
      summary: "The last 20 searches, newest first",
      limit,
      answers: { 200: { description: "The searches.", schema: aiSearchesSchema } },
      errors: [],
      run: (call: KeyedCall<unknown, unknown>) => listAiSearches(parts, call),
    }),
    route({
      ...common,
      method: "GET",
      path: "/ai-visibility/sources",
      operationId: "listAiSources",
      summary: "The engines that can be asked",
      limit,
      answers: { 200: { description: "The engines.", schema: aiSourcesSchema } },
      errors: [],
      run: () => Promise.resolve(listAiSources(parts)),
    }),
  ];
}
