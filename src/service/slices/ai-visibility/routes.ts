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
      summary: "Ask answer engines the same question and compare their answers",
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
      summary: "Ask one engine again, or take its late answer; waits up to 5 minutes",
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
      summary: "Show a search with the results so far",
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
      summary: "List the last 20 searches, newest first",
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
      summary: "List the engines that can be asked",
      limit,
      answers: { 200: { description: "The engines.", schema: aiSourcesSchema } },
      errors: [],
      run: () => Promise.resolve(listAiSources(parts)),
    }),
  ];
}
