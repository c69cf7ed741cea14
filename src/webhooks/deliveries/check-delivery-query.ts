import type { Query } from "../../storage/index.ts";
import type { deliveryRows } from "../collections.ts";
import type { DeliveryQuery, DeliveryStatus } from "./delivery.ts";
import { TEST_EVENT } from "../outbox/event.ts";
import { WebhookError } from "../webhook-error.ts";

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
  const { endpointId, event, status, jobId, ids, limit = STANDARD_LIMIT } = query;
  const names = new Set<unknown>(events).add(TEST_EVENT);
  const where = {
    ...matching("endpointId", endpointId, { is: isText, expected: "a string" }),
    ...matching("event", event, { is: (name) => names.has(name), expected: listed(names) }),
    ...matching("status", status, { is: (name) => statuses.has(name), expected: listed(statuses) }),
    ...matching("jobId", jobId, { is: isText, expected: "a string" }),
    ...among(ids),
  };
  const isLimit = Number.isInteger(limit) && limit >= 1 && limit <= HIGHEST_LIMIT;
  if (!isLimit) throw invalid("limit", `a whole number from 1 to ${HIGHEST_LIMIT}`);
  return {
    where: { ...where, account },
    order: [
      ["createdAt", "desc"],
      ["id", "desc"],
    ],
    limit,
  };
}

interface Rule {
  readonly is: (value: unknown) => boolean;
  /** What the value must be, in words. */
  readonly expected: string;
}

/** The field of a row that must have the value, if there is one. */
function matching(name: string, value: string | undefined, { is, expected }: Rule): object {
  if (value === undefined) return {};
  if (!is(value)) throw invalid(name, expected);
  return { [name === "event" ? "type" : name]: value };
}

/** The condition of a list of ids. */
function among(ids: readonly string[] | undefined): object {
  if (ids === undefined) return {};
  const isList = Array.isArray(ids) && ids.length <= HIGHEST_LIMIT && ids.every(isText);
  if (!isList) throw invalid("ids", `a list of at most ${HIGHEST_LIMIT} strings`);
  return { id: { in: [...ids] } };
}

/** A store would take an object as a condition. */
function isText(value: unknown): boolean {
  return typeof value === "string";
}

function listed(names: ReadonlySet<unknown>): string {
  return `one of ${[...names].join(", ")}`;
}

function invalid(field: string, expected: string): WebhookError {
  return new WebhookError("INVALID_QUERY", {
    message: `The ${field} of a list of deliveries must be ${expected}.`,
    details: { field },
  });
}
