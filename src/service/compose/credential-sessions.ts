import { asksForLogin } from "../../monitor/internal.ts";
import { scrapeFailures, type PageScraper, type ScrapeResult } from "../../scraper/index.ts";
import type { StorageState } from "../../browser/index.ts";
import { neverAborts } from "../../core/index.ts";
import type { SavedSession, SavedSessions } from "../base/saved-sessions.ts";
import type { WireCredential, WireCredentials } from "../base/wire-credentials.ts";

/** The saved logins, where there are any. */
type CredentialsOf = () =>
  | Pick<WireCredentials, "credential" | "open" | "refresh" | "expire">
  | undefined;

/** Credentials that hold what a browser stores. */
const WITH_STATE: ReadonlySet<WireCredential["type"]> = new Set(["browser_state", "credentials"]);

/** Saved browser sessions, and the credentials of identities as further ones, by their ids. */
export function withCredentials(
  sessions: SavedSessions | undefined,
  credentialsOf: CredentialsOf,
): SavedSessions {
  return {
    byId: async (id, call) =>
      (await sessions?.byId(id, call)) ?? sessionOf(await credentialsOf()?.credential(id, call)),
    byName: async (account, name, call) => sessions?.byName(account, name, call),
    load: async (id, call) => {
      if ((await sessions?.byId(id, call)) !== undefined) return sessions?.load(id, call);
      const session = sessionOf(await credentialsOf()?.credential(id, call));
      if (session?.isSaved !== true) return undefined;
      const opened = await credentialsOf()?.open(id, call);
      return opened?.state as StorageState | undefined;
    },
  };
}

function sessionOf(credential: WireCredential | undefined): SavedSession | undefined {
  if (credential === undefined || !WITH_STATE.has(credential.type)) return undefined;
  const { id, account, state } = credential;
  return { id, account, isSaved: state === "active" };
}

/**
 * A scraper that notices when the site treats a credential as logged out: one whose login a vault has is
 * signed in again and the page scraped once more; another one expires and the scrape fails.
 */
export function signedInScraper(scraper: PageScraper, credentialsOf: CredentialsOf): PageScraper {
  return {
    async scrape(url, call = {}): Promise<ScrapeResult> {
      const { sessionId, formats = [] } = call;
      const signal = call.signal ?? never;
      const credentials = credentialsOf();
      const isCredential =
        sessionId !== undefined &&
        sessionOf(await credentials?.credential(sessionId, { signal })) !== undefined;
      if (!isCredential || credentials === undefined) return scraper.scrape(url, call);
      const whole = { ...call, formats: [...new Set([...formats, "html" as const])] };
      const wants = { ...call, url, hasHtml: formats.includes("html") };
      const first = await scraper.scrape(url, whole);
      if (!isLoggedOut(first)) return asAsked(first, wants);
      const again = (await credentials.refresh(sessionId, { signal }))
        ? await scraper.scrape(url, whole)
        : first;
      if (!isLoggedOut(again)) return asAsked(again, wants);
      await credentials.expire(sessionId, { signal });
      return loggedOut(again);
    },
  };
}

const never = neverAborts();

function isLoggedOut(result: ScrapeResult): boolean {
  if (result.status === "failed") return result.httpStatus === 401;
  const { url, finalUrl, html = "", kind } = result;
  return kind === "html" && asksForLogin({ url, finalUrl, html });
}

function asAsked(result: ScrapeResult, { hasHtml }: { readonly hasHtml: boolean }): ScrapeResult {
  if (hasHtml || result.status === "failed") return result;
  const { html: _, ...rest } = result;
  return rest;
}

function loggedOut({ url, durationMs, engine, engineReason }: ScrapeResult): ScrapeResult {
  const error = `login required: ${scrapeFailures.LOGIN_REQUIRED}`;
  return {
    status: "failed",
    url,
    code: "LOGIN_REQUIRED",
    error,
    ...(engine === undefined ? {} : { engine }),
    ...(engineReason === undefined ? {} : { engineReason }),
    durationMs,
  };
}
