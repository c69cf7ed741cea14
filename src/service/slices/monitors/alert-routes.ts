import type { Route } from "../../http/route.ts";
import { successSchema } from "../../base/schema.ts";
import { AlertCalls } from "./alert-calls.ts";
import { monitorDeliveryListSchema, testAlertSchema } from "./answers/schema.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import type { CompleteRow } from "./monitor-route.ts";
import { listQuerySchema, type ListQuery } from "./schema.ts";

/** Alerts and their deliveries. */
export function alertRoutes(parts: MonitorParts, complete: CompleteRow): Route[] {
  const calls = new AlertCalls(parts);
  return [
    complete({
      method: "POST",
      path: "/{id}/test-alert",
      operationId: "testMonitorAlert",
      summary: "Send one change with sample values to the monitor's receivers",
      limit: "sending",
      answer: { description: "The outcome of the attempts.", schema: testAlertSchema },
      errors: ["INVALID_REQUEST"],
      run: (call) => calls.test(call),
    }),
    complete<ListQuery>({
      method: "GET",
      path: "/{id}/deliveries",
      operationId: "listMonitorDeliveries",
      summary: "List the deliveries of a monitor",
      limit: "reading",
      answer: { description: "Newest first; kept for 30 days.", schema: monitorDeliveryListSchema },
      query: listQuerySchema,
      run: (call) => calls.list(call),
    }),
    complete({
      method: "POST",
      path: "/{id}/deliveries/{deliveryId}/retry",
      operationId: "retryMonitorDelivery",
      summary: "Send a failed delivery again",
      limit: "changing",
      answer: { description: "The attempt begins within 5 s.", schema: successSchema },
      errors: ["CONFLICT"],
      run: (call) => calls.retry(call),
    }),
  ];
}
