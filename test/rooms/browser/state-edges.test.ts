import { createSite, FakeClock, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkState } from "../../../src/browser/state/check-state.ts";
import { loadState } from "../../../src/browser/state/load-state.ts";
import { saveState } from "../../../src/browser/state/save-state.ts";
import type { StateProblem } from "../../../src/browser/state/state-problem.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";

const path = await chromiumPath();

const origins = Array.from({ length: 9 }, (_, index) => `https://s${index}.test:${8000 + index}`);
const nine = checkState({
  origins: origins.map((origin) => ({ origin, localStorage: [{ name: "o", value: origin }] })),
});

describe.skipIf(path === undefined)(`${browserTitle("a session", path)} of a context`, () => {
  let browser: Awaited<ReturnType<typeof openChromium>>;
  let site: Site;
  beforeAll(async () => {
    browser = await openChromium(path ?? "");
    site = await createSite({
      "/sw.js": {
        headers: { "content-type": "text/javascript" },
        body: `addEventListener("fetch", (event) => event.respondWith(new Response(
          "<link rel=icon href='data:,'><script>localStorage.setItem('ran', 'worker')</script>",
          { headers: { "content-type": "text/html" } })));`,
      },
      "/worker": `<link rel=icon href="data:,"><script>navigator.serviceWorker.register("/sw.js");
        navigator.serviceWorker.ready.then(() => { document.title = "ready"; });</script>`,
      "*": "<link rel=icon href='data:,'><script>localStorage.setItem('ran', 'page')</script>",
    });
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  async function newContext() {
    const context = await browser.createBrowserContext();
    return Object.assign(context, { [Symbol.asyncDispose]: () => context.close() });
  }

  it("has the storage of many origins, in order, with odd hosts and ports", async () => {
    await using context = await newContext();
    const odd = ["http://[::1]:81", "https://xn--bcher-kva.example", "http://10.0.0.1"];
    const entry = { localStorage: [{ name: "a", value: "b" }] };
    const state = checkState({
      origins: [...nine.origins, ...odd.map((origin) => ({ origin, ...entry }))],
    });
    await loadState(context, state);
    const given = ["https://bücher.example", ...odd, ...origins];
    const saved = await saveState(context, { origins: given });
    expect(saved.origins.map(({ origin }) => origin)).toEqual([odd[1], odd[0], odd[2], ...origins]);
    expect(saved.origins.slice(3)).toEqual(nine.origins);
  });

  it("leaves out origins beyond the limit, and says so", async () => {
    await using context = await newContext();
    await loadState(context, nine);
    const problems: StateProblem[] = [];
    const onProblem = (problem: StateProblem) => problems.push(problem);
    const saved = await saveState(context, { origins, maxOrigins: 8, onProblem });
    expect(saved.origins).toEqual(nine.origins.slice(0, 8));
    expect(problems).toEqual([
      { kind: "origin", where: origins[8], reason: "more than 8 origins" },
    ]);
  });

  it("runs nothing of the site, nor its service worker", async () => {
    await using context = await newContext();
    const page = await context.newPage();
    await page.goto(site.url("/worker"));
    await page.waitForFunction("document.title === 'ready'");
    await page.goto("about:blank");
    const seen = site.requests.length;
    expect((await saveState(context, { origins: [site.origin] })).origins).toEqual([]);
    const state = checkState({ origins: [{ origin: site.origin }] });
    await loadState(context, state);
    expect((await saveState(context, { origins: [site.origin] })).origins).toEqual([]);
    expect(site.requests.slice(seen).map((request) => request.path)).toEqual([]);
    await page.goto(site.url("/x"));
    expect(await page.evaluate("localStorage.getItem('ran')")).toBe("worker");
  });

  it("keeps what cookies say of themselves", async () => {
    await using context = await newContext();
    const base = { value: "v", path: "/", httpOnly: true, secure: true, expires: -1 } as const;
    const { cookies } = checkState({
      cookies: [
        { ...base, name: "__Host-a", domain: "example.com", sameSite: "Strict" },
        { ...base, name: "all", domain: ".example.com", sameSite: "Lax" },
        { ...base, name: "later", domain: "example.com", sameSite: "None", expires: 4e9 },
        {
          ...base,
          name: "part",
          domain: "ads.example",
          sameSite: "None",
          partitionKey: "https://example.com",
          _crHasCrossSiteAncestor: true,
        },
      ],
    });
    await loadState(context, { cookies, origins: [] });
    const saved = await saveState(context, { maxOrigins: 0 });
    const later = saved.cookies.find(({ name }) => name === "later");
    // Chromium keeps no cookie longer than 400 days.
    expect(later?.expires).toBeGreaterThan(1e9);
    const rest = (all: typeof cookies) =>
      all.filter(({ name }) => name !== "later").toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(rest(saved.cookies)).toEqual(rest(cookies));
  });

  it("names each cookie that the browser does not keep", async () => {
    await using context = await newContext();
    const problems: StateProblem[] = [];
    const cookies = Array.from({ length: 40 }, (_, index) => ({
      name: `c${index}`,
      value: index === 17 ? "a\u0000b" : "v",
      domain: "example.com",
      sameSite: index === 30 ? "None" : "Lax",
    }));
    await loadState(context, checkState({ cookies }), { onProblem: (p) => problems.push(p) });
    expect(problems.map(({ where }) => where)).toEqual(["c17 (example.com)", "c30 (example.com)"]);
    expect((await saveState(context, { maxOrigins: 0 })).cookies).toHaveLength(38);
  });

  it("replaces what its origins stored, called again", async () => {
    await using context = await newContext();
    await loadState(context, nine);
    const [first = ""] = origins;
    const again = checkState({ origins: [{ origin: first, localStorage: [] }] });
    await Promise.all([loadState(context, again), loadState(context, again)]);
    const saved = await saveState(context, { origins });
    expect(saved.origins).toEqual(nine.origins.slice(1));
  });

  it("says when a page holds a database that is to be replaced", async () => {
    await using context = await newContext();
    const page = await context.newPage();
    await page.goto(site.url("/"));
    await page.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open("held", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("s");
      opening.onsuccess = () => { window.held = opening.result; resolve(); };
    })`);
    const saved = await saveState(context);
    expect(saved.origins[0]?.indexedDB?.[0]?.name).toBe("held");
    const problems: StateProblem[] = [];
    await loadState(context, saved, { onProblem: (problem) => problems.push(problem) });
    const reason = "Error: another page has the database open";
    expect(problems).toEqual([{ kind: "storage", where: `${site.origin} held`, reason }]);
  });

  it("is of one context only, two at once", async () => {
    await using one = await newContext();
    await using other = await newContext();
    const [first = ""] = origins;
    const stateOf = (value: string) =>
      checkState({
        cookies: [{ name: "who", value, domain: "s0.test" }],
        origins: [{ origin: first, localStorage: [{ name: "who", value }] }],
      });
    await Promise.all([loadState(one, stateOf("one")), loadState(other, stateOf("other"))]);
    const call = { origins: [first] };
    const [a, b] = await Promise.all([saveState(one, call), saveState(other, call)]);
    expect([a.cookies[0]?.value, a.origins[0]?.localStorage[0]?.value]).toEqual(["one", "one"]);
    expect([b.cookies[0]?.value, b.origins[0]?.localStorage[0]?.value]).toEqual(["other", "other"]);
    await using third = await newContext();
    expect(await saveState(third, call)).toEqual({ cookies: [], origins: [] });
  });

  it("leaves out an origin that takes too long", async () => {
    await using context = await newContext();
    const clock = new FakeClock();
    const problems: StateProblem[] = [];
    const [first = ""] = origins;
    const saving = saveState(context, {
      origins: [first],
      clock,
      timeoutMs: 60_000,
      onProblem: (problem) => problems.push(problem),
    });
    const settled = saving.then(() => true);
    const turn = () => browser.version().then(() => false);
    while (!(await Promise.race([settled, turn()]))) await clock.advance(60_000);
    const reason = "Deadline of 60000 ms exceeded";
    expect(problems).toEqual([{ kind: "origin", where: first, reason }]);
    expect(await saving).toEqual({ cookies: [], origins: [] });
    await expect.poll(async () => (await context.pages()).length, { timeout: 30_000 }).toBe(0);
  });

  it.each([0, 1, 2, 5, 10, 20, 60])(
    "is cancelled after %i answers of the browser and no page is left",
    async (answers) => {
      await using context = await newContext();
      const controller = new AbortController();
      const reason = new Error("stop");
      const { signal } = controller;
      const work = Promise.all([
        loadState(context, nine, { signal }),
        saveState(context, { origins, signal }),
      ]);
      const page = await browser.defaultBrowserContext().newPage();
      for (let at = 0; at < answers; at += 1) await page.evaluate("0");
      await page.close();
      controller.abort(reason);
      await work.catch((error: unknown) => expect(error).toBe(reason));
      await expect(saveState(context, { signal })).rejects.toBe(reason);
      await expect.poll(async () => (await context.pages()).length, { timeout: 30_000 }).toBe(0);
    },
  );

  it("has cookies that came while the origins were visited", async () => {
    await using context = await newContext();
    const late = {
      id: context.id,
      browser: () => context.browser(),
      pages: () => context.pages(),
      newPage: async (options?: { background?: boolean }) => {
        await context.setCookie({ name: "late", value: "1", domain: "s0.test", path: "/" });
        return await context.newPage(options);
      },
    };
    const saved = await saveState(late, { origins: origins.slice(0, 1) });
    expect(saved.cookies).toMatchObject([{ name: "late", value: "1" }]);
  });

  it("ends with the driver's error when the context goes away", async () => {
    const context = await newContext();
    const saving = saveState(context, { origins });
    const closing = context.close();
    await expect(saving).rejects.toThrow(/Protocol error|closed|context/i);
    await closing;
  });

  it("refuses an origin that is none, and options out of bounds", async () => {
    await using context = await newContext();
    const wrong = [
      "example.com",
      "https://example.com/path",
      "file:///",
      "https://u:p@example.com",
    ];
    for (const origin of wrong) {
      const saving = saveState(context, { origins: [origin] });
      await expect(saving).rejects.toMatchObject({ code: "INVALID_URL" });
    }
    for (const call of [{ maxOrigins: 201 }, { timeoutMs: 0 }, { time: 1 } as object]) {
      const saving = saveState(context, call);
      await expect(saving).rejects.toMatchObject({ code: "INVALID_OPTION" });
    }
    await expect(loadState(context, { cookies: 5 } as never)).rejects.toMatchObject({
      code: "INVALID_STATE",
    });
  });
});
