import { z } from "@hono/zod-openapi";
import { dataSchema, fileSchema, runErrorSchema } from "../tasks/schema.ts";

const state = z.enum(["processing", "completed", "failed"]);

/** What GET /wire/jobs/{id} shows (interface and decisions, 2.4). */
export const taskSchema = z
  .object({
    status: state,
    job_id: z.uuid(),
    action_id: z.string(),
    retry_after_ms: z.int().optional().openapi({
      description: "While the job is processing: milliseconds to wait before asking again.",
    }),
    data: dataSchema.optional(),
    files: z
      .array(fileSchema)
      .optional()
      .openapi({ description: "The files, if the action made any." }),
    error: runErrorSchema.optional(),
    credits_used: z.int().optional(),
    execution_ms: z.int().optional(),
  })
  .openapi("WireJob");

/** What GET /wire/jobs shows. */
export const taskListSchema = z
  .object({
    status: z.literal("ok"),
    jobs: z.array(
      z
        .object({
          id: z.uuid(),
          user_id: z.uuid(),
          catalog_id: z.uuid(),
          action_id: z.string(),
          action_name: z.string(),
          catalog_slug: z.string(),
          status: state,
          created_at: z.iso.datetime(),
          params: z.record(z.string(), z.unknown()),
          credits_used: z.int(),
          result: z.unknown().openapi({ description: "The result; null until there is one." }),
          result_omitted: z.literal("size").optional().openapi({
            description: "The result is too large for the list; GET /wire/jobs/{id} shows it.",
          }),
          credential_id: z.string().optional(),
          credential_type: z.string().optional(),
          identity_name: z.string().optional(),
          error: z.string().optional(),
          completed_at: z.iso.datetime().optional(),
        })
        .openapi("WireListedJob"),
    ),
    total_count: z.int(),
    page: z.int(),
    limit: z.int(),
    total_pages: z.int(),
    stats: z
      .object({
        processing: z.int(),
        completed: z.int(),
        failed: z.int(),
        credits_used: z.int(),
      })
      .optional()
      .openapi({ description: "Totals over all your stored jobs; on page 1 only." }),
  })
  .openapi("WireJobList");
