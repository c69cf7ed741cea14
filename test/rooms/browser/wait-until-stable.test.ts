import type { ServerResponse } from "node:http";
import { systemClock, wait } from "../../../src/core/index.ts";
import { createSite, type Site, type SiteRoute } from "dragline/testing";
import type { Browser, BrowserContext, Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { waitFor } from "../../../src/browser/page/wait-for.ts";
import {
  armStability,
  type Readiness,
  type WaitCall,
} from "../../../src/browser/page/wait-until-stable.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";

const path = await chromiumPath();

/** Milliseconds by which content that scripts ask for comes later than it says. */
let slower = 0;

/** Answers after a while. */
function late(ms: number, body: string, delay = (): number => slower): SiteRoute {
  return (_request, response: ServerResponse) => {
    const cancel = systemClock.timer(ms + delay(), () => response.end(body));
    response.on("close", cancel);
  };
}

const never: SiteRoute = (_request, response) => {
  response.writeHead(200, { "content-type": "text/plain" });
  response.flushHeaders();
};

const script = (body: string): string =>
  `<!doctype html><title>x</title><div id=app></div><script>
   const app = document.getElementById("app");
   const show = (text) => { const p = document.createElement("p"); p.textContent = text; app.append(p); };
   ${body}</script>`;

/** Pages that render in their own ways; each is right when it shows "done". */
const routes: Record<string, SiteRoute> = {
  "/static": "<!doctype html><p>done</p>",
  "/chain": script(`
    (async () => {
      const first = await (await fetch("/late/200")).text(); show(first);
      const second = await (await fetch("/late/300")).text(); show(second);
      const request = new XMLHttpRequest(); request.open("GET", "/late/250");
      request.onload = () => show("done"); request.send();
    })();`),
  "/scripts": script(`
    const next = document.createElement("script"); next.src = "/slow.js";
    document.head.append(next);`),
  "/poll": script(`fetch("/never"); fetch("/late/150").then(() => show("done"));`),
  "/events": script(`
    new EventSource("/stream"); fetch("/late/150").then(() => show("done"));`),
  "/ticker": script(`
    setInterval(() => { app.title = String(Math.random()); app.firstChild && (app.firstChild.firstChild.data += "."); }, 20);
    setInterval(() => fetch("/tick"), 400);
    fetch("/late/150").then(() => show("done"));`),
  "/redirect": `<!doctype html><script>location.replace("/redirected")</script>`,
  "/redirected": script(`fetch("/late/300").then(() => show("done"));`),
  "/image": script(`
    const image = new Image(); image.src = "/never"; app.append(image);
    fetch("/late/150").then(() => show("done"));`),
  "/shadow": script(`
    const root = app.attachShadow({ mode: "open" }); let left = 8;
    const timer = setInterval(() => {
      const p = document.createElement("p"); p.textContent = left === 1 ? "done" : "wait"; root.append(p);
      if (--left === 0) { document.title = "done"; clearInterval(timer); }
    }, 120);`),
  "/frame": `<!doctype html><iframe src="/inner"></iframe>`,
  "/inner": script(`
    let left = 8; const timer = setInterval(() => {
      show(left === 1 ? "done" : "wait"); if (--left === 0) { top.document.title = "done"; clearInterval(timer); }
    }, 120);`),
  "/endless": script(`setInterval(() => show("more"), 60);`),
  "/hung": script(`setTimeout(() => { for (;;); }, 20);`),
  "/slow-next": script(`location.href = "/late/2600?<p>done"`),
  "/seen": script(`
    window.marks = [];
    new MutationObserver((r) => marks.push(...r)).observe(document, { subtree: true, childList: true, attributes: true });`),
  "/slow.js": late(400, `show("done");`, () => 0),
  "/late/150": late(150, "one"),
  "/late/200": late(200, "one"),
  "/late/250": late(250, "one"),
  "/late/300": late(300, "two"),
  "/late/2600": late(2600, "<!doctype html><p>done</p>"),
  "/tick": "",
  "/never": never,
  "/stream": (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: x\n\n");
  },
};

describe.skipIf(path === undefined)(`${browserTitle("armStability", path)} of a page`, () => {
  let browser: Browser & AsyncDisposable;
  let site: Site;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    browser = await openChromium(path ?? "");
    site = await createSite(routes);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    context = await browser.createBrowserContext();
    page = await context.newPage();
  });
  afterEach(() => context.close());

  async function visit(route: string, call: WaitCall = {}) {
    await using watch = armStability(page);
    await page.goto(site.url(route), { waitUntil: "domcontentloaded" });
    return await watch.until(call);
  }

  const text = (): Promise<string> => page.evaluate("document.body.innerText") as Promise<string>;

  it.each(["static", "chain", "scripts", "poll", "events", "ticker", "redirect", "image"])(
    "waits for the content of /%s and not longer than needed",
    async (name) => {
      expect(await visit(`/${name}`, { maxMs: 30_000 })).toBe("stable");
      expect(await text()).toContain("done");
    },
  );

  it("is right where `load` is too early and an idle network never comes", async () => {
    const wrong = async (kind: Readiness): Promise<string[]> => {
      const names = ["static", "chain", "scripts", "poll", "events", "ticker", "redirect"];
      const verdicts = names.map(async (name) => {
        const tab = await context.newPage();
        await using watch = armStability(tab);
        await tab.goto(site.url(`/${name}`), { waitUntil: "domcontentloaded" });
        const outcome = await watch.until({ kind, maxMs: kind === "stable" ? 6_000 : 3_000 });
        const shown = String(await tab.evaluate("document.body.innerText"));
        await tab.close();
        return outcome === "stable" && shown.includes("done") ? [] : [name];
      });
      return (await Promise.all(verdicts)).flat();
    };
    slower = 10_000;
    const tooEarly = await wrong("load").finally(() => (slower = 0));
    expect(tooEarly).toEqual(["chain", "poll", "events", "ticker", "redirect"]);
    expect(await wrong("networkidle")).toEqual(["poll", "ticker"]);
    expect(await wrong("stable")).toEqual([]);
  });

  it.each(["shadow", "frame"])("sees insertions inside of a %s", async (name) => {
    expect(await visit(`/${name}`, { maxMs: 30_000 })).toBe("stable");
    expect(await page.title()).toBe("done");
  });

  it("waits for a navigation that the page has begun, however slow", async () => {
    expect(await visit("/slow-next")).toBe("stable");
    expect(await text()).toBe("done");
  });

  it("is capped on a page that inserts for ever", async () => {
    expect(await visit("/endless", { maxMs: 700 })).toBe("capped");
  });

  it("is capped on a page that hangs", async () => {
    expect(await visit("/hung", { maxMs: 700 })).toBe("capped");
  });

  it("follows what a click begins", async () => {
    await visit("/static");
    await using watch = armStability(page);
    await page.evaluate(
      `fetch("/late/300").then(() => { const p = document.createElement("p"); p.textContent = "clicked"; document.body.append(p); }); undefined`,
    );
    expect(await watch.until({})).toBe("stable");
    expect(await text()).toContain("clicked");
  });

  it("leaves nothing in the page that the page can see", async () => {
    await page.goto(site.url("/static"));
    const before = await page.evaluate("Object.getOwnPropertyNames(window).sort()");
    await visit("/seen");
    expect(await page.evaluate("marks.length")).toBe(0);
    const after = (await page.evaluate("Object.getOwnPropertyNames(window).sort()")) as string[];
    const added = after.filter((name) => !(before as string[]).includes(name));
    expect(added).toEqual(["app", "marks", "show"].filter((name) => added.includes(name)));
    expect(added).toContain("marks");
  });

  it("ends with the signal's reason, also while the page hangs", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    await page.goto(site.url("/hung"), { waitUntil: "domcontentloaded" });
    const ended = waitFor(page, "stable", { signal: controller.signal });
    await wait(systemClock, 100);
    controller.abort(reason);
    await expect(ended).rejects.toBe(reason);
  });

  it("ends when the page is closed", async () => {
    await page.goto(site.url("/endless"), { waitUntil: "domcontentloaded" });
    const ended = waitFor(page, "stable");
    const [outcome] = await Promise.allSettled([ended, page.close()]);
    expect(outcome).toMatchObject({ status: "rejected", reason: { code: "PAGE_CRASHED" } });
  });

  it("refuses unknown options and impossible times", async () => {
    await using watch = armStability(page);
    await expect(watch.until({ maxMs: -1 })).rejects.toMatchObject({ code: "INVALID_OPTION" });
    await expect(watch.until({ max: 1 } as never)).rejects.toMatchObject({
      code: "INVALID_OPTION",
    });
  });

  it.each(["domcontentloaded", "load", "networkidle"] as const)("waits for %s", async (kind) => {
    expect(await visit("/chain", { kind })).toBe("stable");
  });
});
