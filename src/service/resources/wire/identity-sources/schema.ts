import { z } from "@hono/zod-openapi";
import { optional } from "../../schema.ts";
import { queryBoolean } from "../../../http/query-fields/schema.ts";

const displayName = z
  .string()
  .transform((name) => name.trim())
  .refine((name) => name.length >= 1 && name.length <= 100, "must have 1 to 100 characters")
  .openapi({ type: "string", minLength: 1, maxLength: 100 });

const methodField = optional(
  z.string().max(64).openapi({ description: "Id of a method; the provider's first when absent." }),
);

const FIELDS =
  "Besides these, the fields of the method by name, as the list of providers tells them.";

/** The body of POST /wire/identity-sources. */
export const newSourceSchema = z
  .looseObject({
    provider: z.string().min(1).max(64),
    display_name: optional(displayName),
    auth_method: methodField,
  })
  .openapi("NewIdentitySource", { description: FIELDS });

export type NewSourceBody = z.output<typeof newSourceSchema>;

/** The body of PATCH /wire/identity-sources/{id}. */
export const sourceChangeSchema = z
  .looseObject({ display_name: optional(displayName), auth_method: methodField })
  .openapi("IdentitySourceChange", { description: FIELDS });

export type SourceChangeBody = z.output<typeof sourceChangeSchema>;

/** The query of GET /wire/identity-sources. */
export const sourcesQuerySchema = z.object({
  provider: z.string().max(64).optional(),
  status: z.enum(["active", "revoked"]).optional(),
});

export type SourcesQuery = z.output<typeof sourcesQuerySchema>;

/** The query of DELETE /wire/identity-sources/{id}. */
export const removalQuerySchema = z.object({
  delete_identities: queryBoolean.optional().openapi({
    description: "Whether the identities that depend on it go, too; they stay, expired, otherwise.",
  }),
});

export type RemovalQuery = z.output<typeof removalQuerySchema>;

/** The query of GET …/containers/{container_id}/entries. */
export const entriesQuerySchema = z.object({
  domain: z.string().max(253).optional().openapi({
    description: "Text in the title or in an address, in any case.",
  }),
});

export type EntriesQuery = z.output<typeof entriesQuerySchema>;

/** A source (interface, 2.7). */
export const sourceSchema = z
  .object({
    id: z.uuid(),
    user_id: z.string(),
    provider: z.string(),
    display_name: z.string(),
    config: z.looseObject({ auth_method: z.string() }),
    scope_metadata: z.object({ vaults: z.array(z.object({ id: z.string(), name: z.string() })) }),
    status: z.enum(["active", "revoked"]),
    last_verified_at: z.iso.datetime(),
    credentials_expires_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    identity_count: z.int().optional().openapi({
      description: "Identities that depend on it; of a single source only.",
    }),
  })
  .openapi("IdentitySource");

const fieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(["text", "password", "textarea"]),
  secret: z.boolean(),
  required: z.boolean(),
  placeholder: z.string().optional(),
  help: z.string().optional(),
  pattern: z.string().optional(),
});

const methodSchema = z.object({
  id: z.string(),
  label: z.string(),
  instructions: z.string().optional(),
  caution: z.string().optional(),
  docs_url: z.string().optional(),
  fields: z.array(fieldSchema),
});

const providerSchema = z
  .object({
    type: z.string(),
    display_name: z.string(),
    auth_type: z.string(),
    browsable: z.boolean(),
    summary: z.string().optional(),
    container_label: z.string(),
    entry_label: z.string(),
    methods: z.array(methodSchema),
    connect: methodSchema,
  })
  .openapi("IdentitySourceProvider");

const ok = z.literal("ok");

export const sourceAnswerSchema = z
  .object({ status: ok, identity_source: sourceSchema })
  .openapi("IdentitySourceAnswer");
export const sourcesAnswerSchema = z
  .object({ status: ok, identity_sources: z.array(sourceSchema) })
  .openapi("IdentitySources");
export const providersAnswerSchema = z
  .object({ status: ok, providers: z.array(providerSchema) })
  .openapi("IdentitySourceProviders");

export const dependentsAnswerSchema = z
  .object({
    status: ok,
    identities: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        is_default: z.boolean(),
        catalog_id: z.uuid(),
        catalog_slug: z.string(),
        catalog_name: z.string(),
        has_active_credential: z.boolean(),
        created_at: z.iso.datetime(),
      }),
    ),
  })
  .openapi("IdentitySourceIdentities");

export const containersAnswerSchema = z
  .object({
    status: ok,
    containers: z.array(
      z.object({ id: z.string(), name: z.string(), item_count: z.int().optional() }),
    ),
  })
  .openapi("IdentitySourceContainers");

export const entriesAnswerSchema = z
  .object({
    status: ok,
    entries: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        category: z.string().optional(),
        updated_at: z.iso.datetime().optional(),
        urls: z.array(z.object({ href: z.string(), label: z.string() })).optional(),
        tags: z.record(z.string(), z.string()).optional().openapi({
          description: "Names of tags; their values are not told.",
        }),
      }),
    ),
  })
  .openapi("IdentitySourceEntries");
