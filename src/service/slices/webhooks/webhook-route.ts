import {
  route,
  type AnswerDescription,
  type KeyedCall,
  type Route,
  type RouteRow,
} from "../../http/route.ts";
import type { ServiceErrorCode } from "../../base/service-error.ts";
import { limits } from "./limits.ts";
import { answering } from "../../base/webhook-failure.ts";

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
