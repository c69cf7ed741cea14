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
      description: "While it is processing: milliseconds after which to ask again.",
    }),
    data: dataSchema.optional(),
    files: z.array(fileSchema).optional().openapi({ description: "Of a file result only." }),
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
          result: z.unknown().openapi({ description: "What it gave; null until it has." }),
          result_omitted: z.literal("size").optional().openapi({
            description: "The result is too large for a list; the job itself shows it.",
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
      .openapi({ description: "Of all your jobs that are kept; on page 1 only." }),
  })
  .openapi("WireJobList");
