import { createMcp } from "../../mcp/index.ts";
import type { RequestFacts, Service } from "../../service/index.ts";

/**
 * The tools of a service for models at `/mcp`, and what else there is at all other paths.
 * @param publicUrl the address that clients use; pages of its host may connect
 */
export function withMcp(
  service: Service,
  others: Pick<Service, "fetch">,
  publicUrl: string | undefined,
): Pick<Service, "fetch"> {
  const origins = publicUrl === undefined ? [] : [new URL(publicUrl).origin];
  const mcp = createMcp({ service }, { origins });
  return {
    fetch: (request: Request, facts?: RequestFacts) =>
      isMcp(request) ? mcp.fetch(request, facts) : others.fetch(request, facts),
  };
}

function isMcp({ url }: Request): boolean {
  return /^\/mcp\/?$/.test(new URL(url).pathname);
}
