import type { Route } from "../../http/route.ts";
import { alertRoutes } from "./alert-routes.ts";
import { definitionRoutes } from "./definition-routes.ts";
import { historyRoutes } from "./history-routes.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import { monitorRows } from "./monitor-route.ts";
import { pageRoutes } from "./page-routes.ts";
import { previewRoutes } from "./preview-routes.ts";
import { stateRoutes } from "./state-routes.ts";

/** Monitors (interface and decisions, 4.6). */
export function monitorRoutes(parts: MonitorParts): Route[] {
  const complete = monitorRows(parts);
  return [
    ...definitionRoutes(parts, complete),
    ...previewRoutes(parts, complete),
    ...stateRoutes(parts, complete),
    ...historyRoutes(parts, complete),
    ...pageRoutes(parts, complete),
    ...alertRoutes(parts, complete),
  ];
}
