import { serviceEvents, type Webhooks } from "../../../webhooks/index.ts";
import type { Route } from "../../http/route.ts";
import { eventListSchema, secretSchema } from "./schema.ts";
import { webhookRoute } from "./webhook-route.ts";

/** The account's default secret, and the names of events. */
export function secretRoutes({ secrets }: Webhooks): Route[] {
  return [
    webhookRoute({
      method: "GET",
      path: "/webhooks/signing-secret",
      operationId: "getWebhookSigningSecret",
      summary: "Show the secret that deliveries to a `webhook_url` are signed with",
      limit: "reading",
      answer: {
        description: "The default secret of the account; it is created at its first use.",
        schema: secretSchema,
      },
      run: ({ caller, signal }) => secrets.get(caller.account, { signal }),
    }),
    webhookRoute({
      method: "POST",
      path: "/webhooks/signing-secret/rotate",
      operationId: "rotateWebhookSigningSecret",
      summary: "Create a new default secret; existing deliveries keep their signature",
      limit: "changing",
      answer: { description: "The new default secret.", schema: secretSchema },
      run: ({ caller, signal }) => secrets.rotate(caller.account, { signal }),
    }),
    webhookRoute({
      method: "GET",
      path: "/webhooks/events",
      operationId: "listWebhookEvents",
      summary: "List the names of events",
      limit: "reading",
      answer: { description: "All event names.", schema: eventListSchema },
      run: async () => ({ events: serviceEvents }),
    }),
  ];
}
