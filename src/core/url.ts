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
  /**
   * Names, in any case, of parameters that make no difference on a site, such as `sid`: removed from
   * the query, and from the path where they stand as `;name=value`.
   * @default []
   */
  readonly dropParameters?: readonly string[];
}

const defaults: Required<CanonicalUrlOptions> = Object.freeze({
  keepRouteFragment: false,
  dropTracking: true,
  sortQuery: false,
  dropParameters: Object.freeze([]),
});

/** Options that were checked. */
interface Rules extends Required<Omit<CanonicalUrlOptions, "dropParameters">> {
  /** In lower case. */
  readonly dropped: ReadonlySet<string>;
}

const standard = checkRules(undefined);

const TRACKING =
  /^(?:utm_[a-z_]+|[gd]clid|[gw]braid|gclsrc|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh|mc_[ce]id|mkt_tok|_hs(?:enc|mi)|__hs(?:fp|sc|tc)|vero_(?:id|conv)|oly_(?:anon|enc)_id|_openstat|wickedid|s_kwcid|rb_clickid)$/i;

/** Whether a query parameter of that name only tracks visitors. */
export function isTrackingParameter(name: string): boolean {
  return TRACKING.test(name);
}

/**
 * The one spelling under which a URL is remembered everywhere in Dragline: parsed by the WHATWG
 * standard (lower-case host, default port and dot segments removed), without fragment and tracking
 * parameters, escapes upper-case and unreserved characters (RFC 3986, 2.3) unescaped. A trailing
 * slash and the order of the query are kept. Canonicalising twice changes nothing.
 * @throws CoreError `INVALID_URL` when the text is not an absolute http or https URL;
 *   `INVALID_OPTION`
 */
export function canonicalUrl(input: string | URL, options?: CanonicalUrlOptions): string {
  return canonicalize(input, options === undefined ? standard : checkRules(options));
}

/**
 * {@link canonicalUrl} for many URLs: the options are checked once.
 * @throws CoreError `INVALID_OPTION`; the function that it gives throws `INVALID_URL`
 */
export function createCanonicalizer(
  options?: CanonicalUrlOptions,
): (input: string | URL) => string {
  const rules = checkRules(options);
  return (input) => canonicalize(input, rules);
}

function checkRules(options: CanonicalUrlOptions | undefined): Rules {
  const { dropParameters, ...rules } = withDefaults(defaults, options);
  const names: unknown = dropParameters;
  if (!Array.isArray(names) || names.some((name) => typeof name !== "string")) {
    throw new CoreError("INVALID_OPTION", {
      message: "Option 'dropParameters' must be a list of parameter names.",
      details: { option: "dropParameters", value: names },
    });
  }
  return { ...rules, dropped: new Set(dropParameters.map((name) => name.toLowerCase())) };
}

function canonicalize(input: string | URL, rules: Rules): string {
  const url = parseHttpUrl(input);
  const { href } = url;
  if (isCanonical(href, rules)) return href;
  const path = dropPathParameters(normalizeEscapes(url.pathname), rules);
  const query = canonicalQuery(url.search, rules);
  const fragment = rules.keepRouteFragment && /^#[!/]/.test(url.hash) ? url.hash : "";
  const user = url.username || url.password ? `${url.username}:${url.password}@` : "";
  return new URL(`${url.protocol}//${user}${url.host}${path}${query}${fragment}`).href;
}

/** Whether nothing in a URL that was parsed can be said in another way; true for most. */
function isCanonical(href: string, { dropped }: Rules): boolean {
  return !/[%?#]/.test(href) && (dropped.size === 0 || !href.includes(";"));
}

function dropPathParameters(path: string, { dropped }: Rules): string {
  if (dropped.size === 0 || !path.includes(";")) return path;
  return path.replace(/;([^;/=]*)=[^;/]*/g, (parameter, name: string) =>
    dropped.has(name.toLowerCase()) ? "" : parameter,
  );
}

function parseHttpUrl(input: string | URL): URL {
  const url = input instanceof URL ? input : URL.parse(input);
  if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) return url;
  const shown = String(input)
    .replace(/\/\/[^/@]*@/, "//…@")
    .slice(0, 200);
  throw new CoreError("INVALID_URL", {
    message: `Expected an absolute http or https URL; got '${shown}'.`,
    details: { url: shown },
  });
}

function canonicalQuery(search: string, { dropTracking, dropped, sortQuery }: Rules): string {
  if (search.length < 2) return "";
  let parameters = search.slice(1).split("&");
  if (dropTracking) parameters = parameters.filter((text) => !TRACKING.test(nameOf(text)));
  if (dropped.size > 0)
    parameters = parameters.filter((text) => !dropped.has(nameOf(text).toLowerCase()));
  if (sortQuery)
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
