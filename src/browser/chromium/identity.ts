import type { CdpSession, DriverPage } from "../driver.ts";
import { openSession } from "../open-session.ts";
import { countryIdentity, type CountryIdentity } from "./country-identity.ts";

/**
 * Gives a page the time zone, number format and languages of a country: `Intl` and `Date`,
 * `navigator.languages` and the header `Accept-Language`, in its frames, its workers and its service
 * worker too. Shared workers and tabs that it opens are not reached. To be called before the page
 * goes anywhere; a second country takes the place of the first. A country that there is not, or
 * none, changes nothing.
 * @param country two letters of ISO 3166-1, in any case
 * @throws the driver's error when the page is closed meanwhile
 */
export async function applyIdentity(page: DriverPage, country: string | undefined): Promise<void> {
  const identity = countryIdentity(country ?? "");
  if (identity === undefined) return;
  const known = identities.get(page);
  if (known !== undefined) {
    await known.become(identity);
    return;
  }
  const made = new PageIdentity(identity);
  identities.set(page, made);
  await made.follow(await openSession(page));
}

/** What was set is undone when its session ends, so each page's is kept, and goes with the page. */
const identities = new WeakMap<DriverPage, PageIdentity>();

class PageIdentity {
  #identity: CountryIdentity;
  #session: CdpSession | undefined;

  constructor(identity: CountryIdentity) {
    this.#identity = identity;
  }

  /**
   * Sets what the page is now, and then what its parts will be: a locale belongs to the first of a
   * process that sets it, and a worker that got there first would refuse the page.
   */
  async follow(session: CdpSession): Promise<void> {
    this.#session = session;
    await Promise.all(this.#overrides(session));
    await this.#adoptParts(session);
  }

  async become(identity: CountryIdentity): Promise<void> {
    this.#identity = identity;
    if (this.#session !== undefined) await Promise.all(this.#overrides(this.#session));
  }

  /** Frames of other sites, and workers, stand in processes or threads that the page's session does not reach. */
  #adoptParts(session: CdpSession): Promise<unknown> {
    session.on("sessionattached", (part) => void this.#adopt(part as CdpSession));
    return session.send("Target.setAutoAttach", {
      autoAttach: true,
      // Else their first lines would run before they are told.
      waitForDebuggerOnStart: true,
      flatten: true,
    });
  }

  /**
   * All commands go out at once, so that a part is let go on whatever becomes of the others: a part
   * in the page's own process has its zone and locale already, and Chromium says so by an error.
   */
  async #adopt(part: CdpSession): Promise<void> {
    await Promise.allSettled([
      this.#adoptParts(part),
      ...this.#overrides(part),
      part.send("Runtime.runIfWaitingForDebugger"),
    ]);
  }

  #overrides(session: CdpSession): Promise<unknown>[] {
    const { timeZone, locale, acceptLanguage } = this.#identity;
    return [
      session.send("Emulation.setTimezoneOverride", { timezoneId: timeZone }),
      session.send("Emulation.setLocaleOverride", { locale }),
      // An empty user agent leaves the browser's own, and with it the client hints. Another text,
      // even the same, would empty them.
      session.send("Emulation.setUserAgentOverride", { userAgent: "", acceptLanguage }),
    ];
  }
}
