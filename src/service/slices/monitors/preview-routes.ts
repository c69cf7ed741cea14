import type { Route } from "../../http/route.ts";
import { previewSchema } from "./answers/schema.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import type { CompleteRow } from "./monitor-route.ts";
import { PreviewCalls } from "./preview-calls.ts";
import { previewBodySchema, type PreviewBody } from "./schema.ts";

/** What a monitor would see, before there is one. */
export function previewRoutes(parts: MonitorParts, complete: CompleteRow): Route[] {
  const calls = new PreviewCalls(parts);
  return [
    complete<unknown, PreviewBody>({
      method: "POST",
      path: "/preview",
      operationId: "previewMonitor",
      summary: "Show a page with the elements that can be watched on it",
      limit: "sending",
      answer: { description: "A screenshot, and where elements are on it.", schema: previewSchema },
      errors: [
        "FORBIDDEN",
        "NOT_FOUND",
        "INSUFFICIENT_CREDITS",
        "SESSION_NOT_SAVED",
        "SESSION_EXPIRED",
        "UPSTREAM_ERROR",
        "CONFIGURATION_ERROR",
      ],
      body: previewBodySchema,
      run: (call) => calls.show(call),
    }),
  ];
}
