/** The cookies of the dashboard. */
const SESSION = "dragline_session";
const SAID = "dragline_said";

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
  const text = cookieOf(headers, SAID) ?? "";
  try {
    return decodeURIComponent(text).slice(0, 500);
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
