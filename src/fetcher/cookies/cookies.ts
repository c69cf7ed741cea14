import { checkArgument } from "../../core/index.ts";
import type { Clock } from "../../core/index.ts";
import type { BoundedCookieJar, KeptCookie } from "./cookie-jar.ts";

/** The cookies of one session, or of one fetch without a session. */
export class Cookies {
  readonly #clock: Clock;
  #jar: BoundedCookieJar | undefined;

  constructor(clock: Clock) {
    this.#clock = checkArgument("clock of new Cookies(clock)", clock, "clock");
  }

  /** The Cookie header for a URL; empty without cookies. */
  header(url: URL): string {
    return this.#jar?.header(checkArgument("url of header(url)", url, "url")) ?? "";
  }

  /** All that have not expired, the oldest first. */
  kept(): readonly KeptCookie[] {
    return this.#jar?.kept() ?? [];
  }

  /** Takes a response's Set-Cookie lines. */
  async add(url: URL, lines: string | readonly string[]): Promise<void> {
    checkArgument("url of add(url, lines)", url, "url");
    if (typeof lines !== "string") checkArgument("lines of add(url, lines)", lines, "strings");
    // The jar brings a list of all public suffixes; most pages set no cookie.
    const { BoundedCookieJar } = await import("./cookie-jar.ts");
    this.#jar ??= new BoundedCookieJar(this.#clock);
    this.#jar.add(url, typeof lines === "string" ? [lines] : lines);
  }
}

/** The cookies of a bounded number of sessions; the one not used for longest goes first. */
export class SessionCookies {
  readonly #clock: Clock;
  readonly #maxSessions: number;
  readonly #sessions = new Map<string, Cookies>();

  constructor(clock: Clock, maxSessions: number) {
    this.#clock = clock;
    this.#maxSessions = maxSessions;
  }

  /** A session's cookies; without a session, new ones that no other fetch sees. */
  of(session: string | undefined): Cookies {
    if (session === undefined) return new Cookies(this.#clock);
    const cookies = this.#sessions.get(session) ?? new Cookies(this.#clock);
    this.#sessions.delete(session);
    this.#sessions.set(session, cookies);
    if (this.#sessions.size > this.#maxSessions) {
      const [oldest] = this.#sessions.keys();
      if (oldest !== undefined) this.#sessions.delete(oldest);
    }
    return cookies;
  }
}
