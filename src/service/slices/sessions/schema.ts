import { z } from "@hono/zod-openapi";

/** Characters of a session's name (decisions, 2.10). */
const MAX_NAME = 100;
/** Characters of a host name. */
const MAX_DOMAIN = 253;

/** Query of GET /sessions. */
export const sessionsQuery = z.object({
  domain: z.string().trim().min(1).max(MAX_DOMAIN).optional().openapi({
    description: "Only sessions of this domain and its subdomains, in upper or lower case.",
    example: "example.com",
  }),
});

/** Which sessions are wanted. */
export type SessionsQuery = z.output<typeof sessionsQuery>;

/** Body of PATCH /sessions/{id}. */
export const sessionChangesSchema = z
  .object({ name: z.string().min(1).max(MAX_NAME).openapi({ description: "Unique per user." }) })
  .openapi("SessionChanges");

/** A session's new name. */
export type SessionChanges = z.output<typeof sessionChangesSchema>;

const time = z.iso.datetime();

/** A saved session (decisions, 2.10). */
export const sessionSchema = z
  .object({
    id: z.uuid(),
    sessionId: z.uuid().openapi({ description: "The same as id." }),
    name: z.string(),
    websiteUrl: z.string().nullable(),
    websiteDomain: z.string().nullable(),
    createdAt: time,
    isActive: z.boolean().openapi({
      description: "Whether state is saved and not known to be logged out.",
    }),
    lastUsedAt: time.nullable(),
    expiresAt: time
      .nullable()
      .openapi({ description: "When the last cookie of the saved session expires." }),
    cookieCount: z.int(),
    storageItemCount: z.int(),
    staticProxy: z
      .boolean()
      .openapi({ description: "Whether the saved session remembers the address of its proxy." }),
  })
  .openapi("Session");

export const sessionListSchema = z.array(sessionSchema).openapi("SessionList");

export const removedSchema = z.object({ success: z.literal(true) }).openapi("SessionRemoved");
