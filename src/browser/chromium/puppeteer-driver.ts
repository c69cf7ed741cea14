import type { ConnectOptions } from "puppeteer-core";
import { isMissingPackage, unlessAborted } from "../../core/index.ts";
import { BrowserError } from "../browser-error.ts";
import type { BrowserDriver, CdpTransport, DriverBrowser } from "../driver.ts";

/** What this file needs of puppeteer-core and puppeteer. */
interface Puppeteer {
  connect(options: ConnectOptions): Promise<DriverBrowser>;
}

/** The lighter package first: it is what most hosts have when they bring their own Chromium. */
const PACKAGES = ["puppeteer-core", "puppeteer"];

/**
 * The most milliseconds that puppeteer waits for the answer to one command. Whoever works with a
 * page has a nearer deadline; this one ends what nobody waits for.
 */
const PROTOCOL_TIMEOUT = 120_000;

/**
 * Drives Chromium with puppeteer-core or puppeteer, whichever the host has installed (24 and later).
 * Certificates are verified, and pages have the size of their window.
 */
export const puppeteerDriver: BrowserDriver = Object.freeze({
  async connect(
    transport: CdpTransport,
    signal: AbortSignal,
    { isShared } = { isShared: false },
  ): Promise<DriverBrowser> {
    signal.throwIfAborted();
    const puppeteer = await loadPuppeteer(PACKAGES);
    const connecting = puppeteer.connect({
      transport,
      defaultViewport: null,
      acceptInsecureCerts: false,
      protocolTimeout: PROTOCOL_TIMEOUT,
      // Nothing here uses the Audits domain.
      issuesEnabled: false,
      ...(isShared && { targetFilter: isOfContext }),
    });
    try {
      return await unlessAborted(connecting, signal);
    } catch (error) {
      // Ends the command that puppeteer still waits for.
      transport.close();
      throw error;
    }
  },
});

const ROOTS: readonly string[] = ["browser"];

/** Pages that nobody opened in a context are a person's, or another program's. */
const isOfContext: NonNullable<ConnectOptions["targetFilter"]> = (target) =>
  ROOTS.includes(target.type()) || target.browserContext().id !== undefined;

/**
 * Imports the first package that is installed.
 * @throws BrowserError `DRIVER_MISSING`
 */
export async function loadPuppeteer(packages: readonly string[]): Promise<Puppeteer> {
  for (const name of packages) {
    try {
      // Bundlers cannot know the name: the program's own loader finds the package.
      const loaded = (await import(
        /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name
      )) as { readonly default: Puppeteer };
      return loaded.default;
    } catch (error) {
      if (!isMissingPackage(error)) throw error;
    }
  }
  throw new BrowserError("DRIVER_MISSING", {
    message:
      "A browser needs the package puppeteer-core (or puppeteer), version 24 or later: npm install puppeteer-core",
  });
}
