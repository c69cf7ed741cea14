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
      summary: "Have a language model do a task in a browser",
      answers: {
        200: {
          description: "The result; `success` is false when the task failed.",
          schema: aiTaskResultSchema,
        },
        202: { description: "With `async`: the task has begun.", schema: aiTaskSubmittedSchema },
      },
      run: (call: TaskCall) => evaluate(parts, call),
    }),
    route<unknown, AiTaskBody>({
      ...begins,
      path: "/ai/evaluate/stream",
      operationId: "streamAiTask",
      summary:
        "Do a task and stream each step as a server-sent event; closing the stream ends the task",
      answers: {
        200: {
          description:
            "Events `step`, then `result` or `error`; a comment every 15 s keeps the stream open.",
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
      summary: "Show a task, with its result once it has ended",
      family: "flat",
      access: "key",
      limit: undefined,
      answers: { 200: { description: "The task.", schema: aiTaskRecordSchema } },
      errors: ["FORBIDDEN"],
      run: (call) => showAiTask(parts, call),
    }),
  ];
}
