import { route, type Route } from "../../../http/route.ts";
import type { ResourceParts } from "../../../base/parts.ts";
import { taskBodySchema, type TaskBody } from "../schema.ts";
import type { WirePrefix } from "../wire-prefix.ts";
import { taskSubmittedSchema } from "./schema.ts";
import { submitTask } from "./submit-task.ts";

/** POST /wire/task, under either prefix. */
export function submitRoute(parts: ResourceParts, at: WirePrefix): Route {
  return route<unknown, TaskBody>({
    method: "POST",
    path: `${at.prefix}/task`,
    operationId: at.name("createWireTask"),
    startsWork: true,
    tag: at.tag,
    summary: "Run an action as a job",
    family: "nested",
    access: "key",
    limit: { limit: 20, per: "user" },
    body: taskBodySchema,
    answers: { 202: { description: "Accepted.", schema: taskSubmittedSchema } },
    errors: [
      "AUTH_REQUIRED",
      "AUTH_EXPIRED",
      "INSUFFICIENT_CREDITS",
      "FORBIDDEN",
      "QUEUE_ERROR",
      "ACTION_UNAVAILABLE",
    ],
    run: (call) => submitTask(parts, call, at),
  });
}
