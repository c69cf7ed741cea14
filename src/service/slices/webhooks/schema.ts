import { z } from "@hono/zod-openapi";
import { serviceEvents } from "../../../webhooks/index.ts";
import { queryInteger } from "../../http/query-fields/schema.ts";
import { MAX_URL, optional } from "../../base/schema.ts";

/** Characters of a description (decisions, 2.14). */
const MAX_DESCRIPTION = 500;

const statuses = ["pending", "success", "failed", "exhausted"] as const;

const eventName = z.enum(serviceEvents);

const receiverUrl = z.string().min(1).max(MAX_URL).openapi({
  format: "uri",
  description: "http or https, not a private address; HTTPS is recommended.",
  example: "https://example.com/hook",
});

const description = z.string().max(MAX_DESCRIPTION);

const events = z
  .array(eventName)
  .openapi({ description: "Events that the endpoint receives; empty means all." });

/** Body of POST /webhooks. */
export const newEndpointSchema = z
  .object({
    url: receiverUrl,
    description: optional(description),
    events: optional(events),
  })
  .openapi("NewWebhookEndpoint");

/** Body of PATCH /webhooks/{id}; `null` clears the description, elsewhere it means absent. */
export const endpointChangesSchema = z
  .object({
    url: optional(receiverUrl),
    description: description.nullable().optional(),
    events: optional(events),
    isActive: optional(
      z.boolean().openapi({ description: "false pauses the endpoint: it receives no deliveries." }),
    ),
  })
  .openapi("WebhookEndpointChanges");

const endpointFields = {
  id: z.string().openapi({ example: "whe_12" }),
  url: z.string(),
  description: z.string().nullable(),
  events,
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

const secret = z.string().openapi({ example: "whsec_…" });

export const endpointSchema = z.object(endpointFields).openapi("WebhookEndpoint");

export const createdEndpointSchema = z
  .object({
    ...endpointFields,
    secret: secret.openapi({
      description: "Signs the deliveries to this endpoint; returned only here.",
    }),
  })
  .openapi("CreatedWebhookEndpoint");

export const endpointListSchema = z
  .object({ endpoints: z.array(endpointSchema) })
  .openapi("WebhookEndpointList");

export const testSchema = z
  .object({
    deliveryId: z.string(),
    httpStatus: z.int().nullable().openapi({ description: "null when there was no answer." }),
    success: z.boolean(),
  })
  .openapi("WebhookTest");

const filters = {
  event: eventName.optional(),
  status: z.enum(statuses).optional(),
  jobId: z.string().optional(),
  limit: queryInteger({ min: 1, max: 200 }).openapi({ default: 50 }).optional(),
};

/** Query of GET /webhooks/{id}/deliveries. */
export const endpointDeliveriesQuery = z.object(filters);

/** Query of GET /webhooks/deliveries. */
export const deliveriesQuery = z.object({ endpointId: z.string().optional(), ...filters });

const deliveryFields = {
  id: z.string().openapi({ example: "dlv_9" }),
  endpointId: z.string().nullable(),
  event: z.string(),
  jobId: z.string().nullable(),
  url: z.string(),
  status: z.enum(statuses),
  httpStatus: z.int().nullable(),
  attempts: z.int(),
  error: z.string().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
};

export const deliveryListSchema = z
  .object({ deliveries: z.array(z.object(deliveryFields).openapi("WebhookDelivery")) })
  .openapi("WebhookDeliveryList");

export const deliverySchema = z
  .object({
    ...deliveryFields,
    body: z.string().nullable().openapi({
      description: "What each attempt sends, byte for byte; null when it is kept no longer.",
    }),
    attemptLog: z
      .array(
        z.object({
          number: z.int(),
          startedAt: z.iso.datetime(),
          durationMs: z.number(),
          httpStatus: z.int().nullable(),
          failure: z.string().nullable().openapi({ description: "null when it was taken." }),
        }),
      )
      .openapi({ description: "Attempts that have ended, in order." }),
  })
  .openapi("WebhookDeliveryDetail");

export const secretSchema = z.object({ secret }).openapi("WebhookSigningSecret");

export const eventListSchema = z.object({ events: z.array(eventName) }).openapi("WebhookEventList");
