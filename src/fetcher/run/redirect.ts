import { checkArgument, headerText } from "../../core/index.ts";
import { FetchError } from "../fetch-error.ts";
import { shownUrl } from "../fetch-failure.ts";
import type { ResponseHeaders } from "../transport/transport.ts";

/** A response that led elsewhere. */
export interface Redirect {
  /** The URL that answered. */
  readonly url: string;
  readonly status: number;
  /** The Location header as it came; of a refresh, its absolute URL. */
  readonly location: string;
  /** What led on when it was no status: a `Refresh` header or a `meta` of the page. */
  readonly refresh?: "header" | "meta";
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The Location of a redirect (RFC 9110, 15.4). Undefined for every other response, and for a
 * redirect without one: that response is the page.
 */
export function redirectLocation(status: number, headers: ResponseHeaders): string | undefined {
  if (!REDIRECTS.has(status)) return undefined;
  const { location } = headers;
  const first = typeof location === "string" ? location : location?.[0];
  return first?.trim() || undefined;
}

/**
 * Where a redirect leads: the Location resolved against the URL that answered, with that URL's
 * fragment when it has none of its own (RFC 9110, 10.2.2).
 * @throws FetchError `INVALID_REDIRECT`
 * @example
 * ```ts
 * import { redirectTarget } from "dragline/fetcher";
 *
 * const target = redirectTarget(new URL("https://shop.example/old#price"), "/lamps");
 * console.log(target.href); // https://shop.example/lamps#price
 * ```
 */
export function redirectTarget(from: URL, location: string): URL {
  checkArgument("from of redirectTarget(from, location)", from, "url");
  checkArgument("location of redirectTarget(from, location)", location, "string");
  const target = URL.parse(headerText(location), from.href);
  if (target === null) throw invalid(from, location, "a URL");
  if (target.protocol !== "http:" && target.protocol !== "https:")
    throw invalid(from, location, "an http or https URL");
  if (target.username !== "" || target.password !== "")
    throw invalid(from, location, "a URL without user name and password");
  if (target.hash === "") target.hash = from.hash;
  return target;
}

function invalid(from: URL, location: string, expected: string): FetchError {
  const shown = shownUrl(location);
  return new FetchError("INVALID_REDIRECT", {
    message: `Expected a redirect from ${from.origin} to ${expected}; got '${shown}'.`,
    details: { url: from.href, location: shown },
  });
}
