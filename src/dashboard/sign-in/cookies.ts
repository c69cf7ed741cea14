/** The cookies of the dashboard. */
const SESSION = "dragline_session";
const SAID = "dragline_said";
const KEPT = "dragline_kept";

/** Where a cookie counts. */
interface CookiePlace {
  /** The path that the dashboard is mounted under; empty, or `/web`. */
  readonly base: string;
  /** Whether people reach it over https. */
  readonly isSecure: boolean;
}

/** The token of who is signed in; undefined without one. */
export function sessionToken(headers: Headers): string | undefined {
  const token = cookieOf(headers, SESSION);
  return token !== undefined && /^[\w-]{20,100}$/.test(token) ? token : undefined;
}

/** Keeps a token in the browser until it is closed; an empty one takes it away. */
export function sessionCookie(token: string, place: CookiePlace): string {
  return cookie(SESSION, token, place);
}

/** What was done on the page before; empty for nothing. */
export function whatWasSaid(headers: Headers): string {
  return textOf(headers, SAID).slice(0, 500);
}

/** What a page keeps in the browser for later ones; empty for nothing. */
export function whatIsKept(headers: Headers): string {
  return textOf(headers, KEPT);
}

/** Keeps a text in the browser until it is closed; an empty one takes it away. */
export function keptCookie(text: string, place: CookiePlace): string {
  return cookie(KEPT, encodeURIComponent(text.toWellFormed()), place);
}

function textOf(headers: Headers, name: string): string {
  try {
    return decodeURIComponent(cookieOf(headers, name) ?? "");
  } catch {
    return "";
  }
}

/** Keeps what was done for the next page; empty takes it away. */
export function saidCookie(text: string, place: CookiePlace): string {
  return cookie(SAID, encodeURIComponent(text.slice(0, 500).toWellFormed()), place);
}

function cookieOf(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get("cookie") ?? "").split(/; ?/).map((pair) => pair.split("="));
  return pairs.find(([each]) => each === name)?.[1];
}

function cookie(name: string, value: string, { base, isSecure }: CookiePlace): string {
  const ends = value === "" ? "; Max-Age=0" : "";
  const secure = isSecure ? "; Secure" : "";
  return `${name}=${value}; Path=${base}/; HttpOnly; SameSite=Lax${secure}${ends}`;
}
