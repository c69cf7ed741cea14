import type { RateLimiter } from "../rate-limiter/index.ts";
import { clientAddress, clientNetwork, type IsTrusted } from "../service/internal.ts";
import type { McpCaller } from "./backend.ts";

/** The window of the limit, as of all limits of the service. */
const WINDOW_MS = 60_000;

/** How requests are counted. */
export interface RequestLimitParts {
  readonly limiter: RateLimiter;
  /** Requests of one account, and of one network without a key, in a minute; Infinity for no limit. */
  readonly perMinute: number;
  readonly isTrusted: IsTrusted;
}

/**
 * Counts a request to the tools, or refuses it as the API does (429). What tools do is counted by the
 * API's own limits besides: this bounds what reaches none of its routes, such as lists.
 * @param account the account of the caller's key; undefined without a key that is valid
 * @returns the refusal; undefined where the request goes on
 */
export async function refuseTooMany(
  { limiter, perMinute, isTrusted }: RequestLimitParts,
  { request, caller, account }: CountedRequest,
): Promise<Response | undefined> {
  if (perMinute === Infinity) return undefined;
  const { headers, signal } = request;
  const address = clientAddress(caller.facts.remoteAddress, headers, isTrusted);
  const counted = account === undefined ? `ip:${clientNetwork(address)}` : `user:${account}`;
  const limit = { limit: perMinute, windowMs: WINDOW_MS };
  const verdict = await limiter.take(`mcp ${counted}`, limit, { signal });
  if (verdict.allowed) return undefined;
  const message = `The rate limit of /mcp is ${perMinute} requests per minute.`;
  const retryAfter = String(Math.max(1, Math.ceil(verdict.wait / 1000)));
  return Response.json(
    { error: "rate_limit_exceeded", message },
    { status: 429, headers: { "retry-after": retryAfter } },
  );
}

/** A request, and who makes it. */
interface CountedRequest {
  readonly request: Request;
  readonly caller: McpCaller;
  readonly account: string | undefined;
}
