import { createSite, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blockResources, type BlockedType } from "../../../src/browser/page/block-resources.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";

const path = await chromiumPath();

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>`;
const image = { headers: { "content-type": "image/svg+xml" }, body: svg };
const css = { headers: { "content-type": "text/css" }, body: "h1 { background: url(/bg.svg) }" };
const script = (body: string) => ({ headers: { "content-type": "text/javascript" }, body });

const html = `<!doctype html><link rel=icon href="data:,"><link rel=stylesheet href=/a.css>
  <style>@font-face { font-family: F; src: url(/f.woff2) } h1 { font-family: F }</style>
  <h1>Title</h1><img src=/i.svg><img src=/picture/7><img src=/moved><video src=/v.mp4></video>
  <script src=/s.js></script>
  <script>
    const load = (run) => run().then((value) => value, (error) => String(error));
    addEventListener("load", async () => {
      window.got = [await load(() => fetch("/api/i.svg").then((response) => response.text())),
        document.fonts.status, [...document.images].map((image) => image.naturalWidth).join()];
    });
  </script>`;

describe.skipIf(path === undefined)(`${browserTitle("blockResources", path)} of a page`, () => {
  let browser: Awaited<ReturnType<typeof openChromium>>;
  let site: Site;
  beforeAll(async () => {
    browser = await openChromium(path ?? "");
    site = await createSite({
      "/": html,
      "/a.css": css,
      "/s.js": script("window.ran = true"),
      "/moved": { status: 302, headers: { location: "/i2.svg" } },
      "/worked": `<!doctype html><link rel=icon href="data:,"><script>
        navigator.serviceWorker.register("/sw.js");
        navigator.serviceWorker.ready.then(() => { document.title = "ready"; });</script>`,
      "/sw.js": script(`addEventListener("activate", (event) => event.waitUntil(clients.claim()));
        addEventListener("fetch", (event) => {
          if (event.request.url.endsWith("/from-worker")) event.respondWith(new Response("worked"));
        });`),
      "/asks": (request, response) => {
        if (request.headers.authorization !== undefined) response.end("<p>in</p>");
        else response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end();
      },
      "*": image,
    });
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  async function visit(types: readonly BlockedType[]) {
    const context = await browser.createBrowserContext();
    try {
      const page = await context.newPage();
      await using _blocked = await blockResources(page, types);
      const seen = site.requests.length;
      await page.goto(site.url("/"));
      await page.waitForFunction("window.got !== undefined");
      const got = (await page.evaluate("window.got")) as [string, string, string];
      const paths = site.requests.slice(seen).map((request) => request.path);
      return { paths: [...new Set(paths)].toSorted(), got };
    } finally {
      await context.close();
    }
  }

  it("blocks what has a usual ending, and the rest by what it is for", async () => {
    const { paths, got } = await visit(["image", "font", "media"]);
    expect(paths).toEqual(["/", "/a.css", "/api/i.svg", "/s.js"]);
    expect(got).toEqual([svg, "loaded", "0,0,0"]);
  });

  it("blocks what has a usual ending, also as data; not as a document", async () => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await blockResources(page, ["image"]);
    await page.goto(site.url("/File:a.png"));
    const asked = `fetch("/b.png?x").then(() => "came", () => "blocked")`;
    expect(await page.evaluate(asked)).toBe("blocked");
    expect(await page.evaluate(asked.replace("png", "svg"))).toBe("came");
    const paths = site.requests.map((request) => request.path);
    expect(paths).toContain("/File:a.png");
    expect(paths).not.toContain("/b.png?x");
    await context.close();
  });

  it.each([
    ["the driver's session", false],
    ["a session of its own, where the driver shows none", true],
  ])("blocks by %s until it is disposed", async (_, isHidden) => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const shown = new Proxy(page, {
      get: (of, name) =>
        isHidden && name === "_client" ? undefined : Reflect.get(of, name, of).bind(of),
    });
    const blocked = await blockResources(shown, ["image"]);
    await page.goto(site.url("/i.svg"));
    const ask = `fetch("/c.png").then(() => "came", () => "blocked")`;
    expect(await page.evaluate(ask)).toBe("blocked");
    await blocked[Symbol.asyncDispose]();
    expect(await page.evaluate(ask)).toBe("came");
    await context.close();
  });

  it("lets through what is not named", async () => {
    const { paths, got } = await visit([]);
    const all = ["/", "/a.css", "/api/i.svg", "/bg.svg", "/f.woff2", "/i.svg", "/i2.svg", "/moved"];
    expect(paths).toEqual([...all, "/picture/7", "/s.js", "/v.mp4"]);
    expect(got[2]).toBe("9,9,9");
  });

  it("blocks style sheets and scripts when asked", async () => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await blockResources(page, ["stylesheet", "script", "script"]);
    const seen = site.requests.length;
    await page.goto(site.url("/"));
    const paths = site.requests.slice(seen).map((request) => request.path);
    expect(paths).toContain("/i.svg");
    expect(paths).not.toContain("/a.css");
    expect(paths).not.toContain("/s.js");
    await context.close();
  });

  it("shows an image that is itself the page", async () => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await blockResources(page, ["image"]);
    const response = await page.goto(site.url("/i.svg"));
    expect(response?.status()).toBe(200);
    await context.close();
  });

  it("leaves service workers and authentication alone", async () => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.authenticate({ username: "ada", password: "p" });
    await blockResources(page, ["image", "font", "media", "stylesheet"]);
    await page.goto(site.url("/worked"));
    await page.waitForFunction("document.title === 'ready'");
    expect(await page.evaluate("fetch('/from-worker').then((got) => got.text())")).toBe("worked");
    await page.goto(site.url("/asks"));
    expect(await page.evaluate("document.body.textContent")).toBe("in");
    await context.close();
  });

  it("ends when it is disposed, twice is harmless", async () => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const blocked = await blockResources(page, ["image"]);
    await blocked[Symbol.asyncDispose]();
    await blocked[Symbol.asyncDispose]();
    const seen = site.requests.length;
    await page.goto(site.url("/"));
    expect(site.requests.slice(seen).map((request) => request.path)).toContain("/i.svg");
    const late = await blockResources(page, ["image"]);
    await context.close();
    await late[Symbol.asyncDispose]();
  });

  it("refuses a type that it does not know", async () => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const wrong = ["video" as BlockedType, "__proto__" as BlockedType];
    for (const type of wrong) {
      await expect(blockResources(page, [type])).rejects.toMatchObject({ code: "INVALID_OPTION" });
    }
    await context.close();
  });
});
