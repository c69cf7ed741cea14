import type { Visit } from "../page.ts";
import { csrfField } from "../layout/layout.ts";
import { counted } from "../layout/pieces.ts";
import { markup, type Markup } from "../markup.ts";
import { viewerPath, type OpenBrowser } from "./open-browser.ts";

/** A browser that a person has opened to log in, and can come back to. */
interface KeptBrowser extends OpenBrowser {
  /** The page that is logged in to. */
  readonly url: string;
}

/** What the visitor's browser keeps of it: the API tells the token of a viewer only once. */
export function keptText({ account }: Pick<Visit, "account">, kept: KeptBrowser): string {
  return JSON.stringify({ ...kept, account });
}

/** The browser that was kept, if it is this account's and still open. */
export async function keptBrowser(
  visit: Pick<Visit, "kept" | "account" | "now" | "open">,
): Promise<KeptBrowser | undefined> {
  const kept = read(visit.kept, visit.account);
  if (kept === undefined || kept.until <= visit.now) return undefined;
  const answer = await visit.open(viewerPath(kept));
  await answer.body?.cancel();
  return answer.ok ? kept : undefined;
}

function read(text: string, account: string): KeptBrowser | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    const { session, token, until, url, ...more } = value as Partial<Record<string, unknown>>;
    const isWhole = [session, token, url].every((each) => typeof each === "string");
    if (!isWhole || typeof until !== "number" || more["account"] !== account) return undefined;
    return { session: String(session), token: String(token), url: String(url), until };
  } catch {
    return undefined;
  }
}

/** Says that a browser is open, leads back to it, and ends it. */
export function keptCard(
  visit: Pick<Visit, "base" | "signedIn" | "now">,
  { session, until, url }: KeptBrowser,
): Markup {
  const site = URL.parse(url)?.hostname ?? "a site";
  return markup`<section class="card"><h2>Open browser</h2><p>You are logging in to ${site}. The browser closes by itself in ${minutesUntil(until - visit.now)}; until then no other can be opened.</p>
<div class="row"><a class="button main" href="${visit.base}/sessions/open">Go on</a>${endButton(visit, session)}</div></section>`;
}

/** The same for one whose viewer this visitor cannot reach, as a refusal tells of it. */
export function foreignCard(
  visit: Pick<Visit, "base" | "signedIn">,
  session: string,
  waitMs: number | undefined,
): Markup {
  const lasts = waitMs === undefined ? "" : ` It closes by itself in ${minutesUntil(waitMs)}.`;
  return markup`<section class="card"><h2>Open browser</h2><p>A browser of this account is open to log in to a site, and an account has one at a time.${lasts} It was opened elsewhere: only the page that opened it leads to it.</p>
${endButton(visit, session)}</section>`;
}

function endButton({ base, signedIn }: Pick<Visit, "base" | "signedIn">, session: string): Markup {
  return markup`<form method="post" action="${base}/sessions/end">${csrfField(signedIn)}<input type="hidden" name="session" value="${session}"><button>End it</button></form>`;
}

function minutesUntil(ms: number): string {
  return counted(Math.max(1, Math.round(ms / 60_000)), "minute");
}
