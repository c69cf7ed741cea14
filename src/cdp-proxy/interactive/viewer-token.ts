/** The cookie in which the viewer's page keeps its token. */
export const VIEWER_COOKIE = "dragline_viewer";

/**
 * The token that a request to the viewer brings: of its URL, else of the page's cookie. Empty for
 * none. A cookie counts only where no other site's page asks (its `Origin`).
 * @param own origin of the page: `https://host[:port]`
 */
export function viewerToken(request: Request, own: string): string {
  const given = new URL(request.url).searchParams.get("token");
  if (given !== null && given !== "") return given;
  const origin = request.headers.get("origin");
  return origin === null || origin === own ? cookieOf(request.headers.get("cookie") ?? "") : "";
}

function cookieOf(header: string): string {
  for (const pair of header.split(";")) {
    const [name, value = ""] = pair.trim().split("=", 2);
    if (name === VIEWER_COOKIE) return value;
  }
  return "";
}
