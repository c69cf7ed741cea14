import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import puppeteer, { type ConnectionTransport } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RemoteBrowser } from "../../../src/browser/index.ts";
import { commandLineOf, listPids } from "../../../src/browser/chromium/pid-table.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import {
  go,
  openClient,
  openRemoteWorld,
  patience,
  targetsOf,
  valueOf,
  type RemoteWorld,
} from "./remote-world.ts";

const path = await chromiumPath();

const FILE = {
  headers: { "content-type": "text/plain", "content-disposition": "attachment" },
  body: "bytes",
};

const SITE = { "/": "<title>Here</title><p>Hello", "/a.txt": FILE, "/b.txt": FILE };

/** Folders and processes of this test file's browsers. */
async function left(): Promise<{ folders: string[]; pids: number[] }> {
  const prefix = `dragline-chromium-${process.pid}-`;
  const folders = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  const pids = listPids().filter((pid) => commandLineOf(pid).includes(`=${tmpdir()}/${prefix}`));
  return { folders, pids };
}

describe.skipIf(path === undefined)(`${browserTitle("RemoteBrowser", path)} of Chromium`, () => {
  let world: RemoteWorld;

  beforeAll(async () => {
    world = await openRemoteWorld({ "site.test": SITE });
  });

  afterAll(() => world[Symbol.asyncDispose]());

  const take = (country?: string): Promise<RemoteBrowser> =>
    world.browsers.take({ country, signal: patience() });

  it("shows one empty page, to a client as a fresh Chromium does", async () => {
    await using browser = await take();
    const channel = await browser.attach({ signal: patience() });
    const transport: ConnectionTransport = {
      send: (message: string) => void channel.send(message),
      close: () => void channel.close(),
    };
    channel.onmessage = (text) => {
      const message = text.toString();
      setImmediate(() => transport.onmessage?.(message));
    };
    const client = await puppeteer.connect({ transport, defaultViewport: null });
    const [page, ...more] = await client.pages();
    expect([page?.url(), more.length]).toEqual(["about:blank", 0]);
    const response = await page?.goto("http://site.test/");
    expect([response?.status(), await page?.title()]).toEqual([200, "Here"]);
    await client.disconnect();
  });

  it("keeps its channels apart: sessions, events, and what they enable", async () => {
    await using browser = await take();
    const [one, two] = [await openClient(browser), await openClient(browser)];
    const heard: string[] = [];
    two.browser.on("Target.attachedToTarget", () => heard.push("attached"));
    two.browser.on("Target.targetCreated", () => heard.push("created"));
    await one.browser.send("Target.setDiscoverTargets", { discover: true });
    const page = await one.page();
    await go(page, "http://site.test/");
    await one.browser.send("Target.setAutoAttach", {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: true,
    });
    const sessions: string[] = [];
    one.browser.on("Target.attachedToTarget", (event) => {
      sessions.push((event as { sessionId: string }).sessionId);
    });
    await one.browser.send("Target.createTarget", { url: "about:blank" });
    await expect.poll(() => sessions.length).toBeGreaterThan(0);
    const stolen = await replyTo(two, sessions[0] ?? "");
    expect(stolen).toMatchObject({ error: { code: -32_001 } });
    expect(heard).toEqual([]);
    await one.close();
    const again = await two.page();
    expect(typeof (await valueOf(again, "document.title"))).toBe("string");
  });

  it("looks as in its country, in the default context and in others", async () => {
    await using browser = await take("de");
    const client = await openClient(browser);
    const asked =
      "[...navigator.languages, Intl.DateTimeFormat().resolvedOptions().timeZone].join()";
    const german = "de-DE,de,en-US,en,Europe/Berlin";
    expect(await valueOf(await client.page(), asked)).toBe(german);
    const { browserContextId } = (await client.browser.send("Target.createBrowserContext")) as {
      browserContextId: string;
    };
    const { targetId } = (await client.browser.send("Target.createTarget", {
      url: "about:blank",
      browserContextId,
    })) as { targetId: string };
    expect(await valueOf(await client.page(targetId), asked)).toBe(german);
  });

  it("puts downloads into its folder, by its own word or Chromium's, which goes with it", async () => {
    const browser = await take();
    const client = await openClient(browser);
    const files = (): Promise<string[]> => readdir(browser.folder);
    const ask = (file: string): Promise<unknown> =>
      client.browser.send("Target.createTarget", { url: `http://site.test/${file}` });
    await ask("a.txt");
    await expect.poll(files, { timeout: 30_000 }).toEqual(["a.txt"]);
    expect(await readFile(`${browser.folder}/a.txt`, "utf8")).toBe("bytes");
    await client.browser.send("Browser.setDownloadBehavior", { behavior: "default" });
    await ask("b.txt");
    await expect.poll(files, { timeout: 30_000 }).toEqual(["a.txt", "b.txt"]);
    await browser[Symbol.asyncDispose]();
    expect(existsSync(browser.folder)).toBe(false);
  });

  it("goes on when a client closes every page, and saves even so", async () => {
    await using browser = await take();
    const client = await openClient(browser);
    await go(await client.page(), "http://site.test/");
    for (const { targetId } of await targetsOf(client.browser)) {
      await client.browser.send("Target.closeTarget", { targetId });
    }
    await expect.poll(() => targetsOf(client.browser)).toEqual([]);
    await client.close();
    const state = await browser.saveState({ origins: ["http://site.test"], signal: patience() });
    expect(state).toEqual({ cookies: [], origins: [] });
    const late = await openClient(browser);
    expect(await late.browser.send("Browser.getVersion")).toHaveProperty("product");
  });

  it("closes its channels when it is killed, says how it ended, and leaves nothing", async () => {
    const browser = await take();
    const channel = await browser.attach({ signal: patience() });
    const closed = new Promise<void>((resolve) => {
      channel.onclose = resolve;
    });
    process.kill(browser.pid, "SIGKILL");
    await closed;
    expect(await browser.ended).toBe("Chromium was terminated by SIGKILL");
    const lost = { code: "BROWSER_LOST" };
    await expect(browser.attach({ signal: patience() })).rejects.toMatchObject(lost);
    await expect(browser.saveCookies({ signal: patience() })).rejects.toMatchObject(lost);
    const save = browser.saveState({ origins: [], signal: patience() });
    await expect(save).rejects.toMatchObject(lost);
    expect(await browser.memory()).toEqual([]);
    await Promise.all([browser[Symbol.asyncDispose](), browser[Symbol.asyncDispose]()]);
    expect(world.browsers.status()).toEqual({ taken: 0, warm: 0, waiting: 0 });
    await expect.poll(left, { timeout: 30_000 }).toEqual({ folders: [], pids: [] });
  });

  /** What the browser answers to a client that names a session. */
  async function replyTo(
    client: Awaited<ReturnType<typeof openClient>>,
    sessionId: string,
  ): Promise<unknown> {
    const before = client.channel.onmessage;
    const reply = new Promise((resolve) => {
      client.channel.onmessage = (text) => resolve(JSON.parse(text.toString()));
    });
    client.channel.send(JSON.stringify({ id: 9999, method: "Runtime.enable", sessionId }));
    const answer = await reply;
    client.channel.onmessage = before;
    return answer;
  }
});
