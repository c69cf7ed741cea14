import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createService, toNodeHandler, toNodeUpgrade } from "dragline/service";
import { chromium } from "playwright-core";
import { connect } from "puppeteer-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeBrowsers } from "../../../../transports/fake-browsers.ts";

async function listening(devtoolsVersion: boolean, devtoolsRoot = false) {
  const browsers = new FakeBrowsers();
  const service = createService({ browsers }, { devtoolsVersion, devtoolsRoot });
  const server = createServer(toNodeHandler(service)).on("upgrade", toNodeUpgrade(service));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await service[Symbol.asyncDispose]();
  });
  const { id: account } = await service.accounts.create();
  const { key } = await service.keys.create(account);
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { browsers, key, host, base: `http://${host}/v1/browser-connect` };
}

describe("GET /browser-connect/json/version", () => {
  it.each(["", "/"])(
    "tells where the connection is, with the query, asked with %j",
    async (end) => {
      const { base, key, host, browsers } = await listening(true);
      const query = `?country=DE&api_key=${key}&save_session=a%20b`;
      const answer = await fetch(`${base}/json/version${end}${query}`);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      const { webSocketDebuggerUrl } = (await answer.json()) as { webSocketDebuggerUrl: string };
      const url = new URL(webSocketDebuggerUrl);
      expect(`${url.protocol}//${url.host}${url.pathname}`).toBe(`ws://${host}/v1/browser-connect`);
      expect(Object.fromEntries(url.searchParams)).toEqual({
        country: "DE",
        api_key: key,
        save_session: "a b",
      });
      expect(browsers.orders).toEqual([]);
    },
  );

  it("says at the root as well, where that is asked for, and that no page is open", async () => {
    const { base, key } = await listening(true, true);
    const headers = { "x-api-key": key };
    const { origin } = new URL(base);
    const answers = ["/json/version", "/json/list", "/json"].map(async (path) =>
      (await fetch(`${origin}${path}`, { headers })).json(),
    );
    const [version, ...lists] = await Promise.all(answers);
    expect(version).toEqual(await (await fetch(`${base}/json/version`, { headers })).json());
    expect(lists).toEqual([[], []]);
    expect((await fetch(`${origin}/json/version`)).status).toBe(401);
    const { base: other } = await listening(true);
    expect((await fetch(`${new URL(other).origin}/json/version`, { headers })).status).toBe(404);
  });

  it("takes a key", async () => {
    const { base } = await listening(true);
    expect((await fetch(`${base}/json/version`)).status).toBe(401);
    expect((await fetch(`${base}/json/version?api_key=${"x".repeat(40)}`)).status).toBe(401);
  });

  it("is not there unless it is asked for", async () => {
    const { base, key } = await listening(false);
    const headers = { "x-api-key": key };
    expect((await fetch(`${base}/json/version`, { headers })).status).toBe(404);
  });

  // What is connected to then is no browser, and the clients say so in their own ways.
  const clients = {
    Puppeteer: (browserURL: string, headers?: Record<string, string>) =>
      connect({ browserURL, ...(headers && { headers }) }),
    Playwright: (url: string, headers?: Record<string, string>) =>
      chromium.connectOverCDP(url, { timeout: 5000, ...(headers && { headers }) }),
  };

  describe.each(Object.entries(clients))("brings %s to the connection", (_, open) => {
    it.each(["header", "query"])("with the key in the %s", async (place) => {
      const { base, key, browsers } = await listening(true);
      const opening =
        place === "header"
          ? open(base, { "x-api-key": key })
          : open(`${base}?country=US&api_key=${key}`);
      opening.then(
        (browser) => browser.close(),
        () => {},
      );
      await expect.poll(() => browsers.orders.length, { timeout: 30_000 }).toBe(1);
    });
  });
});
