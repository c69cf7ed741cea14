import { z } from "@hono/zod-openapi";

/** A parameter of an action, or of a login (decisions, 2.16). */
const parameterSchema = z
  .object({
    name: z.string(),
    type: z.enum(["string", "integer", "number", "boolean", "array", "object"]),
    required: z.boolean(),
    description: z.string(),
    default: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    examples: z
      .array(z.unknown())
      .optional()
      .openapi({ description: "Values that it may have; absent of a secret one." }),
    secret: z
      .boolean()
      .optional()
      .openapi({ description: "Whether the value is secret; only for login fields." }),
  })
  .openapi("WireParameter");

const status = z.enum(["active", "pending_review"]);

/** A site of the catalog (decisions, 2.16). */
export const entrySchema = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    url: z.string(),
    domain: z.string(),
    category: z.string(),
    description: z.string(),
    auth_required: z.boolean().openapi({
      description: "Whether every action that is visible to you needs a credential.",
    }),
    auth_types: z.array(z.string()),
    auth_type: z.string().optional().openapi({ description: "The first of `auth_types`." }),
    supported_sources: z.array(z.string()),
    action_count: z.int().openapi({ description: "Number of actions that are visible to you." }),
    status,
    logo_url: z.string().optional(),
    auth_login_url: z.string().optional(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi("WireCatalogEntry");

const modes = {
  type: z.enum(["read", "write"]),
  mode: z.enum(["async", "sync"]).openapi({ description: "Informative." }),
  auth_mode: z.enum(["none", "optional", "required"]),
  auth_required: z.boolean(),
};

/** An action (decisions, 2.16). */
const actionSchema = z
  .object({
    id: z.uuid(),
    catalog_id: z.uuid(),
    action_id: z.string(),
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    ...modes,
    parameters: z.array(parameterSchema),
    credits_per_call: z.int(),
    status,
    owner_user_id: z.uuid().optional().openapi({ description: "The owner of a private action." }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi("WireAction");

/** A record of GET /wire/resolve (decisions, 4.8). */
const recordSchema = z
  .object({
    action_id: z.string(),
    name: z.string(),
    description: z.string(),
    ...modes,
    catalog: z.string(),
    catalog_slug: z.string(),
    catalog_name: z.string(),
    category: z.string(),
    auth_satisfied: z.boolean().nullable().openapi({ description: "Null without a key." }),
    connected: z.boolean().openapi({
      description: "Whether you have an active credential for the site.",
    }),
    parameters: z.array(parameterSchema),
    params: z.object({
      required: z.array(parameterSchema),
      optional: z.array(parameterSchema),
    }),
    credits: z.int(),
    credits_per_call: z.int(),
  })
  .openapi("WireRecord");

const ok = z.literal("ok");

export const catalogAnswerSchema = z
  .object({ status: ok, catalog: z.array(entrySchema) })
  .openapi("WireCatalog");

export const siteAnswerSchema = z
  .object({
    status: ok,
    catalog: entrySchema,
    actions: z.array(actionSchema),
    login_input_schema: z.array(parameterSchema),
  })
  .openapi("WireCatalogSite");

export const resolveAnswerSchema = z
  .object({
    results: z.array(recordSchema),
    next: z.string().openapi({ description: "The suggested next call." }),
  })
  .openapi("WireResults");
