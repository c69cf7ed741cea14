import { CoreError } from "../../core/index.ts";
import type { RateLimiter } from "../../rate-limiter/index.ts";
import { ServiceError } from "../base/service-error.ts";
import type { Route, RouteFacts, RouteLimit } from "./route.ts";

/** The window of every limit (decisions, part 8). */
const WINDOW_MS = 60_000;

/** What the limits of a service are made of. */
interface LimitParts {
  readonly limiter: RateLimiter;
  /** The host's own limits by route; `*` for all. */
  readonly limits: Readonly<Record<string, number>>;
}

/** Who is counted; a part that is unknown counts as one. */
export type Counted = Readonly<Record<RouteLimit["per"], string>>;

/** What of a row its limit hangs on. */
export type LimitedRoute = Pick<RouteFacts, "method" | "path" | "limit" | "sharesBucketOf"> &
  Pick<Route, "access">;

/** The name of a route's bucket, also in the host's options: `POST /url-scraper`. */
function bucketOf({
  method,
  path,
  sharesBucketOf,
}: Pick<Route, "method" | "path" | "sharesBucketOf">): string {
  return `${method} ${sharesBucketOf ?? path}`;
}

/**
 * Counts a call of the route, or refuses it.
 * @throws ServiceError `RATE_LIMIT_EXCEEDED`; RateLimiterError; the signal's reason
 */
export async function enforceLimit(
  parts: LimitParts,
  route: LimitedRoute,
  call: { readonly counted: Counted; readonly signal: AbortSignal },
): Promise<void> {
  const { limit, per } = limitOf(parts.limits, route);
  if (limit === Infinity) return;
  const key = `${bucketOf(route)} ${per}:${call.counted[per]}`;
  const verdict = await parts.limiter.take(key, { limit, windowMs: WINDOW_MS }, call);
  if (verdict.allowed) return;
  throw new ServiceError("RATE_LIMIT_EXCEEDED", {
    message: `The rate limit of ${bucketOf(route)} is ${limit} calls per minute.`,
    details: { retryAfterMs: Math.min(verdict.wait, WINDOW_MS) },
  });
}

/** The host's word goes before the route's own; a route without a limit is counted as others are. */
function limitOf(limits: LimitParts["limits"], route: LimitedRoute): RouteLimit {
  const own = route.limit;
  const per = own?.per ?? (route.access === "key" ? "user" : "ip");
  return { limit: limits[bucketOf(route)] ?? limits["*"] ?? own?.limit ?? Infinity, per };
}

/**
 * Refuses limits of routes that do not exist: they would limit nothing.
 * @throws CoreError `INVALID_OPTION`
 */
export function checkLimits(
  limits: LimitParts["limits"],
  routes: readonly Pick<Route, "method" | "path" | "sharesBucketOf">[],
): void {
  const known = new Set([...routes.map(bucketOf), "*"]);
  const unknown = Object.keys(limits).find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'limits' has the key '${unknown}', which is not a route; expected a method and a path, such as 'POST /map', or '*'.`,
    details: { option: "limits", value: unknown },
  });
}
