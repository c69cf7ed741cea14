import type { RequestFacts, Upgrade } from "../base/service.ts";
import { ServiceError } from "../base/service-error.ts";
import { Arrivals, type AppParts, type Finished } from "./arrivals.ts";
import { readFacts } from "./mounting.ts";
import { route, type Route, type Upgraded } from "./route.ts";
import { REQUEST_ID } from "./to-response.ts";

/** Answers requests for a WebSocket; rejects for nothing but facts that do not exist. */
export type Connect = (request: Request, facts?: RequestFacts) => Promise<Response | Upgrade>;

/**
 * Makes the WebSocket face of the routes: the same checks in the same order, refusals as responses.
 * @throws CoreError `INVALID_OPTION` for a trusted proxy that is not an address
 */
export function createConnect(parts: AppParts, routes: readonly Route<Upgraded>[]): Connect {
  const arrivals = new Arrivals(parts, routes);
  return async (request, facts = {}) =>
    await arrivals.take({ request, facts: readFacts(facts) }, upgrade);
}

async function upgrade(
  given: Upgraded,
  { requestId, signal, headers }: Finished,
): Promise<Upgrade> {
  if (signal.aborted) {
    // Nobody is left who would take it.
    await given.leave();
    throw signal.reason;
  }
  return {
    status: 101,
    headers: { [REQUEST_ID]: requestId, ...headers, ...given.headers },
    accept: (socket) => given.accept(socket),
    leave: () => given.leave(),
  };
}

/**
 * What a WebSocket route answers to a request without an upgrade: 400, behind its checks. It stands
 * for the route in the description.
 */
export function withoutUpgrade(row: Route<Upgraded>): Route {
  const refuse = (): never => {
    const message = "This route is a WebSocket: send a WebSocket upgrade request.";
    throw new ServiceError("INVALID_REQUEST", { message });
  };
  return route({ ...row, run: async () => refuse() });
}
