import type { Route } from "../../http/route.ts";
import { changeListSchema, contentSchema, snapshotListSchema } from "./answers/schema.ts";
import { HistoryCalls } from "./history-calls.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import type { CompleteRow } from "./monitor-route.ts";
import {
  contentQuerySchema,
  listQuerySchema,
  type ContentQuery,
  type ListQuery,
} from "./schema.ts";

/** Changes, snapshots and their bodies. */
export function historyRoutes(parts: MonitorParts, complete: CompleteRow): Route[] {
  const calls = new HistoryCalls(parts);
  return [
    complete<ListQuery>({
      method: "GET",
      path: "/{id}/changes",
      operationId: "listMonitorChanges",
      summary: "List changes",
      limit: "reading",
      answer: { description: "Newest first, up to 200.", schema: changeListSchema },
      query: listQuerySchema,
      run: (call) => calls.changes(call),
    }),
    complete<ListQuery>({
      method: "GET",
      path: "/{id}/snapshots",
      operationId: "listMonitorSnapshots",
      summary: "List snapshots",
      limit: "reading",
      answer: { description: "Newest first, up to 200.", schema: snapshotListSchema },
      query: listQuerySchema,
      run: (call) => calls.snapshots(call),
    }),
    complete({
      method: "GET",
      path: "/{id}/snapshots/{snapshotId}/content",
      operationId: "getMonitorSnapshotContent",
      summary: "Show the body of a snapshot",
      limit: "reading",
      answer: {
        description: "The body; `available` is false when none is stored.",
        schema: contentSchema,
      },
      run: (call) => calls.snapshotContent(call),
    }),
    complete<ContentQuery>({
      method: "GET",
      path: "/{id}/content",
      operationId: "getMonitorContent",
      summary: "Show a body by its hash, also of one page of a site",
      limit: "reading",
      answer: {
        description: "The body; `available` is false when none is stored.",
        schema: contentSchema,
      },
      query: contentQuerySchema,
      run: (call) => calls.content(call),
    }),
  ];
}
