import { route, type KeyedCall, type Route } from "../../http/route.ts";
import { evaluate, showAiTask, type AiTasksParts } from "./ai-tasks.ts";
import {
  aiTaskBodySchema,
  aiTaskRecordSchema,
  aiTaskResultSchema,
  aiTaskSubmittedSchema,
  type AiTaskBody,
} from "./schema.ts";
import { streamAiTask } from "./stream-ai-task.ts";

type TaskCall = KeyedCall<unknown, AiTaskBody>;

/** What the two ways to a task have in common. */
const begins = {
  method: "POST",
  startsWork: true,
  tag: "AI browser tasks",
  family: "flat",
  access: "key",
  limit: { limit: 10, per: "user" },
  body: aiTaskBodySchema,
  errors: [
    "INVALID_REQUEST",
    "INSUFFICIENT_CREDITS",
    "FORBIDDEN",
    "SESSION_IN_USE",
    "SESSION_NOT_SAVED",
    "CONFIGURATION_ERROR",
    "SERVICE_UNAVAILABLE",
  ],
} as const;

/** POST /ai/evaluate, POST /ai/evaluate/stream and GET /ai/jobs/{workflow_id}. */
export function aiTaskRoutes(parts: AiTasksParts): Route[] {
  return [
    route<unknown, AiTaskBody>({
      ...begins,
      path: "/ai/evaluate",
      operationId: "evaluateAiTask",
      summary: "Does a task in a browser, by a language model",
      answers: {
        200: { description: "The result; `success` may be false.", schema: aiTaskResultSchema },
        202: { description: "Begun, with `async`.", schema: aiTaskSubmittedSchema },
      },
      run: (call: TaskCall) => evaluate(parts, call),
    }),
    route<unknown, AiTaskBody>({
      ...begins,
      path: "/ai/evaluate/stream",
      operationId: "streamAiTask",
      summary: "The same, with each step as a server-sent event; closing it ends the task",
      answers: {
        200: {
          description: "Events `step`, then `result` or `error`; a comment each 15 s.",
          mediaType: "text/event-stream",
        },
      },
      run: (call: TaskCall) => streamAiTask(parts, call),
    }),
    route({
      method: "GET",
      path: "/ai/jobs/{workflow_id}",
      operationId: "getAiTask",
      tag: "AI browser tasks",
      summary: "A task, in any state, with its result once it has ended",
      family: "flat",
      access: "key",
      limit: undefined,
      answers: { 200: { description: "The task.", schema: aiTaskRecordSchema } },
      errors: ["FORBIDDEN"],
      run: (call) => showAiTask(parts, call),
    }),
  ];
}
