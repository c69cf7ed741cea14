import { Cookie, CookieJar, MemoryCookieStore } from "tough-cookie";
import type { Clock } from "../../core/index.ts";

/** Set-Cookie lines of one response that are looked at. */
const MAX_LINES = 100;

/** Longest Set-Cookie line, in characters (RFC 6265, 6.1). */
const MAX_LINE = 4_096;

/** Cookies of one jar; the oldest go first. RFC 6265, 6.1 asks for 50 of one site. */
const MAX_COOKIES = 300;

/** Longest Cookie header, in characters; servers refuse more than 8 to 16 KiB of headers. */
const MAX_HEADER = 8_192;

const NO_NAMES: ReadonlySet<string> = new Set();

/** A cookie that is kept. */
export interface KeptCookie {
  readonly name: string;
  readonly value: string;
  /** Without a leading dot. */
  readonly domain: string;
  /** Whether it is for this host alone, and not for those below it. */
  readonly hostOnly: boolean;
  readonly path: string;
  /** Milliseconds since 1970; undefined of one that ends with the session. */
  readonly expiresAt: number | undefined;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  /** As sent, in lower case; undefined where the server did not say. */
  readonly sameSite: string | undefined;
}

/** A jar of RFC 6265 with public suffixes refused and everything bounded. */
export class BoundedCookieJar {
  readonly #clock: Clock;
  readonly #store = new MemoryCookieStore();
  readonly #jar = new CookieJar(this.#store, { enforceSecureOriginOnStorage: true });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes a response's Set-Cookie lines; malformed and foreign ones are ignored. */
  add(url: URL, lines: readonly string[]): void {
    const now = new Date(this.#clock.now());
    const taken = url.protocol === "http:" ? this.#secureNames(url) : NO_NAMES;
    for (const line of lines.slice(0, MAX_LINES)) {
      const cookie = line.length > MAX_LINE ? undefined : Cookie.parse(line, { loose: true });
      if (cookie === undefined || (!cookie.secure && taken.has(cookie.key))) continue;
      fixExpiry(cookie, now);
      this.#jar.setCookieSync(cookie, url.href, { now, ignoreError: true });
    }
    this.#store.getAllCookies((_, cookies = []) => {
      for (const { domain, path, key } of cookies.slice(0, -MAX_COOKIES)) {
        this.#store.removeCookie(domain ?? "", path ?? "", key, () => {});
      }
    });
  }

  /** The Cookie header for a URL; empty without cookies. */
  header(url: URL): string {
    const now = this.#clock.now();
    let header = "";
    for (const cookie of this.#jar.getCookiesSync(url.href, { expire: false })) {
      if (cookie.expires instanceof Date && cookie.expires.getTime() <= now) continue;
      const next = header === "" ? cookie.cookieString() : `${header}; ${cookie.cookieString()}`;
      if (next.length <= MAX_HEADER) header = next;
    }
    return header;
  }

  /** All that have not expired, the oldest first. */
  kept(): readonly KeptCookie[] {
    const now = this.#clock.now();
    let kept: KeptCookie[] = [];
    this.#store.getAllCookies((_, cookies = []) => {
      kept = cookies.map(keptOf).filter(({ expiresAt = Infinity }) => expiresAt > now);
    });
    return kept;
  }

  /**
   * Names that a response over http may not use: one who can forge one could else replace a login
   * (RFC 6265bis, 5.7).
   */
  #secureNames({ host, pathname }: URL): ReadonlySet<string> {
    const cookies = this.#jar.getCookiesSync(`https://${host}${pathname}`, { expire: false });
    return new Set(cookies.filter(({ secure }) => secure).map(({ key }) => key));
  }
}

function keptOf(cookie: Cookie): KeptCookie {
  const { key, value, domain, path, expires, httpOnly, secure, hostOnly, sameSite } = cookie;
  return {
    name: key,
    value,
    domain: domain ?? "",
    hostOnly: hostOnly ?? false,
    path: path ?? "/",
    expiresAt: expires instanceof Date ? expires.getTime() : undefined,
    httpOnly,
    secure,
    sameSite,
  };
}

/** Max-Age counts from now (RFC 6265, 5.3); tough-cookie would count it from the last use. */
function fixExpiry(cookie: Cookie, now: Date): void {
  if (cookie.maxAge === null) return;
  const time = cookie.expiryTime(now) ?? Number.POSITIVE_INFINITY;
  cookie.maxAge = null;
  cookie.expires = Number.isFinite(time) ? new Date(time) : time > 0 ? "Infinity" : new Date(0);
}
