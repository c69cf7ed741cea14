import type { Route } from "../../http/route.ts";
import { successSchema } from "../../base/schema.ts";
import { pageListSchema } from "./answers/schema.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import type { CompleteRow } from "./monitor-route.ts";
import { PageCalls } from "./page-calls.ts";
import {
  pageQuerySchema,
  restoreBodySchema,
  restoreQuerySchema,
  type PageQuery,
  type RestoreBody,
  type RestoreQuery,
} from "./schema.ts";

/** The pages of a site. */
export function pageRoutes(parts: MonitorParts, complete: CompleteRow): Route[] {
  const calls = new PageCalls(parts);
  return [
    complete({
      method: "GET",
      path: "/{id}/pages",
      operationId: "listMonitorPages",
      summary: "List the watched pages of a site",
      limit: "reading",
      answer: { description: "By URL; empty for other scopes.", schema: pageListSchema },
      run: (call) => calls.list(call),
    }),
    complete<PageQuery>({
      method: "DELETE",
      path: "/{id}/pages",
      operationId: "excludeMonitorPage",
      summary: "Stop watching a page",
      limit: "changing",
      answer: { description: "The page is now in `excludedUrls`.", schema: successSchema },
      query: pageQuerySchema,
      run: (call) => calls.exclude(call),
    }),
    complete<RestoreQuery, RestoreBody>({
      method: "POST",
      path: "/{id}/pages/restore",
      operationId: "restoreMonitorPage",
      summary: "Watch an excluded page again; the URL is in the query or in the body",
      limit: "changing",
      answer: { description: "The page is no longer excluded.", schema: successSchema },
      query: restoreQuerySchema,
      body: restoreBodySchema,
      run: (call) => calls.restore(call),
    }),
  ];
}
