import type { RequestFacts } from "../base/service.ts";
import { Arrivals, type AppParts, type Finished } from "./arrivals.ts";
import { checkLimits } from "./enforce-limit.ts";
import type { Answer, DispatchRoute, Route } from "./route.ts";
import { toResponse } from "./to-response.ts";

/** Answers requests, as fetch does; never rejects. */
export type App = (request: Request, facts?: RequestFacts) => Promise<Response>;

/**
 * Makes the HTTP face of the routes: routing, limits, keys, validation and errors (decisions, part
 * 0). Paths begin with `/v1`, which the rows do not say; `/health` is there without it, too.
 * @throws CoreError `INVALID_OPTION` for a trusted proxy that is not an address, and for the limit of
 *   a route that does not exist
 */
export function createApp(parts: AppParts, routes: readonly (Route | DispatchRoute)[]): App {
  checkLimits(parts.settings.limits, routes);
  const arrivals = new Arrivals(parts, routes);
  return (request, facts = {}) => arrivals.take({ request, facts }, respond);
}

async function respond(given: Answer, { requestId, signal }: Finished): Promise<Response> {
  const body = streamOf(given);
  if (signal.aborted && body !== undefined) {
    // Nobody is left who would.
    await body.cancel(signal.reason).catch(() => undefined);
    throw signal.reason;
  }
  return toResponse(given, requestId);
}

function streamOf(given: Answer): ReadableStream<Uint8Array> | undefined {
  if ("response" in given) return given.response.body ?? undefined;
  return "body" in given && given.body instanceof ReadableStream ? given.body : undefined;
}
