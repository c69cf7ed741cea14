import { parse } from "../../html/index.ts";
import { isLoginPath } from "./login-path.ts";
import { refusalOf } from "./refused-page.ts";

/** A page that was had with a saved login. */
interface SignedInPage {
  /** The URL that was asked for. */
  readonly url: string;
  /** After redirects. */
  readonly finalUrl: string;
  readonly html: string;
}

/** Whether a page asks for a login in place of what stands behind one. */
export function asksForLogin({ url, finalUrl, html }: SignedInPage): boolean {
  // Whoever asks for a page to log in at, gets it.
  if (isLoginPath(url)) return false;
  return (
    isLoginPath(finalUrl) ||
    refusalOf(parse(html), { url: finalUrl, html })?.code === "LOGIN_REQUIRED"
  );
}
