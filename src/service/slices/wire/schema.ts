import { z } from "@hono/zod-openapi";
import { MAX_URL, optional, orDefault, webhookUrlField } from "../../base/schema.ts";

const actionIdField = z.string().min(1).max(200).openapi({
  description: "Id of an action of the catalog.",
  example: "github.list_issues",
});

const paramsField = orDefault(z.record(z.string(), z.unknown()), {}).openapi({
  description: "The action's parameters, by name.",
});

/** The body of POST /wire/task. */
export const taskBodySchema = z
  .object({
    action_id: actionIdField,
    params: paramsField,
    credential_id: optional(
      z.uuid().openapi({ description: "Id of the credential that the run uses." }),
    ),
    identity_id: optional(
      z.uuid().openapi({
        description:
          "Id of an identity; the run uses its active credential, in the order of `auth_types`.",
      }),
    ),
    webhook_url: optional(webhookUrlField),
  })
  .openapi("WireTaskRequest");

/** What POST /wire/task was asked. */
export type TaskBody = z.output<typeof taskBodySchema>;

/** The body of POST /wire-run. */
export const runBodySchema = z
  .object({ action_id: actionIdField, params: paramsField })
  .openapi("WireRunRequest");

/** What POST /wire-run was asked. */
export type RunBody = z.output<typeof runBodySchema>;

/** The query of GET /wire/catalog. */
export const catalogQuerySchema = z.object({
  scope: z.enum(["my", "global"]).optional().openapi({
    description:
      "`my`: sites that you have private actions for; `global`: all sites but your own; when absent, all sites that are visible to you.",
  }),
});

/** What GET /wire/catalog was asked. */
export type CatalogQuery = z.output<typeof catalogQuerySchema>;

/** `true`, `false`, `1` or `0`, in any case (decisions, 0.1). */
export const flag = z
  .string()
  .regex(/^(?:true|false|1|0)$/i, "must be true or false")
  .transform((text) => /^(?:true|1)$/i.test(text))
  .openapi({ type: "boolean" });

/** A whole number of a query, from 1. */
export const count = (max: number, description: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(1).max(max))
    .openapi({ type: "integer", minimum: 1, maximum: max, description });

/** The query of GET /wire/resolve and GET /wire/search. */
export const resolveQuerySchema = z.object({
  q: z.string().max(1000).optional().openapi({
    description: "What you want done, in plain words.",
    example: "open issues of a repository",
  }),
  catalog: z.string().max(100).optional().openapi({ description: "Slug of a site." }),
  category: z.string().max(100).optional(),
  auth_mode: z.enum(["none", "optional", "required"]).optional(),
  auth: flag.optional().openapi({
    description: "`false`: leave out actions that need a credential; `auth_mode` takes precedence.",
  }),
  type: z.enum(["read", "write"]).optional(),
  limit: count(
    100,
    "Maximum number of records; when absent, 5 with `q` and 50 without.",
  ).optional(),
});

/** What GET /wire/resolve was asked. */
export type ResolveQuery = z.output<typeof resolveQuerySchema>;

/** The query of GET /wire/jobs. */
export const jobsQuerySchema = z.object({
  page: count(1_000_000, "Page number, from 1; 1 when absent.").optional(),
  limit: count(100, "Jobs per page; 20 when absent.").optional(),
  catalog: z.string().min(1).max(100).optional().openapi({ description: "Slug of a site." }),
  status: z.enum(["processing", "completed", "failed"]).optional(),
  search: z.string().max(200).optional().openapi({
    description:
      "Text that the action's name or the parameters must contain, in upper or lower case.",
  }),
});

/** What GET /wire/jobs was asked. */
export type JobsQuery = z.output<typeof jobsQuerySchema>;

/** The query of GET /wire/jobs/{id}/download. */
export const downloadQuerySchema = z.object({
  file: z.string().max(MAX_URL).optional().openapi({
    description: "The name of one of `files[]`; the first file when absent.",
  }),
});

/** What GET /wire/jobs/{id}/download was asked. */
export type DownloadQuery = z.output<typeof downloadQuerySchema>;
