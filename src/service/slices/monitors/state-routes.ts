import type { Route } from "../../http/route.ts";
import { monitorSchema, runListSchema, startedSchema } from "./answers/schema.ts";
import { MonitorCalls } from "./monitor-calls.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import type { CompleteRow } from "./monitor-route.ts";
import { RunCalls } from "./run-calls.ts";
import {
  expiryBodySchema,
  listQuerySchema,
  resumeBodySchema,
  type ExpiryBody,
  type ListQuery,
  type ResumeBody,
} from "./schema.ts";

const answer = { description: "The monitor as it is now.", schema: monitorSchema };

/** What starts and stops monitors, and their checks. */
export function stateRoutes(parts: MonitorParts, complete: CompleteRow): Route[] {
  return [
    ...changingRoutes(new MonitorCalls(parts), complete),
    ...runRoutes(new RunCalls(parts), complete),
  ];
}

function changingRoutes(calls: MonitorCalls, complete: CompleteRow): Route[] {
  return [
    complete({
      method: "POST",
      path: "/{id}/pause",
      operationId: "pauseMonitor",
      summary: "Stop checking by schedule",
      limit: "changing",
      answer,
      run: (call) => calls.pause(call),
    }),
    complete<unknown, ResumeBody>({
      method: "POST",
      path: "/{id}/resume",
      operationId: "resumeMonitor",
      summary: "Resume checking by schedule; the first check is due at once",
      limit: "changing",
      answer,
      errors: ["MONITOR_LIMIT_REACHED", "MONITOR_EXPIRED"],
      body: resumeBodySchema,
      run: (call) => calls.resume(call),
    }),
    complete<unknown, ExpiryBody>({
      method: "POST",
      path: "/{id}/expiry",
      operationId: "setMonitorExpiry",
      summary: "Set when a monitor stops by itself; null means never",
      limit: "changing",
      answer,
      body: expiryBodySchema,
      run: (call) => calls.expire(call),
    }),
  ];
}

function runRoutes(calls: RunCalls, complete: CompleteRow): Route[] {
  return [
    complete({
      method: "POST",
      path: "/{id}/run",
      operationId: "runMonitor",
      startsWork: true,
      summary: "Check now, paused or not",
      limit: "sending",
      answer: { description: "The check begins.", schema: startedSchema },
      errors: ["INSUFFICIENT_CREDITS", "SESSION_EXPIRED", "CONFLICT"],
      run: (call) => calls.start(call),
    }),
    complete<ListQuery>({
      method: "GET",
      path: "/{id}/runs",
      operationId: "listMonitorRuns",
      summary: "List checks",
      limit: "reading",
      answer: { description: "Newest first; kept for 30 days.", schema: runListSchema },
      query: listQuerySchema,
      run: (call) => calls.list(call),
    }),
  ];
}
