import { parse, toText, wholePage, extractLinks } from "dragline/html";
import { createSite, type Site, type SiteRoute } from "dragline/testing";
import type { Browser, BrowserContext, Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { serialisePage, type SerialiseCall } from "../../../src/browser/page/serialise-page.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";

const path = await chromiumPath();

const page = (body: string): string => `<!doctype html><title>t</title><body>${body}`;

const routes: Record<string, SiteRoute> = {
  "/frames": page(`<p>top</p><iframe src="/sub/inner.html"></iframe><p>between</p>
    <iframe srcdoc="<p>from srcdoc</p>"></iframe><iframe src="about:blank" title="empty"></iframe>
    <iframe src="/pixel" width=1 height=1></iframe><p>bottom</p>`),
  "/sub/inner.html":
    page(`<style>p{}</style><p>inner</p><a href="page">link</a><a href="#x">here</a>
    <img src="a.png" srcset="a.png 1x, b.png 2x,c.png, d.png" alt="pic">`),
  "/pixel": page("<p>counted</p>"),
  "/nest": (request, response) => {
    const depth = Number(new URL(request.url ?? "", "http://x").searchParams.get("d") ?? 0);
    response.setHeader("content-type", "text/html");
    const host = request.headers.host ?? "";
    const other = host.startsWith("127") ? host.replace("127.0.0.1", "localhost") : host;
    const next =
      depth < 12
        ? `<iframe src="http://${depth % 4 === 3 ? other : host}/nest?d=${depth + 1}"></iframe>`
        : "";
    response.end(page(`<p>level ${depth}</p>${next}`));
  },
  "/cross": (request, response) => {
    const other = (request.headers.host ?? "").replace("127.0.0.1", "localhost");
    response.setHeader("content-type", "text/html");
    response.end(
      page(`<p>one</p><iframe src="http://${other}/sub/inner.html"></iframe><p>two</p>
      <iframe title=player src="http://${other}/player"></iframe><iframe sandbox srcdoc="<p>boxed"></iframe>`),
    );
  },
  "/set": `<title>t</title><frameset cols="*,*,*"><frame src="/sub/inner.html"><frame src="/gone">
    <frame src="/sub/inner.html"></frameset>`,
  "/beside": page('<p>one</p><iframe src="/gone" width=300 height=200></iframe><p>two</p>'),
  "/gone": (request) => void request.socket.destroy(),
  "/player": page("<video></video>Play"),
  "/hung-frame": (request, response) => {
    const other = (request.headers.host ?? "").replace("127.0.0.1", "localhost");
    response.setHeader("content-type", "text/html");
    response.end(page(`<p>one</p><iframe title=stuck src="http://${other}/loop"></iframe>`));
  },
  "/loop": page(`<p>x</p><script>onmessage = () => {
    parent.postMessage("loops", "*"); setTimeout(() => { for (;;); }, 0); };</script>`),
};

describe.skipIf(path === undefined)(`${browserTitle("serialisePage", path)} of frames`, () => {
  let browser: Browser & AsyncDisposable;
  let site: Site;
  let context: BrowserContext;
  let tab: Page;

  beforeAll(async () => {
    browser = await openChromium(path ?? "", { args: ["--site-per-process"] });
    site = await createSite(routes);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    context = await browser.createBrowserContext();
    tab = await context.newPage();
  });
  afterEach(() => context.close());

  async function visit(route: string, call?: SerialiseCall): Promise<string> {
    await tab.goto(site.url(route));
    return (await serialisePage(tab, call)).html;
  }

  const lines = (html: string): string[] =>
    toText(wholePage(parse(html)))
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");

  it("puts frames in place, with their own addresses", async () => {
    const html = await visit("/frames");
    expect(lines(html)).toEqual(["top", "inner", "link here", "between", "from srcdoc", "bottom"]);
    const links = extractLinks(wholePage(parse(html), { url: site.url("/frames") }));
    expect(links.map(({ href }) => href)).toEqual([
      site.url("/sub/page"),
      site.url("/sub/inner.html#x"),
    ]);
    const at = (name: string): string => site.url(`/sub/${name}`);
    expect(html).toContain(
      `srcset="${at("a.png")} 1x, ${at("b.png")} 2x,${at("c.png")}, ${at("d.png")}"`,
    );
    expect(html).toContain(`<div data-frame-src="${at("inner.html")}">`);
    expect(html).toContain('title="empty"');
    expect(html).not.toContain("counted");
  });

  it("follows frames of other processes, 12 deep", async () => {
    const levels = Array.from({ length: 13 }, (_, depth) => `level ${depth}`);
    expect(lines(await visit("/nest"))).toEqual(levels);
  });

  it("puts frames of other origins in place, and leaves players as they are", async () => {
    const html = await visit("/cross");
    expect(lines(html)).toEqual(["one", "inner", "link here", "two", "boxed"]);
    expect(html).toContain(`href="http://localhost:${site.port}/sub/page"`);
    expect(html).toMatch(/<iframe title="player" src="[^"]+player"><\/iframe>/);
  });

  it("does not wait for a frame that hangs", async () => {
    await tab.goto(site.url("/hung-frame"));
    await tab.evaluate(`new Promise((resolve) => {
      onmessage = resolve; frames[0].postMessage("loop", "*"); })`);
    const { html } = await serialisePage(tab);
    expect(lines(html)).toEqual(["one"]);
    expect(html).toContain('title="stuck"');
  });

  it("leaves frames that failed as they are, and counts those of framesets", async () => {
    await tab.goto(site.url("/set"));
    const { html, missingFrames } = await serialisePage(tab);
    expect(lines(html)).toEqual(["inner", "link here", "inner", "link here"]);
    expect([missingFrames, html.includes(`<iframe src="/gone"></iframe>`)]).toEqual([1, true]);
    await tab.goto(site.url("/beside"));
    const beside = await serialisePage(tab);
    expect([lines(beside.html), beside.missingFrames]).toEqual([["one", "two"], 0]);
    expect(beside.html).toContain('src="/gone"');
  });
});
