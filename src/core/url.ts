import { CoreError } from "./errors.ts";
import { withDefaults } from "./options.ts";

/** What counts as the same URL. */
export interface CanonicalUrlOptions {
  /**
   * Keep a fragment that starts with `#!` or `#/`, which client-side routers use as a path.
   * @default false
   */
  readonly keepRouteFragment?: boolean;
  /**
   * Remove query parameters that only track visitors (`utm_*`, click ids and the like).
   * @default true
   */
  readonly dropTracking?: boolean;
  /**
   * Sort query parameters by name; their order is meaningful on some sites.
   * @default false
   */
  readonly sortQuery?: boolean;
}

const defaults: Required<CanonicalUrlOptions> = Object.freeze({
  keepRouteFragment: false,
  dropTracking: true,
  sortQuery: false,
});

const TRACKING =
  /^(?:utm_[a-z_]+|[gd]clid|[gw]braid|gclsrc|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh|mc_[ce]id|mkt_tok|_hs(?:enc|mi)|__hs(?:fp|sc|tc)|vero_(?:id|conv)|oly_(?:anon|enc)_id|_openstat|wickedid|s_kwcid|rb_clickid)$/i;

/**
 * The one spelling under which a URL is remembered everywhere in Dragline: parsed by the WHATWG
 * standard (lower-case host, default port and dot segments removed), without fragment and tracking
 * parameters, escapes upper-case and unreserved characters (RFC 3986, 2.3) unescaped. A trailing
 * slash and the order of the query are kept. Canonicalising twice changes nothing.
 * @throws CoreError `INVALID_URL` when the text is not an absolute http or https URL;
 *   `INVALID_OPTION`
 */
export function canonicalUrl(input: string | URL, options?: CanonicalUrlOptions): string {
  const settings = withDefaults(defaults, options);
  const url = parseHttpUrl(input);
  const path = normalizeEscapes(url.pathname);
  const query = canonicalQuery(url.search, settings);
  const fragment = settings.keepRouteFragment && /^#[!/]/.test(url.hash) ? url.hash : "";
  const user = url.username || url.password ? `${url.username}:${url.password}@` : "";
  return new URL(`${url.protocol}//${user}${url.host}${path}${query}${fragment}`).href;
}

function parseHttpUrl(input: string | URL): URL {
  const url = URL.parse(String(input));
  if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) return url;
  const shown = String(input)
    .replace(/\/\/[^/@]*@/, "//…@")
    .slice(0, 200);
  throw new CoreError("INVALID_URL", {
    message: `Expected an absolute http or https URL; got '${shown}'.`,
    details: { url: shown },
  });
}

function canonicalQuery(search: string, settings: Required<CanonicalUrlOptions>): string {
  if (search.length < 2) return "";
  let parameters = search.slice(1).split("&");
  if (settings.dropTracking) parameters = parameters.filter((text) => !TRACKING.test(nameOf(text)));
  if (settings.sortQuery)
    parameters.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : Number(nameOf(a) > nameOf(b))));
  return parameters.length === 0 ? "" : `?${normalizeEscapes(parameters.join("&"))}`;
}

function nameOf(parameter: string): string {
  const end = parameter.indexOf("=");
  return normalizeEscapes(end === -1 ? parameter : parameter.slice(0, end));
}

/**
 * Upper-cases escapes and decodes those of unreserved characters. An escape right behind a stray
 * `%` stays, because decoding it could form a new escape and a second pass would differ.
 */
function normalizeEscapes(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(
    /(%(?![0-9a-f]{2})[0-9a-f]?)?((?:%[0-9a-f]{2})+)/gi,
    (_, stray, escapes: string) =>
      stray === undefined
        ? escapes.replace(/%../g, decodeUnreserved)
        : stray + escapes.toUpperCase(),
  );
}

function decodeUnreserved(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
}
