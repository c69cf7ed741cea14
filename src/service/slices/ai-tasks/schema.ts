import { z } from "@hono/zod-openapi";
import { isSecretName } from "../../../agent/internal.ts";
import { optional, orDefault, promptField, urlField } from "../../base/schema.ts";

/** Longest value of a secret, and how many there may be (decisions, 4.11). */
const LONGEST_SECRET = 4096;
const MOST_SECRETS = 20;

const secretValues = z
  .record(z.string(), z.string().max(LONGEST_SECRET))
  .refine(
    (all) => Object.keys(all).every(isSecretName),
    "must have names of 1 to 200 characters without braces, line breaks, and leading or trailing white space",
  )
  .refine(
    (all) => Object.keys(all).length <= MOST_SECRETS,
    `must have at most ${MOST_SECRETS} entries`,
  )
  .openapi({
    type: "object",
    additionalProperties: { type: "string", maxLength: LONGEST_SECRET },
    description:
      "Secret values by name. The model sees only the names; where it writes {{secret.NAME}}, the value is typed into the page. Values are never stored, logged or returned.",
  });

/** The body of both POST routes. */
export const aiTaskBodySchema = z
  .object({
    prompt: promptField.openapi({
      description: "The task in your own words; 1 to 8192 bytes of UTF-8.",
      example: "Find the cheapest boat and give its name and price.",
    }),
    url: optional(
      urlField.openapi({
        description: "The page to open first; the task stays on its site.",
      }),
    ),
    session_id: optional(
      z.uuid().openapi({
        description: "Id of a saved browser session; the task holds it while it runs.",
      }),
    ),
    max_steps: orDefault(z.int().min(1).max(100), 25),
    timeout_ms: orDefault(z.int().min(10_000).max(330_000), 300_000),
    output_schema: optional(
      z.record(z.string(), z.unknown()).openapi({
        description: "JSON Schema of `result`; at most 50 KB. When absent, `result` is text.",
      }),
    ),
    async: orDefault(z.boolean(), false),
    secret_values: optional(secretValues),
  })
  .openapi("AiTaskRequest");

/** What a task was asked. */
export type AiTaskBody = z.output<typeof aiTaskBodySchema>;

const stepSchema = z
  .object({
    index: z.int(),
    tool: z.string(),
    args: z.unknown(),
    reasoning: z.string(),
    duration_ms: z.int(),
  })
  .openapi("AiTaskStep");

/** The result of a task (decisions, 2.15). */
export const aiTaskResultSchema = z
  .object({
    success: z.boolean(),
    result: z.unknown().openapi({
      description: "Text, or a value of `output_schema`; null when there is no result.",
    }),
    steps: z.array(stepSchema),
    iterations: z.int(),
    duration_ms: z.int(),
    credits_used: z.int(),
    run_id: z.string(),
    cached: z.literal(false),
    error: z
      .string()
      .optional()
      .openapi({ description: "Why the task failed; only when `success` is false." }),
  })
  .openapi("AiTaskResult");

/** What an asynchronous submission answers. */
export const aiTaskSubmittedSchema = z
  .object({ workflow_id: z.string(), status: z.literal("running"), run_id: z.string() })
  .openapi("AiTaskSubmitted");

/** The record of a task (decisions, 2.15). */
export const aiTaskRecordSchema = z
  .object({
    workflow_id: z.string(),
    run_id: z.string(),
    status: z.enum(["running", "completed", "failed", "timed_out"]),
    result: aiTaskResultSchema
      .nullable()
      .optional()
      .openapi({ description: "The result, once the task has ended." }),
    error: z
      .string()
      .optional()
      .openapi({ description: "Why the task failed; when `failed` or `timed_out`." }),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().optional(),
  })
  .openapi("AiTask");
