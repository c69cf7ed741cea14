import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RemoteBrowser, StorageState } from "../../../src/browser/index.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { go, openClient, openRemoteWorld, patience, targetsOf, valueOf } from "./remote-world.ts";
import type { RemoteWorld, TestClient } from "./remote-world.ts";

const path = await chromiumPath();

const STORE = `localStorage.setItem("k", "v"); const open = indexedDB.open("db", 2);
open.onupgradeneeded = () => open.result.createObjectStore("s").put(new Date(5), "key");
open.onsuccess = () => { open.result.close(); document.title = "stored"; };`;

const LOGIN = {
  headers: { "content-type": "text/html", "set-cookie": "login=yes; Max-Age=1000" },
  body: `<title>login</title><script>${STORE}</script>`,
};

describe.skipIf(path === undefined)(
  `${browserTitle("RemoteBrowser", path)} and what it saves`,
  () => {
    let world: RemoteWorld;
    let saved: StorageState;

    beforeAll(async () => {
      const home = { headers: { "content-type": "text/html" }, body: "<title>home</title>" };
      world = await openRemoteWorld({
        "site.test": { "/login": LOGIN, "/": home },
        "other.test": { "/login": LOGIN, "/": home },
      });
    });

    afterAll(() => world[Symbol.asyncDispose]());

    const take = (): Promise<RemoteBrowser> => world.browsers.take({ signal: patience() });

    async function loggedIn(browser: RemoteBrowser): Promise<TestClient> {
      const client = await openClient(browser);
      const page = await client.page();
      await go(page, "http://site.test/login");
      await expect.poll(() => valueOf(page, "document.title")).toBe("stored");
      return client;
    }

    it("saves cookies, localStorage and IndexedDB of what is open, and opens no window", async () => {
      await using browser = await take();
      const client = await loggedIn(browser);
      await client.close();
      const begun = world.dialled.length;
      saved = await browser.saveState({ origins: ["null", "nonsense"], signal: patience() });
      expect(world.dialled.length).toBe(begun);
      expect(saved.cookies.map(({ name, value }) => `${name}=${value}`)).toEqual(["login=yes"]);
      expect(saved.origins).toMatchObject([
        {
          origin: "http://site.test",
          localStorage: [{ name: "k", value: "v" }],
          indexedDB: [{ name: "db", version: 2 }],
        },
      ]);
      const late = await openClient(browser);
      expect(await targetsOf(late.browser)).toHaveLength(1);
      expect(await browser.saveCookies({ signal: patience() })).toEqual({
        cookies: saved.cookies,
        origins: [],
      });
    });

    it("gives another browser all of it before its first request", async () => {
      await using browser = await take();
      await browser.loadState(saved, { signal: patience() });
      const client = await openClient(browser);
      expect(await targetsOf(client.browser)).toHaveLength(1);
      const page = await client.page();
      await go(page, "http://site.test/");
      const read = `new Promise((done) => {
      const open = indexedDB.open("db");
      open.onsuccess = () => {
        const get = open.result.transaction("s").objectStore("s").get("key");
        get.onsuccess = () => done([localStorage.k, document.cookie, get.result.getTime()].join());
      };
    })`;
      expect(await valueOf(page, read)).toBe("v,login=yes,5");
      expect(world.sites["site.test"]?.requests.at(-1)?.headers["cookie"]).toBe("login=yes");
    });

    it.each([
      ["loops for ever", "setTimeout(() => { for (;;); })"],
      ["shows a dialog", "setTimeout(() => alert('stop'))"],
    ])("saves also when a page %s", async (_, trick) => {
      await using browser = await take();
      const client = await loggedIn(browser);
      await valueOf(await client.page(), trick);
      await client.close();
      const origins = ["http://site.test"];
      const state = await browser.saveState({ origins, timeoutMs: 4000, signal: patience() });
      expect(state).toEqual(anyTime(saved));
    });

    it("saves after a client that held new pages back", async () => {
      await using browser = await take();
      const client = await loggedIn(browser);
      await client.browser.send("Target.setAutoAttach", {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: [{ type: "page" }, { type: "iframe" }, { type: "other" }],
      });
      await client.close();
      const state = await browser.saveState({ origins: [], signal: patience() });
      expect(state.origins).toHaveLength(1);
    });

    it("ends with the signal's reason, and leaves no page behind", async () => {
      await using browser = await take();
      const client = await loggedIn(browser);
      const caller = new AbortController();
      const reason = new Error("no longer wanted");
      const origins = ["http://site.test", "http://other.test"];
      const saving = browser.saveState({ origins, signal: caller.signal });
      await expect.poll(async () => (await targetsOf(client.browser)).length).toBeGreaterThan(1);
      caller.abort(reason);
      await expect(saving).rejects.toBe(reason);
      await expect.poll(async () => (await targetsOf(client.browser)).length).toBe(1);
      const aborted = { origins: [], signal: AbortSignal.abort(reason) };
      await expect(browser.saveState(aborted)).rejects.toBe(reason);
    });
  },
);

/** A state of a login at any time. */
function anyTime(state: StorageState): object {
  const cookies = state.cookies.map((cookie) => ({
    ...cookie,
    expires: expect.any(Number) as number,
  }));
  return { ...state, cookies };
}
