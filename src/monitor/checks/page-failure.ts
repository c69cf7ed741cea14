import { canonicalUrl } from "../../core/index.ts";
import type { AcquireFailure } from "../acquire/acquirer.ts";
import { isLoginPath } from "../content/login-path.ts";
import { lookFailure, type LookFailure } from "./look.ts";
import type { Watched } from "./looker-parts.ts";
import { isSameSite } from "./same-site.ts";

/** Codes of acquirers that say what the check's failure is. */
const known = ["SESSION_EXPIRED", "NOT_CONFIGURED", "TIMEOUT"] as const;

/** What an acquirer's failure is for the check. */
export function pageFailure({ code, error, isHostDown }: AcquireFailure): LookFailure {
  const failure = known.find((one) => one === code) ?? "PAGE_FAILED";
  return { status: "failed", failure: { code: failure, error, cause: code }, isHostDown };
}

/** The URL of a page that is watched, and where it was after redirects. */
interface Arrival {
  readonly url: string;
  readonly finalUrl: string;
}

/**
 * A failure where a page is of another site than it was, or leads to a login or to the home page of
 * its own, which it did not before.
 */
export function redirected(
  { row, definition }: Watched,
  { url, finalUrl }: Arrival,
): LookFailure | undefined {
  if (canonicalUrl(url) === canonicalUrl(finalUrl)) return undefined;
  if (isLoginPath(finalUrl) && !isLoginPath(url)) {
    const code = definition.sessionId === null ? "LOGIN_REQUIRED" : "SESSION_EXPIRED";
    return lookFailure(code, `The page redirects to a login: ${finalUrl}`);
  }
  // Nothing is known of the page yet: where it leads is where it is.
  if (row.baselineId === null || row.finalUrl === finalUrl) return undefined;
  if (isHome(finalUrl) && !isHome(url)) {
    return lookFailure("REDIRECTED", `The page redirects to the home page: ${finalUrl}`);
  }
  if (isSameSite(definition.url, finalUrl)) return undefined;
  if (row.finalUrl !== null && isSameSite(row.finalUrl, finalUrl)) return undefined;
  return lookFailure("REDIRECTED", `The page redirects to another site: ${finalUrl}`);
}

/** Whether a URL is that of a site's home page, or the one of a language. */
function isHome(url: string): boolean {
  const { pathname = "", search = "" } = URL.parse(url) ?? {};
  return search === "" && HOME.test(pathname);
}

const HOME = /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:(?:index|default|home)(?:\.\w{2,5})?\/?)?$/i;
