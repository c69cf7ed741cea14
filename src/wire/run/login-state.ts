import type { StateCookie, StorageState } from "../../browser/index.ts";
import type { Cookies, KeptCookie } from "../../fetcher/index.ts";
import { isFound } from "../../core/index.ts";

/** The longest that a login is trusted, in milliseconds (decisions, 3.2). */
const LONGEST_MS = 30 * 86_400_000;

/** How long a session is trusted whose cookies tell no end, in milliseconds. */
const USUAL_MS = 86_400_000;

/** The cookies of a run as a browser's storage. */
export function storageOfCookies(cookies: Cookies): StorageState {
  return { cookies: cookies.kept().map(stateCookie), origins: [] };
}

function stateCookie({
  domain,
  hostOnly,
  expiresAt,
  sameSite,
  ...cookie
}: KeptCookie): StateCookie {
  const { name, value, path, httpOnly, secure } = cookie;
  return {
    name,
    value,
    domain: hostOnly ? domain : `.${domain}`,
    path,
    expires: expiresAt === undefined ? -1 : expiresAt / 1_000,
    httpOnly,
    secure,
    // A cookie without the attribute is treated as Lax.
    sameSite: sameSite === "strict" ? "Strict" : sameSite === "none" ? "None" : "Lax",
  };
}

/** The cookies that hold the session: those of the site, of these names where the recipe names them. */
export function sessionCookies(
  { cookies }: StorageState,
  {
    pattern,
    isOwn,
  }: { readonly pattern: string | undefined; readonly isOwn: (domain: string) => boolean },
): readonly StateCookie[] {
  return cookies.filter(
    ({ name, domain, value }) =>
      value !== "" &&
      isOwn(domain.replace(/^\./, "")) &&
      (pattern === undefined || isFound(pattern, name)),
  );
}

/** When a session ends as far as its cookies tell: the latest end of one, within 30 days. */
export function sessionEnd(cookies: readonly StateCookie[], now: number): number {
  const ends = cookies.map(({ expires }) => expires * 1_000).filter((end) => end > now);
  const latest = ends.length === 0 ? now + USUAL_MS : Math.max(...ends);
  return Math.round(Math.min(latest, now + LONGEST_MS));
}
