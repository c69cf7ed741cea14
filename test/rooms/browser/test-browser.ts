import { createBrowser, type Browser, type BrowserOptions } from "dragline/browser";
import { createSite, type Site, type SiteRoute } from "dragline/testing";
import { createConnector } from "../../../src/net/index.ts";
import { testSwitches } from "../../chromium.ts";
import { createInternet } from "../fetcher/internet.ts";

/** A browser and the internet that it is on. */
export interface BrowserWorld extends AsyncDisposable {
  readonly browser: Browser;
  /** Sites by host name. */
  readonly sites: Readonly<Record<string, Site>>;
  /** Every `address:port` that was dialled. */
  readonly dialled: readonly string[];
}

/** Where names lead: sites by their routes, and answers of other names. */
export interface World {
  readonly hosts?: Readonly<Record<string, Readonly<Record<string, SiteRoute>>>>;
  readonly dns?: Readonly<Record<string, readonly string[]>>;
}

/** A browser whose names lead to sites on loopback, and nowhere else. */
export async function openWorld(
  { hosts = {}, dns = {} }: World,
  options: BrowserOptions = {},
): Promise<BrowserWorld> {
  const entries = Object.entries(hosts).map(
    async ([name, routes]) => [name, await createSite(routes)] as const,
  );
  const sites = Object.fromEntries(await Promise.all(entries));
  const { resolver, dialer, dialled } = createInternet(sites, dns);
  const connector = createConnector({ resolver, dialer });
  const browser = openTestBrowser(options, { connector });
  return {
    browser,
    sites,
    dialled,
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      for (const site of Object.values(sites)) await site[Symbol.asyncDispose]();
    },
  };
}

/** A browser with the switches of tests. */
export function openTestBrowser(
  options: BrowserOptions = {},
  collaborators: Parameters<typeof createBrowser>[0] = {},
): Browser {
  const chromium = { switches: [...testSwitches], ...options.chromium };
  return createBrowser(collaborators, { ...options, chromium });
}
