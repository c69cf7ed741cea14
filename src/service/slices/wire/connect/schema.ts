import { z } from "@hono/zod-openapi";
import { optional, urlField } from "../../../base/schema.ts";
import { entrySchema } from "../discovery/schema.ts";

/** The body of POST /wire/connect/{slug}/finish. */
export const finishBodySchema = z
  .object({
    session_id: z
      .string()
      .min(1)
      .max(100)
      .openapi({ description: "Id from the answer of the start." }),
    website_url: optional(urlField).openapi({
      description: "URL of the login, when it was made on another host than the site's own.",
    }),
    identity_id: optional(z.uuid()).openapi({
      description: "The identity that receives the login.",
    }),
    identity_name: optional(z.string().trim().min(1).max(100)).openapi({
      description:
        "Name of the identity, which is created if it does not exist; `default` when neither is given.",
    }),
  })
  .refine(({ identity_id: id, identity_name: name }) => id === undefined || name === undefined, {
    path: ["identity_name"],
    message: "cannot be combined with identity_id",
  })
  .openapi("WireConnectFinish");

/** What POST /wire/connect/{slug}/finish was asked. */
export type FinishBody = z.output<typeof finishBodySchema>;

const ok = z.literal("ok");

export const startedAnswerSchema = z
  .object({
    status: ok,
    catalog: entrySchema,
    session: z.object({
      session_id: z.uuid(),
      novnc_url: z
        .url()
        .openapi({ description: "A page that shows the browser; it needs no API key." }),
      ws_url: z
        .url()
        .openapi({ description: "The stream of that page; its messages are private." }),
      access_token: z.string(),
      expires_in: z.int().openapi({ description: "Seconds until the browser ends." }),
    }),
    login_url: z.url(),
    catalog_slug: z.string(),
  })
  .openapi("WireConnectStarted");

export const finishedAnswerSchema = z
  .object({
    status: ok,
    identity_id: z.uuid(),
    identity_name: z.string(),
    credential_id: z.uuid(),
    catalog_id: z.uuid(),
    catalog_slug: z.string(),
    expires_at: z.iso.datetime().nullable(),
  })
  .openapi("WireConnectFinished");

export const connectionsAnswerSchema = z
  .object({
    status: ok,
    connections: z.array(
      z.object({
        catalog_id: z.uuid(),
        catalog_slug: z.string(),
        catalog_name: z.string(),
        identity_id: z.uuid(),
        identity_name: z.string(),
        credential_id: z.uuid(),
        status: z.enum(["active", "expired"]),
        created_at: z.iso.datetime(),
        last_used_at: z.iso.datetime().optional(),
      }),
    ),
  })
  .openapi("WireConnections");
