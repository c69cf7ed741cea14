import { checkArgument } from "../../core/index.ts";
import type { RequestFacts } from "../base/service.ts";
import { Arrivals, type AppParts, type Finished } from "./arrivals.ts";
import { CrossOrigin } from "./cross-origin.ts";
import { checkLimits } from "./enforce-limit.ts";
import { readFacts } from "./mounting.ts";
import { newRequestId } from "./request-id.ts";
import type { Answer, DispatchRoute, Route } from "./route.ts";
import { REQUEST_ID, toResponse } from "./to-response.ts";

/** Answers requests, as fetch does; rejects for nothing but facts that do not exist. */
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
  const crossOrigin = new CrossOrigin(parts.settings.corsOrigins);
  return async (request, given = {}) => {
    checkArgument("request of fetch(request)", request, "request");
    const arrival = { request, facts: readFacts(given) };
    const headers = crossOrigin.headersFor(request);
    const methods = request.method === "OPTIONS" ? arrivals.methods(arrival) : [];
    if (methods.length > 0 && crossOrigin.asks(request)) {
      return told(parts, { ...headers, ...crossOrigin.permission(methods) });
    }
    if (methods.includes("GET")) {
      return told(parts, { ...headers, allow: [...methods, "OPTIONS"].join(", ") });
    }
    const response = await arrivals.take(arrival, respond);
    for (const [name, value] of Object.entries(headers)) response.headers.append(name, value);
    return request.method === "HEAD" ? await headOf(response) : response;
  };
}

/** What may be asked, which needs no key. */
function told({ ids }: AppParts, headers: Readonly<Record<string, string>>): Response {
  const named = { ...headers, [REQUEST_ID]: newRequestId(ids) };
  return new Response(null, { status: 204, headers: named });
}

async function headOf({ status, headers, body }: Response): Promise<Response> {
  await body?.cancel().catch(() => undefined);
  return new Response(null, { status, headers });
}

async function respond(given: Answer, { requestId, signal, headers }: Finished): Promise<Response> {
  const body = streamOf(given);
  if (signal.aborted && body !== undefined) {
    // Nobody is left who would.
    await body.cancel(signal.reason).catch(() => undefined);
    throw signal.reason;
  }
  const response = toResponse(given, requestId);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

function streamOf(given: Answer): ReadableStream<Uint8Array> | undefined {
  if ("response" in given) return given.response.body ?? undefined;
  return "body" in given && given.body instanceof ReadableStream ? given.body : undefined;
}
