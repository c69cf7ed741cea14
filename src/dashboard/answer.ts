/** What every page may load: its own server's files, and nothing else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const guarding = {
  "content-security-policy": POLICY,
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** A page as a response; nothing keeps it. */
export function pageAnswer(
  html: string,
  status: number,
  cookies: readonly string[] = [],
): Response {
  const headers = new Headers({
    ...guarding,
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
  });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(html, { status, headers });
}

/** A way to another page, after a form or instead of a page. */
export function moveAnswer(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ ...guarding, location, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** A file of the pages, named by its content, which is kept for a year. */
export function assetAnswer(text: string, type: string): Response {
  const headers = {
    ...guarding,
    "content-type": type,
    "cache-control": "public, max-age=31536000, immutable",
  };
  return new Response(text, { headers });
}

/** What an answer of the API may do where a browser shows it as a page: nothing. */
const OF_ANSWERS = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** An answer of the API, with what guards the pages; its own policy is stricter, and stays. */
export function guarded(response: Response): Response {
  const headers = new Headers(response.headers);
  const policy = headers.get("content-security-policy") ?? OF_ANSWERS;
  for (const [name, value] of Object.entries(guarding)) headers.set(name, value);
  headers.set("content-security-policy", policy);
  const { status } = response;
  return new Response(response.body, { status, headers });
}

/** A response with cookies: one whose session has a new token must bring it. */
export function withCookies(response: Response, cookies: readonly string[]): Response {
  if (cookies.length === 0) return response;
  const headers = new Headers(response.headers);
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  const { status } = response;
  return new Response(response.body, { status, headers });
}

/** A refusal of a call of a page's script, in the shape of the API's errors. */
export function refusal(status: number, error: string, message: string): Response {
  return guarded(Response.json({ error, message }, { status }));
}
