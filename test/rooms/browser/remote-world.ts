import { createSite, type Site, type SiteRoute } from "dragline/testing";
import {
  createRemoteBrowsers,
  type CdpChannel,
  type RemoteBrowser,
  type RemoteBrowsers,
  type RemoteBrowsersOptions,
} from "../../../src/browser/index.ts";
import { CdpClient } from "../../../src/browser/remote/cdp-client.ts";
import type { CdpSession } from "../../../src/browser/driver.ts";
import { createConnector } from "../../../src/net/index.ts";
import { createInternet } from "../fetcher/internet.ts";
import { testSwitches } from "../../chromium.ts";

/** Remote browsers and the internet that they are on. */
export interface RemoteWorld extends AsyncDisposable {
  readonly browsers: RemoteBrowsers;
  readonly sites: Readonly<Record<string, Site>>;
  /** Every `address:port` that was dialled. */
  readonly dialled: readonly string[];
}

type Hosts = Readonly<Record<string, Readonly<Record<string, SiteRoute>>>>;

/** Remote browsers whose names lead to sites on loopback, and nowhere else. */
export async function openRemoteWorld(
  hosts: Hosts = {},
  options: RemoteBrowsersOptions = {},
): Promise<RemoteWorld> {
  const entries = Object.entries(hosts).map(
    async ([name, routes]) => [name, await createSite(routes)] as const,
  );
  const sites = Object.fromEntries(await Promise.all(entries));
  const { resolver, dialer, dialled } = createInternet(sites, { "inside.test": ["10.0.0.1"] });
  const connector = createConnector({ resolver, dialer });
  const chromium = { switches: [...testSwitches] };
  const browsers = createRemoteBrowsers({ connector }, { warm: 0, chromium, ...options });
  return {
    browsers,
    sites,
    dialled,
    async [Symbol.asyncDispose]() {
      await browsers[Symbol.asyncDispose]();
      for (const site of Object.values(sites)) await site[Symbol.asyncDispose]();
    },
  };
}

/** A client of a channel, as far as tests need one. */
export interface TestClient {
  readonly channel: CdpChannel;
  readonly browser: CdpSession;
  /** A session with a target; the empty page of the default context when none is named. */
  page(targetId?: string): Promise<CdpSession>;
  close(): Promise<void>;
}

export const patience = (): AbortSignal => AbortSignal.timeout(20_000);

export async function openClient(browser: RemoteBrowser): Promise<TestClient> {
  const channel = await browser.attach({ signal: patience() });
  const client = new CdpClient(channel);
  return {
    channel,
    browser: client.browser,
    async page(given) {
      const targetId = given ?? (await targetsOf(client.browser))[0]?.targetId;
      const params = { targetId, flatten: true };
      const { sessionId } = (await client.browser.send("Target.attachToTarget", params)) as {
        sessionId: string;
      };
      return client.session(sessionId);
    },
    close: () => client.close(),
  };
}

/** A target as CDP tells it. */
export interface Target {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

/** All targets but the browser's own. */
export async function targetsOf(browser: CdpSession): Promise<Target[]> {
  const { targetInfos } = (await browser.send("Target.getTargets", { filter: [{}] })) as {
    targetInfos: Target[];
  };
  return targetInfos.filter(({ type }) => type !== "browser" && type !== "tab");
}

/** Goes to a URL and waits until the document has loaded. */
export async function go(page: CdpSession, url: string): Promise<{ errorText?: string }> {
  await page.send("Page.enable");
  const loaded = new Promise<void>((resolve) => page.on("Page.loadEventFired", () => resolve()));
  const went = (await page.send("Page.navigate", { url })) as { errorText?: string };
  if (went.errorText === undefined) await loaded;
  return went;
}

/** The value of an expression in a page. */
export async function valueOf(page: CdpSession, expression: string): Promise<unknown> {
  const params = { expression, awaitPromise: true, returnByValue: true };
  const { result } = (await page.send("Runtime.evaluate", params)) as {
    result: { value?: unknown };
  };
  return result.value;
}
