import { z } from "@hono/zod-openapi";
import { optional } from "../../../base/schema.ts";
import { flag } from "../schema.ts";

const displayNameField = z.string().trim().min(1).max(100).openapi({
  description: "Display name; the provider's name when absent.",
});

const methodField = z.string().min(1).max(64);

const secretFields =
  "The fields of the method are further properties, by name; unknown fields are refused.";

/** The body of POST /wire/identity-sources. */
export const connectBodySchema = z
  .looseObject({
    provider: z.string().min(1).max(64).openapi({ description: "The `type` of a provider." }),
    display_name: optional(displayNameField),
    auth_method: optional(
      methodField.openapi({
        description: "The `id` of one of the provider's methods; the first method when absent.",
      }),
    ),
  })
  .openapi("IdentitySourceConnect", { description: secretFields });

/** What POST /wire/identity-sources was asked. */
export type ConnectBody = z.output<typeof connectBodySchema>;

/** The body of PATCH /wire/identity-sources/{id}. */
export const changeBodySchema = z
  .looseObject({
    display_name: optional(displayNameField),
    auth_method: optional(
      methodField.openapi({
        description:
          "The `id` of one of the provider's methods; when absent, the method does not change.",
      }),
    ),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined && value !== null), {
    message: "Expected a display_name or the fields of a method.",
  })
  .openapi("IdentitySourceChange", {
    description: secretFields,
    example: { display_name: "Vault of the shop" },
  });

/** What PATCH /wire/identity-sources/{id} was asked. */
export type ChangeBody = z.output<typeof changeBodySchema>;

/** The query of GET /wire/identity-sources. */
export const sourcesQuerySchema = z.object({
  provider: z.string().max(64).optional(),
  status: z.enum(["active", "revoked"]).optional(),
});

/** What GET /wire/identity-sources was asked. */
export type SourcesQuery = z.output<typeof sourcesQuerySchema>;

/** The query of DELETE /wire/identity-sources/{id}. */
export const removalQuerySchema = z.object({
  delete_identities: flag.optional().openapi({
    description:
      "Whether to remove the identities that depend on the source; otherwise their logins expire.",
  }),
});

/** What DELETE /wire/identity-sources/{id} was asked. */
export type RemovalQuery = z.output<typeof removalQuerySchema>;

/** The query of GET …/entries. */
export const entriesQuerySchema = z.object({
  domain: z.string().max(2048).optional().openapi({
    description: "Text that the title or an address must contain, in upper or lower case.",
    example: "example.com",
  }),
});

/** What GET …/entries was asked. */
export type EntriesQuery = z.output<typeof entriesQuerySchema>;

const ok = z.literal("ok");

const fieldSchema = z
  .object({
    name: z.string(),
    label: z.string(),
    type: z.enum(["text", "password", "textarea"]),
    secret: z.boolean(),
    required: z.boolean(),
    placeholder: z.string().optional(),
    help: z.string().optional(),
    pattern: z
      .string()
      .optional()
      .openapi({ description: "Regular expression that the whole trimmed value must match." }),
  })
  .openapi("IdentitySourceField");

const methodSchema = z
  .object({
    id: z.string(),
    label: z.string(),
    instructions: z.string().optional(),
    caution: z.string().optional(),
    docs_url: z.string().optional(),
    fields: z.array(fieldSchema),
  })
  .openapi("IdentitySourceMethod");

export const providersAnswerSchema = z
  .object({
    status: ok,
    providers: z.array(
      z.object({
        type: z.string(),
        display_name: z.string(),
        auth_type: z.string(),
        browsable: z.boolean(),
        summary: z.string().optional(),
        container_label: z.string(),
        entry_label: z.string(),
        methods: z.array(methodSchema),
        connect: methodSchema,
      }),
    ),
  })
  .openapi("IdentitySourceProviders");

const sourceMembers = {
  id: z.uuid(),
  user_id: z.uuid(),
  provider: z.string(),
  display_name: z.string(),
  config: z.object({ auth_method: z.string() }).catchall(z.string()),
  scope_metadata: z.object({
    vaults: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  status: z.enum(["active", "revoked"]),
  last_verified_at: z.iso.datetime(),
  credentials_expires_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
};

const sourceSchema = z.object(sourceMembers).openapi("IdentitySource");

export const sourceAnswerSchema = z
  .object({ status: ok, identity_source: sourceSchema })
  .openapi("IdentitySourceAnswer");

export const countedAnswerSchema = z
  .object({
    status: ok,
    identity_source: z.object({
      ...sourceMembers,
      identity_count: z
        .int()
        .openapi({ description: "Number of identities that depend on the source." }),
    }),
  })
  .openapi("IdentitySourceCounted");

export const sourcesAnswerSchema = z
  .object({ status: ok, identity_sources: z.array(sourceSchema) })
  .openapi("IdentitySources");

export const removedAnswerSchema = z.object({ status: ok }).openapi("WireRemoved");

export const boundAnswerSchema = z
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
        tags: z.record(z.string(), z.literal("")).optional(),
      }),
    ),
  })
  .openapi("IdentitySourceEntries");
