import {
  route,
  type AnswerDescription,
  type KeyedCall,
  type Route,
  type RouteLimit,
  type RouteRow,
} from "../../http/route.ts";
import type { ServiceErrorCode } from "../../base/service-error.ts";
import { answering } from "./monitor-failure.ts";
import type { MonitorParts } from "./monitor-parts.ts";

/** How often routes of the family may be called (decisions, part 8). */
const limits = Object.freeze({
  reading: { limit: 60, per: "user" },
  changing: { limit: 30, per: "user" },
  /** Fetches a page, or makes an attempt at a receiver. */
  sending: { limit: 10, per: "user" },
}) satisfies Readonly<Record<string, RouteLimit>>;

/** A row of the family: what differs between them. */
interface MonitorRow<Query, Body> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Behind `/monitors`. */
  readonly path: string;
  readonly operationId: string;
  /** As in `RouteFacts`. */
  readonly startsWork?: true;
  readonly summary: string;
  readonly limit: keyof typeof limits;
  /** @default 200 */
  readonly status?: 200 | 201;
  readonly answer: AnswerDescription;
  /** Besides 403 of routes with an id. @default [] */
  readonly errors?: readonly ServiceErrorCode[];
  readonly query?: NonNullable<RouteRow<Query, Body>["query"]>;
  readonly body?: NonNullable<RouteRow<Query, Body>["body"]>;
  /** Gives what becomes the answer's JSON; may throw MonitorError. */
  readonly run: (call: KeyedCall<Query, Body>) => Promise<object>;
}

/** Makes rows of the family (interface and decisions, 4.6). */
export type CompleteRow = <Query = unknown, Body = unknown>(row: MonitorRow<Query, Body>) => Route;

/** What completes rows. */
export function monitorRows({ settings }: Pick<MonitorParts, "settings">): CompleteRow {
  const refusing = { limit: settings.activeMonitors };
  return <Query, Body>(row: MonitorRow<Query, Body>) => {
    const { run, answer, limit, status = 200, errors = [], path, ...facts } = row;
    const own: readonly ServiceErrorCode[] = path.includes("{id}") ? ["FORBIDDEN"] : [];
    return route<Query, Body>({
      ...facts,
      path: `/monitors${path}`,
      tag: "Monitors",
      family: "flat",
      access: "key",
      limit: limits[limit],
      errors: [...own, ...errors],
      answers: { [status]: answer },
      run: async (call) => ({ status, json: await answering(() => run(call), refusing) }),
    });
  };
}
