import { plainAddress, type IsTrusted } from "./trusted-proxies.ts";
import type { RequestFacts } from "../base/service.ts";

/** Of the interface (part 9). */
export const VERSION_PREFIX = "/v1";

/**
 * The address that a request reached the service under, with the version prefix and without a slash
 * at the end. Headers of proxies are believed when the socket is a trusted one's.
 */
export function requestBaseUrl(
  request: Request,
  facts: RequestFacts,
  isTrusted: IsTrusted,
): string {
  const url = new URL(request.url);
  const behind = isTrusted(plainAddress(facts.remoteAddress ?? "") ?? "");
  const host = (behind ? forwardedHost(request.headers) : undefined) ?? url.host;
  const scheme = (behind ? forwardedScheme(request.headers) : undefined) ?? url.protocol;
  return `${originOf(scheme, host)}${trimSlashes(facts.basePath ?? "")}${VERSION_PREFIX}`;
}

/** {@link requestBaseUrl} of a service with the option `publicUrl`. */
export function publicBaseUrl(publicUrl: string): string {
  return `${trimSlashes(publicUrl)}${VERSION_PREFIX}`;
}

/** Each proxy may have added its own; the first one is what the client used. */
function first(headers: Headers, name: string): string {
  return headers.get(name)?.split(",", 1)[0]?.trim() ?? "";
}

function forwardedScheme(headers: Headers): string | undefined {
  const scheme = first(headers, "x-forwarded-proto").toLowerCase();
  return scheme === "http" || scheme === "https" ? `${scheme}:` : undefined;
}

function forwardedHost(headers: Headers): string | undefined {
  const text = first(headers, "x-forwarded-host");
  return /^[\w.:[\]-]{1,260}$/.test(text) ? URL.parse(`http://${text}`)?.host : undefined;
}

/** The URL parser drops the scheme's own port. */
function originOf(scheme: string, host: string): string {
  return new URL(`${scheme}//${host}`).origin;
}

function trimSlashes(text: string): string {
  return text.replace(/\/+$/, "");
}
