import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { isBrowserError, type VisitedPage } from "dragline/browser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { openWorld, type BrowserWorld } from "./test-browser.ts";

const path = await chromiumPath();
const script = (source: string): string =>
  `<!doctype html><title>hostile</title><h1>Hostile</h1><script>${source}</script>`;

/** Pages that do what they can to hold up whoever visits them. */
const hostile: Readonly<Record<string, string>> = {
  console: script(
    `const line = "x".repeat(1 << 20); for (let i = 0; i < 1024; i++) console.log(line + i);`,
  ),
  "console objects": script(
    `for (;;) console.log({ a: [1, 2, { b: "x".repeat(1000) }] }, document.body, new Map([[1, 2]]));`,
  ),
  errors: script(
    `setInterval(() => { for (let i = 0; i < 1000; i++) Promise.reject(new Error("x".repeat(1000))); });`,
  ),
  tabs: script(`for (let i = 0; i < 1000; i++) window.open("/calm?" + i); `),
  loop: script(`for (;;);`),
  "loop later": script(`setTimeout(() => { for (;;); }, 100);`),
  dialogs: script(`for (;;) { alert(1); confirm(2); prompt(3); }`),
  unload: script(
    `onbeforeunload = () => "stay"; addEventListener("pagehide", () => { for (;;); });`,
  ),
  reload: script(`location.reload();`),
  history: script(`for (let i = 0; ; i++) history.pushState(0, "", "?" + i);`),
  insertions: script(
    `setInterval(() => { for (let i = 0; i < 100; i++) document.body.append(document.createElement("p")); });`,
  ),
  frames: script(
    `const f = () => { const i = document.createElement("iframe"); i.srcdoc = "<p>x"; document.body.append(i); setTimeout(f); }; f();`,
  ),
  microtasks: script(`const f = () => Promise.resolve().then(f); f();`),
  "shared names":
    script(`document.body.insertAdjacentHTML("beforeend", '<form id=f><input name=attributes><input name=childNodes><input name=innerHTML><input name=nodeType></form>');
    Object.defineProperty(Element.prototype, "outerHTML", { get() { for (;;); } }); JSON.stringify = () => { throw 1; }; Array.prototype.map = null; window.Promise = null;`),
};

const calm = `<!doctype html><title>calm</title><main><h1>Calm</h1></main>`;

function profiles(): string[] {
  return readdirSync(tmpdir()).filter((name) =>
    name.startsWith(`dragline-chromium-${process.pid}-`),
  );
}

describe.skipIf(path === undefined)(`${browserTitle("a page", path)} that is hostile`, () => {
  let world: BrowserWorld;

  beforeAll(async () => {
    const pages = Object.entries(hostile).map(([name, page]) => [`/${encodeURI(name)}`, page]);
    const routes = { ...Object.fromEntries(pages), "/calm": calm };
    world = await openWorld(
      { hosts: { "hostile.test": routes, "calm.test": { "/": calm } } },
      { visitTimeoutMs: 6_000, settleTimeoutMs: 1_500, navigationTimeoutMs: 4_000 },
    );
    await world.browser.visit("http://calm.test/");
  });

  afterAll(() => world[Symbol.asyncDispose]());

  it.each(Object.keys(hostile))(
    "(%s) ends in time, and others are unharmed",
    { timeout: 30_000 },
    async (name) => {
      const visit = world.browser
        .visit(`http://hostile.test/${encodeURI(name)}`)
        .catch((error: unknown) => error);
      const other = await world.browser.visit("http://calm.test/");
      expect(other.html).toContain("<h1>Calm</h1>");
      const outcome = (await visit) as VisitedPage | Error;
      if (outcome instanceof Error) {
        expect(isBrowserError(outcome) && outcome.code).toMatch(
          /^(?:TIMEOUT|PAGE_CRASHED|MEMORY_EXCEEDED)$/,
        );
      } else {
        expect(outcome.html).toContain("Hostile");
      }
      expect(world.browser.status()).toMatchObject({ leased: 0, waiting: 0 });
    },
  );

  it("that allocates without end loses its process alone", { timeout: 60_000 }, async () => {
    await using small = await openWorld(
      {
        hosts: {
          "greedy.test": {
            "/": script(
              `const kept = []; const f = () => { kept.push(new Uint8Array(1 << 25).fill(1)); setTimeout(f, 5); }; f();`,
            ),
          },
          "calm.test": { "/": calm },
        },
      },
      { visitTimeoutMs: 30_000, settleTimeoutMs: 20_000, pool: { pageBytes: 400 * 1024 * 1024 } },
    );
    const greedy = small.browser
      .visit("http://greedy.test/", { waitFor: "#never" })
      .catch((error: unknown) => error);
    const other = await small.browser.visit("http://calm.test/");
    expect(other.status).toBe(200);
    expect(await greedy).toMatchObject({ code: "MEMORY_EXCEEDED" });
    expect((await small.browser.visit("http://calm.test/")).status).toBe(200);
  });
});

describe.skipIf(path === undefined)(`${browserTitle("a visit", path)} that is cancelled`, () => {
  it("gives its slot back, and leaves nothing in the end", { timeout: 60_000 }, async () => {
    const before = profiles();
    {
      await using world = await openWorld(
        {
          hosts: {
            "slow.test": { "/": () => {}, "/loop": script("for (;;);") },
            "calm.test": { "/": calm },
          },
        },
        { pool: { maxPages: 1 } },
      );
      for (const url of ["http://slow.test/", "http://slow.test/loop"]) {
        const controller = new AbortController();
        const visit = world.browser.visit(url, { signal: controller.signal });
        visit.catch(() => {});
        await world.sites["slow.test"]?.seen(new URL(url).pathname);
        const reason = new Error("changed my mind");
        controller.abort(reason);
        await expect(visit).rejects.toBe(reason);
        expect((await world.browser.visit("http://calm.test/")).status).toBe(200);
      }
    }
    expect(profiles()).toEqual(before);
  });
});
