import { z } from "@hono/zod-openapi";

/** What POST /wire/task answers. */
export const taskSubmittedSchema = z
  .object({
    status: z.literal("processing"),
    job_id: z.uuid(),
    poll_url: z.string().openapi({ description: "Absolute path of the job on this host." }),
  })
  .openapi("WireTaskSubmitted");

/** A file of a task. */
export const fileSchema = z
  .object({ name: z.string(), content_type: z.string(), size_bytes: z.int() })
  .openapi("WireFile");

/** Why a run failed. */
export const runErrorSchema = z
  .object({
    code: z.enum(["EXECUTION_FAILED", "AUTH_EXPIRED", "INVALID_PARAMS"]),
    message: z.string(),
  })
  .openapi("WireRunError");

/** What an action gave. */
export const dataSchema = z
  .unknown()
  .openapi({ description: "An object, an array or null; null if the result is files." });
