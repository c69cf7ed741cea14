import { route, type Route } from "../../../http/route.ts";
import { runBodySchema, type RunBody } from "../schema.ts";
import { runAction, type RunParts } from "./run-action.ts";
import { runAnswerSchema } from "./schema.ts";

/** POST /wire-run. */
export function runRoute(parts: RunParts): Route {
  return route<unknown, RunBody>({
    method: "POST",
    path: "/wire-run",
    operationId: "runWireAction",
    startsWork: true,
    tag: "Wire",
    summary:
      "Run an action that reads and return its result; calls without an API key use trial credits of their address",
    family: "nested",
    access: "open",
    limit: { limit: 10, per: "ip" },
    keyedLimit: { limit: 20, per: "user" },
    body: runBodySchema,
    answers: {
      200: { description: "The result, or why the run failed.", schema: runAnswerSchema },
    },
    errors: ["INSUFFICIENT_CREDITS", "FORBIDDEN", "ACTION_UNAVAILABLE"],
    run: (call) => runAction(parts, call),
  });
}
