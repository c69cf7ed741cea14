import {
  route,
  type AnswerDescription,
  type KeyedCall,
  type Route,
  type RouteLimit,
  type RouteRow,
} from "../../http/route.ts";
import type { ServiceErrorCode } from "../../base/service-error.ts";
import { answering } from "../../base/webhook-failure.ts";

/** How often routes of the family may be called (decisions, part 8). */
const limits = Object.freeze({
  reading: { limit: 60, per: "user" },
  changing: { limit: 30, per: "user" },
  /** Makes an attempt at a receiver. */
  sending: { limit: 10, per: "user" },
}) satisfies Readonly<Record<string, RouteLimit>>;

/** A row of the family: what differs between them. */
interface WebhookRow<Query, Body> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly limit: keyof typeof limits;
  /** @default 200 */
  readonly status?: 200 | 201;
  readonly answer: AnswerDescription;
  /** @default [] */
  readonly errors?: readonly ServiceErrorCode[];
  readonly query?: NonNullable<RouteRow<Query, Body>["query"]>;
  readonly body?: NonNullable<RouteRow<Query, Body>["body"]>;
  /** Gives what becomes the answer's JSON; may throw WebhookError. */
  readonly run: (call: KeyedCall<Query, Body>) => Promise<object>;
}

/** Completes a row. */
export function webhookRoute<Query = unknown, Body = unknown>(row: WebhookRow<Query, Body>): Route {
  const { run, answer, limit, status = 200, errors = [], ...facts } = row;
  return route<Query, Body>({
    ...facts,
    tag: "Webhooks",
    family: "flat",
    access: "key",
    limit: limits[limit],
    errors,
    answers: { [status]: answer },
    run: async (call) => ({ status, json: await answering(() => run(call)) }),
  });
}

/** The id in the path. */
export function idOf({ params }: Pick<KeyedCall<unknown, unknown>, "params">): string {
  return params["id"] ?? "";
}
