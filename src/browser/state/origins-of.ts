import { BrowserError } from "../browser-error.ts";
import type { CdpCookie } from "./state-cookies.ts";
import type { ShownPage } from "./state-context.ts";

/**
 * The origins that may store something, each once: those given, those of the pages, of the frames
 * in them, and those that set the cookies.
 * @throws BrowserError `INVALID_URL` when one of `given` is not `http(s)://host[:port]`
 */
export function originsOf(
  given: readonly string[],
  pages: readonly ShownPage[],
  cookies: readonly CdpCookie[],
): string[] {
  const open = pages.map((page) => page.url());
  const framed = pages.flatMap((page) => page.frames().map((frame) => frame.url()));
  const found = [...open, ...framed, ...cookies.map(urlOf)].flatMap((url) => originOf(url) ?? []);
  return [...new Set([...given.map(checkOrigin), ...found])];
}

/** `http(s)://host[:port]` of a URL; undefined where nothing can be stored. */
export function originOf(text: string): string | undefined {
  const url = URL.parse(text);
  return url?.protocol === "http:" || url?.protocol === "https:" ? url.origin : undefined;
}

function checkOrigin(given: string): string {
  const origin = originOf(given);
  if (origin !== undefined && `${origin}/` === URL.parse(given)?.href) return origin;
  const url = given.slice(0, 200);
  throw new BrowserError("INVALID_URL", {
    message: `Expected an origin, http(s)://host[:port]; got '${url}'.`,
    details: { url },
  });
}

function urlOf({ domain, sourceScheme, sourcePort = -1 }: CdpCookie): string {
  const scheme = sourceScheme === "NonSecure" ? "http" : "https";
  const port = sourcePort > 0 ? `:${sourcePort}` : "";
  return `${scheme}://${domain.replace(/^\./, "")}${port}`;
}
