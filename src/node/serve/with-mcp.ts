import { createMcp } from "../../mcp/index.ts";
import type { RequestFacts, Service, ServiceOptions } from "../../service/index.ts";
import type { Stores } from "./open-stores.ts";

/** The dependencies of the tools of `dragline serve`. */
interface McpPlace {
  readonly service: Service;
  /** The service's own: several processes count together. */
  readonly limiter: Stores["limiter"];
  /** Pages of the host of `publicUrl` may connect. */
  readonly options: Pick<ServiceOptions, "publicUrl" | "trustedProxies">;
}

/** The tools of a service for models at `/mcp`, and what else there is at all other paths. */
export function withMcp(
  { service, limiter, options: { publicUrl, trustedProxies } }: McpPlace,
  others: Pick<Service, "fetch">,
): Pick<Service, "fetch"> {
  const origins = publicUrl === undefined ? [] : [new URL(publicUrl).origin];
  const mcp = createMcp({ service, limiter }, { origins, trustedProxies });
  return {
    fetch: (request: Request, facts?: RequestFacts) =>
      isMcp(request) ? mcp.fetch(request, facts) : others.fetch(request, facts),
  };
}

function isMcp({ url }: Request): boolean {
  return /^\/mcp\/?$/.test(new URL(url).pathname);
}
