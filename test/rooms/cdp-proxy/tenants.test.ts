import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import puppeteer, { type Browser, type CDPSession, type Page } from "puppeteer-core";
import type { Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createConnector } from "../../../src/net/index.ts";
import { loopbackInternet } from "../../cdp-compat/loopback-internet.ts";
import { openLoginSite, storedTokens } from "../../cdp-compat/login-site.ts";
import { openProxyHost, type ProxyHost } from "../../cdp-compat/proxy-host.ts";
import { temporaryFolder, type TemporaryFolder } from "../../cdp-compat/temporary-folder.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";

const path = await chromiumPath();

// Several Chromiums on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** A connection with a page of its default context, and the browser's own session. */
interface Tenant {
  readonly browser: Browser;
  readonly page: Page;
  readonly cdp: CDPSession;
}

describe.skipIf(path === undefined)(`${browserTitle("createCdpProxy", path)}: two tenants`, () => {
  const stack = new AsyncDisposableStack();
  let site: Site;
  let folder: TemporaryFolder;
  let host: ProxyHost;
  let ann: Tenant;
  let bob: Tenant;

  async function connect(owner: string): Promise<Tenant> {
    const browser = await puppeteer.connect({ browserWSEndpoint: host.url({ owner }) });
    stack.defer(() => browser.disconnect());
    const page = await browser.newPage();
    return { browser, page, cdp: await browser.target().createCDPSession() };
  }

  beforeAll(async () => {
    site = stack.use(await openLoginSite());
    folder = stack.use(await temporaryFolder());
    const connector = createConnector(loopbackInternet(site.port));
    host = stack.use(await openProxyHost({ folder: folder.path, connector }));
    [ann, bob] = await Promise.all([connect("ann"), connect("bob")]);
    await ann.page.goto("http://www.shop.test/login");
    await ann.page.evaluate("logIn()");
  });

  afterAll(() => stack.disposeAsync());

  it("see no target of each other, nor the recorder's", async () => {
    const { targetInfos } = await bob.cdp.send("Target.getTargets");
    expect(targetInfos.filter(({ type }) => type === "page")).toHaveLength(2);
    expect(targetInfos.map(({ url }) => url).join()).not.toContain("shop.test");
    const { targetInfos: hers } = await ann.cdp.send("Target.getTargets");
    const ids = new Set(hers.map(({ targetId }) => targetId));
    expect(targetInfos.filter(({ targetId }) => ids.has(targetId))).toEqual([]);
    for (const targetId of ids) {
      const attaching = bob.cdp.send("Target.attachToTarget", { targetId, flatten: true });
      await expect(attaching).rejects.toThrow("No target with given id");
      await expect(bob.cdp.send("Target.closeTarget", { targetId })).rejects.toThrow("No target");
    }
  });

  it("share no cookie and no storage", async () => {
    expect((await ann.cdp.send("Storage.getCookies")).cookies).toHaveLength(1);
    expect((await bob.cdp.send("Storage.getCookies")).cookies).toEqual([]);
    await bob.page.goto("http://www.shop.test/login");
    await bob.page.evaluate("opened()");
    expect(await bob.page.evaluate(storedTokens)).toEqual([null, null]);
    expect(await ann.page.evaluate(storedTokens)).toEqual(["secret-token", "secret-row"]);
  });

  it("reach no port of the host", async () => {
    const ports = [site.port, Number(new URL(host.url()).port), 9222];
    const before = site.requests.length;
    for (const port of ports) {
      for (const name of ["127.0.0.1", "localhost", "[::1]", "0.0.0.0"]) {
        // A refused address is told before its error page is there, and that one would be taken for
        // the next document of the same page.
        const page = await bob.browser.newPage();
        const response = await page.goto(`http://${name}:${port}/json/version`).catch(() => null);
        expect(response?.ok() ?? false, `${name}:${port}`).toBe(false);
        expect(site.requests.length, `${name}:${port}`).toBe(before);
        await page.close();
      }
    }
  });

  it("read no file of the host", async () => {
    const file = join(folder.path, "secret.txt");
    await writeFile(file, "of the host");
    for (const url of [`file://${file}`, `view-source:file://${file}`, "FILE:///etc/passwd"]) {
      await expect(bob.page.goto(url), url).rejects.toThrow(/file|URL/i);
      await expect(bob.cdp.send("Target.createTarget", { url }), url).rejects.toThrow(/file|URL/i);
    }
    await bob.page.goto("http://www.shop.test/");
    const opened = await bob.page.evaluate(
      (url) => fetch(url).then(() => "read", String),
      `file://${file}`,
    );
    expect(opened).toContain("TypeError");
    await bob.page.evaluate((url) => {
      location.href = url;
    }, `file://${file}`);
    expect(await bob.page.evaluate(() => document.title)).toBe("home");
  });

  it("choose no file of the host for an upload", async () => {
    const file = join(folder.path, "secret.txt");
    await writeFile(file, "of the host");
    await bob.page.goto("http://www.shop.test/");
    await bob.page.setContent("<input type=file id=f>");
    const input = await bob.page.$("input#f");
    await expect(input?.uploadFile(file)).rejects.toThrow(/only files of this connection's folder/);
    expect(await bob.page.$eval("#f", (node) => (node as HTMLInputElement).files?.length)).toBe(0);
  });

  it("write no download where they say", async () => {
    const target = join(folder.path, "planted");
    await bob.cdp.send("Browser.setDownloadBehavior", {
      behavior: "allow",
      downloadPath: target,
      eventsEnabled: true,
    });
    const done = Promise.withResolvers<string>();
    bob.cdp.on("Browser.downloadProgress", ({ state, filePath = "" }) => {
      if (state === "completed") done.resolve(filePath);
    });
    await bob.page.goto("http://www.shop.test/");
    await bob.page.evaluate(() => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob(["planted"]));
      link.download = "planted.txt";
      link.click();
    });
    expect(await done.promise).not.toContain(folder.path);
    await expect(readFile(join(target, "planted.txt"))).rejects.toThrow("ENOENT");
  });

  it("have no session of each other's CDP sessions", async () => {
    const hers = ann.cdp.id();
    const socket = new WebSocket(host.url({ owner: "bob" }));
    await new Promise((resolve) => socket.addEventListener("open", resolve));
    const answer = new Promise<string>((resolve) => {
      socket.addEventListener("message", ({ data }) => resolve(String(data)));
    });
    socket.send(JSON.stringify({ id: 1, method: "Storage.getCookies", sessionId: hers }));
    expect(JSON.parse(await answer)).toMatchObject({ id: 1, error: { code: -32_001 } });
    const closed = new Promise((resolve) => socket.addEventListener("close", resolve));
    socket.close();
    await closed;
  });
});
