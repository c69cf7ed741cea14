import type { AttemptFailure } from "../attempts/attempt.ts";
import type { attemptRows, DeliveryRow } from "../collections.ts";
import type { Delivery, DeliveryAttempt, DeliveryStatus } from "./delivery.ts";
import type { Row } from "../../storage/index.ts";

/** What callers see of a delivery. */
export function deliveryView(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    endpointId: row.endpointId,
    event: row.type,
    jobId: row.jobId,
    url: row.url,
    status: row.status as DeliveryStatus,
    httpStatus: row.httpStatus,
    attempts: row.attempts,
    error: row.error,
    nextAttemptAt: row.nextAttemptAt === null ? null : isoOf(row.nextAttemptAt),
    createdAt: isoOf(row.createdAt),
  };
}

/** What callers see of an attempt. */
export function attemptView(row: Row<typeof attemptRows>): DeliveryAttempt {
  const { number, durationMs, httpStatus } = row;
  const failure = row.failure as AttemptFailure | null;
  return { number, startedAt: isoOf(row.startedAt), durationMs, httpStatus, failure };
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
