import { createMcp } from "../../mcp/index.ts";
import type { RequestFacts, Service } from "../../service/index.ts";

/**
 * A service with the tools for models at `/mcp`, beside the API.
 * @param publicUrl the address that clients use; pages of its host may connect
 */
export function withMcp(service: Service, publicUrl: string | undefined): Pick<Service, "fetch"> {
  const origins = publicUrl === undefined ? [] : [new URL(publicUrl).origin];
  const mcp = createMcp({ service }, { origins });
  return {
    fetch: (request: Request, facts?: RequestFacts) =>
      isMcp(request) ? mcp.fetch(request, facts) : service.fetch(request, facts),
  };
}

function isMcp({ url }: Request): boolean {
  return /^\/mcp\/?$/.test(new URL(url).pathname);
}
