import type { Query } from "../storage/index.ts";
import type { deliveryRows } from "./collections.ts";
import type { DeliveryQuery, DeliveryStatus } from "./delivery.ts";
import { TEST_EVENT } from "./event.ts";
import { WebhookError } from "./webhook-error.ts";

const STANDARD_LIMIT = 50;
const HIGHEST_LIMIT = 200;

const statuses: ReadonlySet<unknown> = new Set<DeliveryStatus>([
  "pending",
  "success",
  "failed",
  "exhausted",
]);

/**
 * A query of deliveries as one of records: newest first, those of one time in an order that stays.
 * @param events names that events may have; `webhook.test` is one at any rate
 * @throws WebhookError `INVALID_QUERY`
 */
export function checkDeliveryQuery(
  account: string,
  query: DeliveryQuery,
  events: ReadonlySet<string>,
): Query<typeof deliveryRows> {
  const { endpointId, event, status, jobId, limit = STANDARD_LIMIT } = query;
  if (endpointId !== undefined && typeof endpointId !== "string")
    throw invalid("endpointId", "a text");
  if (jobId !== undefined && typeof jobId !== "string") throw invalid("jobId", "a text");
  if (event !== undefined && event !== TEST_EVENT && !events.has(event)) {
    throw invalid("event", `one of ${[...events].join(", ")}`);
  }
  if (status !== undefined && !statuses.has(status)) {
    throw invalid("status", `one of ${[...statuses].join(", ")}`);
  }
  if (!Number.isInteger(limit) || limit < 1 || limit > HIGHEST_LIMIT) {
    throw invalid("limit", `a whole number from 1 to ${HIGHEST_LIMIT}`);
  }
  return {
    where: {
      account,
      ...(endpointId !== undefined && { endpointId }),
      ...(event !== undefined && { type: event }),
      ...(status !== undefined && { status }),
      ...(jobId !== undefined && { jobId }),
    },
    order: [
      ["createdAt", "desc"],
      ["id", "desc"],
    ],
    limit,
  };
}

function invalid(field: string, expected: string): WebhookError {
  return new WebhookError("INVALID_QUERY", {
    message: `The ${field} of a list of deliveries must be ${expected}.`,
    details: { field },
  });
}
