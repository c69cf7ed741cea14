import type { Call } from "../../../storage/index.ts";
import { isWebhookError, type Webhooks } from "../../../webhooks/index.ts";
import type { ResourceParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import { endpointRoutes } from "./endpoint-routes.ts";
import { secretRoutes } from "./secret-routes.ts";

/** Receivers of events, and what was sent to them (interface, 4.10). */
export const webhooks = {
  collections: [],
  open: ({ webhooks }: Pick<ResourceParts, "webhooks">) => ({
    // Literal paths stand before those with an id.
    routes: [...secretRoutes(webhooks), ...deliveryRoutes(webhooks), ...endpointRoutes(webhooks)],
    belongings: [{ removeOf: (account, call) => removeReceivers(webhooks, account, call) }],
    works: [(call) => webhooks.run(call)],
  }),
} satisfies Slice;

/** Endpoints with what waits for them, and the default secret. */
async function removeReceivers(
  { endpoints, secrets }: Pick<Webhooks, "endpoints" | "secrets">,
  account: string,
  call: Call,
): Promise<void> {
  for (const { id } of await endpoints.list(account, call)) {
    try {
      await endpoints.remove(account, id, call);
    } catch (error) {
      if (!isWebhookError(error, "NOT_FOUND")) throw error;
    }
  }
  await secrets.remove(account, call);
}
