import type { Route } from "../../http/route.ts";
import type { ResourceParts } from "../../parts.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import { endpointRoutes } from "./endpoint-routes.ts";
import { secretRoutes } from "./secret-routes.ts";

/** Webhook management (interface, 4.10). Literal paths stand before those with an id. */
export function webhookRoutes({ webhooks }: Pick<ResourceParts, "webhooks">): Route[] {
  return [...secretRoutes(webhooks), ...deliveryRoutes(webhooks), ...endpointRoutes(webhooks)];
}
