import { z } from "@hono/zod-openapi";
import { optional } from "../../../base/schema.ts";

/** Characters of a name, a field or a part of a locator. */
const LONGEST_TEXT = 2048;

const text = z.string().min(1).max(LONGEST_TEXT);

/** An identity's name (decisions, 2.5). */
const nameField = z
  .string()
  .transform((name) => name.trim())
  .refine((name) => name.length >= 1 && name.length <= 100, "must have 1 to 100 characters")
  .openapi({ type: "string", minLength: 1, maxLength: 100, example: "main" });

/** What a login or a key is made of, by name. */
const dataField = z
  .record(z.string().max(64), z.unknown())
  .refine((data) => Object.keys(data).length <= 50, "must have at most 50 members")
  .openapi({ type: "object", description: "Values by field name. Never returned." });

const metadataField = z
  .record(z.string().max(200), z.unknown())
  .refine((value) => JSON.stringify(value).length <= 16_384, "must have at most 16,384 characters")
  .openapi({ type: "object", description: "Data of your own; at most 16,384 characters as JSON." });

/** A vault locator (interface, 2.6). */
const sourceRefSchema = z
  .object({
    entry: z.object({ container: text, key: text, version: optional(text) }),
    fields: z.record(
      z.string().max(64),
      z.object({
        container: optional(text),
        key: optional(text),
        property: optional(text),
        version: optional(text),
      }),
    ),
  })
  .openapi("SourceRef", {
    description:
      "Where a vault has the fields of a login. A field inherits from `entry` what it leaves out.",
  });

const sourceFields = {
  source_id: optional(
    z.uuid().openapi({ description: "Id of the identity source that has the login's fields." }),
  ),
  source_ref: optional(sourceRefSchema),
};

/** The body of POST /wire/identities. */
export const newIdentitySchema = z
  .object({
    catalog_id: z.uuid(),
    name: nameField,
    is_default: optional(z.boolean()),
    credential: optional(
      z.object({
        type: z.enum(["credentials", "api_key", "token"]),
        data: optional(dataField),
        metadata: optional(metadataField),
        ...sourceFields,
      }),
    ),
  })
  .openapi("NewIdentity");

export type NewIdentityBody = z.output<typeof newIdentitySchema>;

/** The body of PATCH /wire/identities/{id}. */
export const identityChangeSchema = z
  .object({
    name: optional(z.string().max(1000)).openapi({
      description: "The new name; when empty, the name does not change.",
    }),
    is_default: optional(z.boolean()),
  })
  .openapi("IdentityChange");

export type IdentityChangeBody = z.output<typeof identityChangeSchema>;

/** The query of GET /wire/identities. */
export const identitiesQuerySchema = z.object({
  catalog_id: z
    .uuid()
    .optional()
    .openapi({ description: "Only identities of the site with this id." }),
});

export type IdentitiesQuery = z.output<typeof identitiesQuerySchema>;

/** The body of POST /wire/identities/{id}/credentials. */
export const newCredentialSchema = z
  .object({
    credential_type: z.enum(["credentials", "api_key", "token"]),
    data: dataField,
    metadata: optional(metadataField),
  })
  .openapi("NewCredential");

export type NewCredentialBody = z.output<typeof newCredentialSchema>;

/** The body of POST /wire/login. */
export const loginSchema = z
  .object({
    catalog_slug: text,
    identity_name: optional(nameField),
    params: optional(dataField),
    ...sourceFields,
  })
  .openapi("WireLogin");

export type LoginBody = z.output<typeof loginSchema>;

/** The body of POST /wire/credentials/verify. */
export const verifySchema = z
  .object({ identity_id: z.uuid(), params: optional(dataField) })
  .openapi("WireVerify");

export type VerifyBody = z.output<typeof verifySchema>;

/** A credential (interface, 2.5). */
const credentialSchema = z
  .object({
    id: z.uuid(),
    identity_id: z.uuid(),
    credential_type: z.enum(["browser_state", "credentials", "api_key", "token"]),
    status: z.enum(["active", "expired"]),
    expires_at: z.iso.datetime().optional(),
    last_used_at: z.iso.datetime().optional(),
    metadata: z.record(z.string(), z.unknown()),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    source_id: z.uuid().optional(),
    source_ref: sourceRefSchema.optional(),
  })
  .openapi("WireCredential");

/** An identity (interface, 2.5). */
const identitySchema = z
  .object({
    id: z.uuid(),
    user_id: z.string(),
    catalog_id: z.uuid(),
    name: z.string(),
    is_default: z.boolean(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    credentials: z.array(credentialSchema),
  })
  .openapi("WireIdentity");

const ok = z.literal("ok");

export const okSchema = z.object({ status: ok }).openapi("WireDone");
export const identityAnswerSchema = z
  .object({ status: ok, identity: identitySchema })
  .openapi("WireIdentityAnswer");
export const identitiesAnswerSchema = z
  .object({ status: ok, identities: z.array(identitySchema) })
  .openapi("WireIdentities");
export const credentialAnswerSchema = z
  .object({ status: ok, credential: credentialSchema })
  .openapi("WireCredentialAnswer");
export const credentialsAnswerSchema = z
  .object({ status: ok, credentials: z.array(credentialSchema) })
  .openapi("WireCredentials");

/** A login that the site took. */
export const signedInSchema = z
  .object({
    status: z.literal("verified"),
    identity_id: z.uuid(),
    identity_name: z.string(),
    credential_id: z.uuid(),
    catalog_id: z.uuid(),
    catalog_slug: z.string(),
    expires_at: z.iso.datetime(),
  })
  .openapi("WireSignedIn");

export const verifiedSchema = z
  .object({ status: z.literal("verified"), credential: credentialSchema })
  .openapi("WireVerified");

/** A login that the site refused. */
export const refusedSchema = z
  .object({
    status: z.literal("error"),
    error: z.object({
      code: z.enum([
        "BAD_PASSWORD",
        "MFA_REQUIRED",
        "CAPTCHA_REQUIRED",
        "ACCOUNT_LOCKED",
        "LOGIN_TIMEOUT",
        "LOGIN_PAGE_CHANGED",
        "LOGIN_NO_COOKIES",
        "LOGIN_INFRASTRUCTURE_ERROR",
        "LOGIN_FAILED",
      ]),
      message: z.string(),
    }),
  })
  .openapi("WireRefused");
