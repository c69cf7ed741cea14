import type { Visit } from "../page.ts";
import { csrfField } from "../layout/layout.ts";
import { markup, type Fill, type Markup } from "../markup.ts";

/** A browser in which a person signs in. */
export interface OpenBrowser {
  readonly session: string;
  /** Opens its viewer. */
  readonly token: string;
  /** When it ends by itself, in milliseconds since 1970. */
  readonly until: number;
}

/** What the page of such a browser says and asks. */
interface BrowserSteps {
  readonly open: OpenBrowser;
  /** What is signed in to: a site's name. */
  readonly site: string;
  /** Paths that store the login, and that end the browser; without the second there is no such button. */
  readonly finish: string;
  readonly cancel?: string;
  /** Fields of the form that stores it. */
  readonly fields: Fill;
}

/** The route of the API that shows a browser. */
export function viewerPath({ session, token }: OpenBrowser): string {
  return `/sessions/interactive/${encodeURIComponent(session)}?token=${encodeURIComponent(token)}`;
}

/** Leads to the viewer and back: what is open goes along in the form, so that a mistake loses nothing. */
export function browserSteps(
  { base, signedIn, now }: Pick<Visit, "base" | "signedIn" | "now">,
  { open, site, finish, cancel, fields }: BrowserSteps,
): Markup {
  const { session, token, until } = open;
  const viewer = `${base}/v1${viewerPath(open)}`;
  const minutes = Math.max(0, Math.round((until - now) / 60_000));
  const held = markup`${csrfField(signedIn)}<input type="hidden" name="session" value="${session}"><input type="hidden" name="token" value="${token}"><input type="hidden" name="until" value="${until}">`;
  return markup`<div class="card"><ol class="steps">
<li><p><a class="button main" href="${viewer}" target="_blank" rel="noopener">Sign in to ${site}</a></p><p class="quiet">It opens in a new tab. The browser closes by itself after ${minutes} minutes.</p></li>
<li><p>When you are signed in there, come back and store the login:</p>
<form class="row" method="post" action="${base}${finish}">${held}${fields}<button class="main">I have signed in</button></form></li>
</ol></div>
${cancel !== undefined && markup`<form method="post" action="${base}${cancel}">${held}<button>Cancel</button></form>`}`;
}

/** The browser that a form carries along. */
export function browserOf(form: URLSearchParams): OpenBrowser {
  return {
    session: form.get("session") ?? "",
    token: form.get("token") ?? "",
    until: Number(form.get("until") ?? 0) || 0,
  };
}
