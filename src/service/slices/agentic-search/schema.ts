import { z } from "@hono/zod-openapi";
import { jobFields, optional, orDefault, promptField, webhookUrlField } from "../../base/schema.ts";

/** The body of POST /agentic-search. */
export const agenticSearchBodySchema = z
  .object({
    prompt: promptField,
    useBrowser: orDefault(z.boolean(), true),
    schema: optional(
      z.record(z.string(), z.unknown()).openapi({
        description:
          "JSON Schema of structured_data; at most 50 KB. When absent, the schema is inferred.",
      }),
    ),
    webhook_url: optional(webhookUrlField),
  })
  .openapi("AgenticSearchRequest");

/** What POST /agentic-search was asked. */
export type AgenticSearchBody = z.output<typeof agenticSearchBodySchema>;

/** What POST /agentic-search answers. */
export const agenticSearchSubmittedSchema = z
  .object({
    jobId: z.string(),
    job_id: z.string(),
    status: z.literal("pending"),
    message: z.string(),
    createdAt: z.iso.datetime(),
  })
  .openapi("AgenticSearchSubmitted");

/** An agentic search (decisions, 2.3). */
export const agenticSearchJobSchema = z
  .object({
    ...jobFields,
    status: z.enum(["pending", "queued", "processing", "completed", "failed"]),
    jobType: z.literal("agentic_search"),
    job_id: z.string(),
    prompt: z.string(),
    cached: z.literal(false),
    message: z
      .string()
      .optional()
      .openapi({ description: "Progress in words, until the job is completed or failed." }),
    markdown: z.string().optional().openapi({
      description:
        "The report with citations [1], [2] …, once the job is completed. It marks which sentences quote the pages and which were checked: rules and a model, which sees only the sentence and the cited words, agree that the cited words say it. Unchecked sentences are listed separately.",
    }),
    report: z.object({ markdown: z.string() }).optional(),
    citations: z
      .array(z.object({ url: z.string(), title: z.string(), snippet: z.string() }))
      .optional()
      .openapi({
        description: "In the order of their numbers. Each snippet is a verbatim quotation.",
      }),
    generatedJson: z
      .object({
        summary: z.string(),
        structured_data: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
        data_schema: z.record(z.string(), z.unknown()),
      })
      .optional(),
  })
  .openapi("AgenticSearchJob");
