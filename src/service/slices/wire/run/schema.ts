import { z } from "@hono/zod-openapi";
import { dataSchema, fileSchema, runErrorSchema } from "../tasks/schema.ts";

/** What an address still has without a key. */
const trialSchema = z
  .object({
    remaining_credits: z.int(),
    signup_url: z
      .string()
      .nullable()
      .openapi({ description: "Null if the service has no sign-up page." }),
    message: z.string(),
  })
  .openapi("WireTrial");

/** What POST /wire-run answers (decisions, 4.8). */
export const runAnswerSchema = z
  .object({
    status: z.enum(["completed", "failed"]),
    data: dataSchema.optional(),
    files: z.array(fileSchema).optional().openapi({
      description: "The files that the action made; they are not stored.",
    }),
    error: runErrorSchema.optional(),
    credits_used: z.int(),
    execution_ms: z.int(),
    trial: trialSchema.optional().openapi({ description: "Only for calls without an API key." }),
  })
  .openapi("WireRunResult");
