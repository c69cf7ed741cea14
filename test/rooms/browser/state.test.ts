import { createSite } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkState } from "../../../src/browser/state/check-state.ts";
import { loadState } from "../../../src/browser/state/load-state.ts";
import { saveState } from "../../../src/browser/state/save-state.ts";
import type { StateProblem } from "../../../src/browser/state/state-problem.ts";
import { stateSummary } from "../../../src/browser/state/state-summary.ts";
import type { StorageState } from "../../../src/browser/storage-state.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";

const path = await chromiumPath();

/** A site whose login is a cookie, an entry of localStorage and a record of IndexedDB. */
const loginPage = `<!doctype html><script>
  localStorage.setItem("user", "ada");
  const opening = indexedDB.open("session", 3);
  opening.onupgradeneeded = () => {
    const users = opening.result.createObjectStore("users", { keyPath: "id" });
    users.createIndex("by-name", "name", { unique: true });
    users.put({ id: 1, name: "ada", token: "t-1" });
    opening.result.createObjectStore("log", { autoIncrement: true }).put("first");
  };
  opening.onsuccess = () => { opening.result.close(); document.title = "ready"; };
</script>`;

const homePage = `<!doctype html><script>
  const entry = localStorage.getItem("user");
  const opening = indexedDB.open("session");
  opening.onsuccess = () => {
    const stores = [...opening.result.objectStoreNames];
    if (stores.length === 0) { document.title = JSON.stringify([entry]); return; }
    const store = opening.result.transaction(stores).objectStore("users");
    store.index("by-name").get("ada").onsuccess = (event) => {
      document.title = JSON.stringify([entry, event.target.result.token]);
    };
  };
</script>`;

describe.skipIf(path === undefined)(
  `${browserTitle("saveState and loadState", path)} of a context`,
  () => {
    let browser: Awaited<ReturnType<typeof openChromium>>;
    beforeAll(async () => {
      browser = await openChromium(path ?? "");
    });
    afterAll(() => browser[Symbol.asyncDispose]());

    const openSite = () =>
      createSite({
        "/login": {
          headers: {
            "set-cookie": ["sid=s-1; Path=/; HttpOnly; Max-Age=3600", "mode=dark; Path=/"],
          },
          body: loginPage,
        },
        "/": homePage,
        "*": "",
      });

    async function titleOf(state: StorageState | undefined, url: string): Promise<string> {
      const context = await browser.createBrowserContext();
      try {
        if (state !== undefined) await loadState(context, state);
        const page = await context.newPage();
        await page.goto(url);
        await page.waitForFunction("document.title !== ''");
        return await page.title();
      } finally {
        await context.close();
      }
    }

    async function logIn(url: string): Promise<StorageState> {
      const context = await browser.createBrowserContext();
      try {
        const page = await context.newPage();
        await page.goto(url);
        await page.waitForFunction("document.title === 'ready'");
        return await saveState(context);
      } finally {
        await context.close();
      }
    }

    it("carry a login to a new context, where the first request and script have it", async () => {
      await using site = await openSite();
      const state = JSON.parse(JSON.stringify(await logIn(site.url("/login")))) as StorageState;
      expect(checkState(state)).toEqual(state);
      expect(stateSummary(state)).toMatchObject({ cookieCount: 2, storageItemCount: 3 });
      const seen = site.requests.length;
      expect(await titleOf(state, site.url("/"))).toBe('["ada","t-1"]');
      const [first] = site.requests.slice(seen);
      expect(first?.path).toBe("/");
      expect(String(first?.headers["cookie"]).split("; ").toSorted()).toEqual([
        "mode=dark",
        "sid=s-1",
      ]);
      expect(await titleOf(undefined, site.url("/"))).toBe("[null]");
    });

    it("write what Playwright documents", async () => {
      await using site = await openSite();
      const { cookies, origins } = await logIn(site.url("/login"));
      expect(cookies.find(({ name }) => name === "mode")).toEqual({
        name: "mode",
        value: "dark",
        domain: "127.0.0.1",
        path: "/",
        expires: -1,
        httpOnly: false,
        secure: false,
        sameSite: "Lax",
      });
      expect(origins).toEqual([
        {
          origin: site.origin,
          localStorage: [{ name: "user", value: "ada" }],
          indexedDB: [
            {
              name: "session",
              version: 3,
              stores: [
                {
                  name: "log",
                  autoIncrement: true,
                  indexes: [],
                  records: [{ key: 1, value: "first" }],
                },
                {
                  name: "users",
                  keyPath: "id",
                  autoIncrement: false,
                  indexes: [{ name: "by-name", keyPath: "name", multiEntry: false, unique: true }],
                  records: [{ value: { id: 1, name: "ada", token: "t-1" } }],
                },
              ],
            },
          ],
        },
      ]);
    });

    it("send no request and leave no page behind", async () => {
      await using site = await openSite();
      const state = await logIn(site.url("/login"));
      const seen = site.requests.length;
      const context = await browser.createBrowserContext();
      await loadState(context, state);
      expect(await context.pages()).toHaveLength(0);
      expect(await saveState(context, { origins: [site.origin] })).toEqual(state);
      expect(await context.pages()).toHaveLength(0);
      expect(site.requests.length).toBe(seen);
      await context.close();
    });

    it("report problems of a part and keep the rest", async () => {
      const problems: StateProblem[] = [];
      const context = await browser.createBrowserContext();
      const state = checkState({
        cookies: [
          { name: "good", value: "1", domain: "127.0.0.1" },
          { name: "bad", value: "a;b", domain: "127.0.0.1" },
          { name: "late", value: "1", domain: "127.0.0.1", expires: 1000 },
        ],
      });
      await loadState(context, state, { onProblem: (problem) => problems.push(problem) });
      expect(problems).toEqual([
        { kind: "cookie", where: "bad (127.0.0.1)", reason: "the browser rejects it" },
      ]);
      expect((await saveState(context)).cookies.map(({ name }) => name)).toEqual(["good"]);
      await context.close();
    });
  },
);
