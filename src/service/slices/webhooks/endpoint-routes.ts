import { successSchema } from "../../base/schema.ts";
import type { Webhooks } from "../../../webhooks/index.ts";
import type { Route } from "../../http/route.ts";
import {
  createdEndpointSchema,
  endpointChangesSchema,
  endpointListSchema,
  endpointSchema,
  newEndpointSchema,
  testSchema,
} from "./schema.ts";
import { idOf, webhookRoute } from "./webhook-route.ts";

/** Registered endpoints; to stand after every literal path under `/webhooks`. */
export function endpointRoutes(webhooks: Webhooks): Route[] {
  return [...listRoutes(webhooks), ...changeRoutes(webhooks)];
}

function listRoutes({ endpoints }: Webhooks): Route[] {
  return [
    webhookRoute({
      method: "POST",
      path: "/webhooks",
      operationId: "createWebhookEndpoint",
      summary: "Register an endpoint",
      limit: "changing",
      status: 201,
      answer: { description: "The endpoint, with its secret.", schema: createdEndpointSchema },
      errors: ["INVALID_REQUEST"],
      body: newEndpointSchema,
      run: ({ caller, body, signal }) => endpoints.create(caller.account, body, { signal }),
    }),
    webhookRoute({
      method: "GET",
      path: "/webhooks",
      operationId: "listWebhookEndpoints",
      summary: "List endpoints",
      limit: "reading",
      answer: { description: "Oldest first, without secrets.", schema: endpointListSchema },
      run: async ({ caller, signal }) => ({
        endpoints: await endpoints.list(caller.account, { signal }),
      }),
    }),
    webhookRoute({
      method: "GET",
      path: "/webhooks/{id}",
      operationId: "getWebhookEndpoint",
      summary: "Show an endpoint",
      limit: "reading",
      answer: { description: "The endpoint, without its secret.", schema: endpointSchema },
      run: (call) => endpoints.get(call.caller.account, idOf(call), { signal: call.signal }),
    }),
  ];
}

function changeRoutes(webhooks: Webhooks): Route[] {
  const { endpoints } = webhooks;
  return [
    webhookRoute({
      method: "PATCH",
      path: "/webhooks/{id}",
      operationId: "updateWebhookEndpoint",
      summary: "Change, pause or resume an endpoint",
      limit: "changing",
      answer: { description: "The endpoint as it is now.", schema: endpointSchema },
      errors: ["INVALID_REQUEST"],
      body: endpointChangesSchema,
      run: (call) => {
        const { caller, body, signal } = call;
        return endpoints.update(caller.account, idOf(call), { ...body, signal });
      },
    }),
    webhookRoute({
      method: "DELETE",
      path: "/webhooks/{id}",
      operationId: "deleteWebhookEndpoint",
      summary: "Remove an endpoint; deliveries to it stop at once",
      limit: "changing",
      answer: { description: "The endpoint is removed.", schema: successSchema },
      run: async (call) => {
        await endpoints.remove(call.caller.account, idOf(call), { signal: call.signal });
        return { success: true };
      },
    }),
    webhookRoute({
      method: "POST",
      path: "/webhooks/{id}/test",
      operationId: "testWebhookEndpoint",
      summary: "Send `webhook.test` once, also to a paused endpoint",
      limit: "sending",
      answer: { description: "The outcome of the attempt.", schema: testSchema },
      run: (call) => webhooks.test(call.caller.account, idOf(call), { signal: call.signal }),
    }),
  ];
}
