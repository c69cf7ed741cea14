import type { Route } from "../../http/route.ts";
import type { ServiceErrorCode } from "../../base/service-error.ts";
import { successSchema } from "../../base/schema.ts";
import { monitorListSchema, monitorSchema } from "./answers/schema.ts";
import { MonitorCalls } from "./monitor-calls.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import type { CompleteRow } from "./monitor-route.ts";
import {
  monitorBodySchema,
  monitorListQuerySchema,
  type MonitorBody,
  type MonitorListQuery,
} from "./schema.ts";

/** What storing a definition may answer. */
const errors: readonly ServiceErrorCode[] = [
  "FORBIDDEN",
  "MONITOR_LIMIT_REACHED",
  "SESSION_NOT_SAVED",
  "CONFIGURATION_ERROR",
];

/** Monitors themselves. */
export function definitionRoutes(parts: MonitorParts, complete: CompleteRow): Route[] {
  const calls = new MonitorCalls(parts);
  return [...storingRoutes(calls, complete), ...readingRoutes(calls, complete)];
}

function storingRoutes(calls: MonitorCalls, complete: CompleteRow): Route[] {
  return [
    complete<unknown, MonitorBody>({
      method: "POST",
      path: "",
      operationId: "createMonitor",
      startsWork: true,
      summary: "Watch a page, a site or an action; the first check is due at once",
      limit: "changing",
      status: 201,
      answer: { description: "The monitor, with a new secret.", schema: monitorSchema },
      errors,
      body: monitorBodySchema,
      run: (call) => calls.create(call),
    }),
    complete<unknown, MonitorBody>({
      method: "PUT",
      path: "/{id}",
      operationId: "replaceMonitor",
      summary: "Replace a monitor; fields that are left out return to their defaults",
      limit: "changing",
      answer: { description: "The monitor as it is now.", schema: monitorSchema },
      errors,
      body: monitorBodySchema,
      run: (call) => calls.replace(call),
    }),
    complete({
      method: "DELETE",
      path: "/{id}",
      operationId: "deleteMonitor",
      summary: "Remove a monitor with its changes, snapshots and runs",
      limit: "changing",
      answer: { description: "It is removed.", schema: successSchema },
      run: (call) => calls.remove(call),
    }),
  ];
}

function readingRoutes(calls: MonitorCalls, complete: CompleteRow): Route[] {
  return [
    complete<MonitorListQuery>({
      method: "GET",
      path: "",
      operationId: "listMonitors",
      summary: "List monitors",
      limit: "reading",
      answer: { description: "All of them, newest first.", schema: monitorListSchema },
      query: monitorListQuerySchema,
      run: (call) => calls.list(call),
    }),
    complete({
      method: "GET",
      path: "/{id}",
      operationId: "getMonitor",
      summary: "Show a monitor",
      limit: "reading",
      answer: { description: "The monitor, without its secret.", schema: monitorSchema },
      run: (call) => calls.show(call),
    }),
  ];
}
