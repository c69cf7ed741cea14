/** Where a request in absolute form leads. */
export interface ProxyTarget {
  readonly url: URL;
  /** What the website is asked for, as the client spelled it: path and query, or `*`. */
  readonly path: string;
}

/**
 * Scheme and authority, then the rest up to a fragment. The authority is ASCII and ends where a URL's
 * does; a backslash, which would end it too, is in no request of a browser.
 */
const ABSOLUTE = /^http:\/\/(?:(?![/?#\\])[!-~])+((?:[/?][^#]*)?)(?:#|$)/i;

const AUTHORITY = /^(?:(?![/?#\\])[!-~])+:\d{1,5}$/;

/**
 * Reads a request's target in absolute form (RFC 9112, 3.2.2), http only; undefined for another.
 * The URL alone says where to connect; the path goes to that host.
 */
export function absoluteTarget(method: string, text: string): ProxyTarget | undefined {
  const rest = ABSOLUTE.exec(text)?.[1];
  const url = rest === undefined ? null : URL.parse(text);
  if (rest === undefined || url === null) return undefined;
  if (rest.startsWith("/")) return { url, path: rest };
  // RFC 9112 (3.2.4): a client that asks for the whole server leaves the path out.
  return { url, path: rest === "" && method === "OPTIONS" ? "*" : `/${rest}` };
}

/**
 * Reads the authority of a CONNECT request (RFC 9112, 3.2.3) as the host and port of a URL, so that
 * every spelling is judged as what it means; undefined when it is none.
 */
export function tunnelTarget(authority: string): URL | undefined {
  if (!AUTHORITY.test(authority)) return undefined;
  return URL.parse(`http://${authority}`) ?? undefined;
}
