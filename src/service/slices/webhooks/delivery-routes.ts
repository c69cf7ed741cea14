import { successSchema } from "../../base/schema.ts";
import type { Webhooks } from "../../../webhooks/index.ts";
import type { Route } from "../../http/route.ts";
import {
  deliveriesQuery,
  deliveryListSchema,
  deliverySchema,
  endpointDeliveriesQuery,
} from "./schema.ts";
import { idOf, webhookRoute } from "./webhook-route.ts";

const listed = { description: "Newest first; kept for 30 days.", schema: deliveryListSchema };

/** The log of deliveries. */
export function deliveryRoutes({ endpoints, deliveries }: Webhooks): Route[] {
  return [...readingRoutes({ endpoints, deliveries }), resendRoute(deliveries)];
}

function readingRoutes({ endpoints, deliveries }: Pick<Webhooks, "endpoints" | "deliveries">) {
  return [
    webhookRoute({
      method: "GET",
      path: "/webhooks/deliveries",
      operationId: "listWebhookDeliveries",
      summary: "List deliveries",
      limit: "reading",
      answer: listed,
      errors: ["INVALID_REQUEST"],
      query: deliveriesQuery,
      run: async ({ caller, query, signal }) => ({
        deliveries: await deliveries.list(caller.account, { ...query, signal }),
      }),
    }),
    webhookRoute({
      method: "GET",
      path: "/webhooks/{id}/deliveries",
      operationId: "listWebhookEndpointDeliveries",
      summary: "List the deliveries of an endpoint",
      limit: "reading",
      answer: listed,
      errors: ["INVALID_REQUEST"],
      query: endpointDeliveriesQuery,
      run: async (call) => {
        const { caller, query, signal } = call;
        const { id: endpointId } = await endpoints.get(caller.account, idOf(call), { signal });
        const wanted = { ...query, endpointId, signal };
        return { deliveries: await deliveries.list(caller.account, wanted) };
      },
    }),
    webhookRoute({
      method: "GET",
      path: "/webhooks/deliveries/{id}",
      operationId: "getWebhookDelivery",
      summary: "Show a delivery with its body and its attempts",
      limit: "reading",
      answer: { description: "The delivery.", schema: deliverySchema },
      run: async (call) => {
        const asked = [call.caller.account, idOf(call), { signal: call.signal }] as const;
        const [delivery, attempts, body] = await Promise.all([
          deliveries.get(...asked),
          deliveries.attempts(...asked),
          deliveries.body(...asked),
        ]);
        return { ...delivery, body: body ?? null, attemptLog: attempts };
      },
    }),
  ];
}

function resendRoute(deliveries: Webhooks["deliveries"]): Route {
  return webhookRoute({
    method: "POST",
    path: "/webhooks/deliveries/{id}/resend",
    operationId: "resendWebhookDelivery",
    summary: "Send a failed delivery again, with the same body and signature",
    limit: "sending",
    answer: { description: "The attempt begins within 5 s.", schema: successSchema },
    errors: ["CONFLICT"],
    run: async (call) => {
      await deliveries.resend(call.caller.account, idOf(call), { signal: call.signal });
      return { success: true };
    },
  });
}
