import { createSite, type Site, type SiteRoute } from "dragline/testing";
import { decode, encode, type DecodedPng } from "fast-png";
import type { Browser, BrowserContext, Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { takeScreenshot, type Screenshot } from "../../../src/browser/page/take-screenshot.ts";
import { systemClock } from "../../../src/core/index.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";

const path = await chromiumPath();

type Colour = readonly [red: number, green: number, blue: number];

const bandColour = (index: number): Colour => [
  (index * 37) % 256,
  (index * 91) % 256,
  (index * 13) % 256,
];

const band = (index: number): string =>
  `<div style="height:100px;background:rgb(${bandColour(index).join()})"></div>`;

const bands = (height: number, extra = ""): string =>
  `<!doctype html><style>body{margin:0}</style>${extra}${Array.from({ length: height / 100 }, (_, i) => band(i)).join("")}`;

function pixel(image: DecodedPng, x: number, y: number): Colour {
  const at = (y * image.width + x) * image.channels;
  return [image.data[at] ?? 0, image.data[at + 1] ?? 0, image.data[at + 2] ?? 0];
}

/** Rows at `x` that are of the colour. */
function rowsOf(image: DecodedPng, x: number, colour: Colour): number {
  let rows = 0;
  for (let y = 0; y < image.height; y += 1)
    if (pixel(image, x, y).join() === colour.join()) rows += 1;
  return rows;
}

/** Rows at the left quarter that are not of their band. */
function wrongRows(image: DecodedPng, scale = 1): number {
  let wrong = 0;
  for (let y = 0; y < image.height; y += 1) {
    const expected = bandColour(Math.floor(y / scale / 100));
    if (pixel(image, Math.floor(image.width / 4), y).join() !== expected.join()) wrong += 1;
  }
  return wrong;
}

const red = Buffer.from(
  encode({ width: 1, height: 1, channels: 3, data: new Uint8Array([255, 0, 0]) }),
);

const lazyImages = (attributes: string): string =>
  Array.from(
    { length: 8 },
    (_, i) =>
      `<div style="height:900px"></div><img ${attributes.replace("URL", `/red.png?${i}`)} style="display:block;width:50px;height:50px">`,
  ).join("");

const routes: Record<string, SiteRoute> = {
  "/red.png": (_request, response) => {
    const cancel = systemClock.timer(80, () => {
      response.setHeader("content-type", "image/png");
      response.end(red);
    });
    response.on("close", cancel);
  },
  "/lazy": `<!doctype html><body style="margin:0">${lazyImages(`loading=lazy src="URL"`)}`,
  "/observed": `<!doctype html><body style="margin:0">${lazyImages(`data-src="URL"`)}<script>
    const seen = new IntersectionObserver((entries) => entries.forEach((e) => { if (e.isIntersecting) e.target.src = e.target.dataset.src; }));
    document.querySelectorAll("img").forEach((image) => seen.observe(image));</script>`,
  "/background": `<!doctype html><body style="margin:0"><div style="width:100px;height:100px;background:url(/red.png)"></div>`,
  "/endless": `<!doctype html><body style="margin:0"><div id=list></div><div id=end style="height:1px"></div><script>
    let n = 0; const more = () => { for (let i = 0; i < 10; i++, n++) list.insertAdjacentHTML("beforeend", '<div style="height:100px;background:rgb(' + [n * 37 % 256, n * 91 % 256, n * 13 % 256] + ')"></div>'); };
    more(); new IntersectionObserver((e) => { if (e[0].isIntersecting) fetch("/more").then(more).then(() => { const last = end; last.remove(); document.body.append(last); }); }).observe(end);</script>`,
  "/more": "",
};

describe.skipIf(path === undefined)(`${browserTitle("takeScreenshot", path)} of a page`, () => {
  let browser: Browser & AsyncDisposable;
  let site: Site;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    browser = await openChromium(path ?? "", { defaultViewport: null });
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

  const viewport = { width: 400, height: 300 };

  function decoded({ png, width, height }: Screenshot): DecodedPng {
    const image = decode(png);
    expect([image.width, image.height]).toEqual([width, height]);
    return image;
  }

  it("pictures the window where it stands", async () => {
    await page.setContent(bands(2_000));
    await page.evaluate("scrollTo(0, 700)");
    const shot = await takeScreenshot(page, { viewport });
    const image = decoded(shot);
    expect([image.width, image.height, shot.capped]).toEqual([400, 300, false]);
    expect(pixel(image, 5, 5)).toEqual(bandColour(7));
    expect(pixel(image, 5, 299)).toEqual(bandColour(9));
  });

  it("pictures the window as wide as it is, without scroll bars", async () => {
    await page.setContent(bands(2_000));
    const [width, height] = (await page.evaluate("[innerWidth, innerHeight]")) as number[];
    const image = decoded(await takeScreenshot(page));
    expect([image.width, image.height]).toEqual([width, height]);
    expect(pixel(image, image.width - 1, 5)).toEqual(bandColour(0));
    const full = decoded(await takeScreenshot(page, { fullPage: true }));
    expect([full.width, full.height]).toEqual([width, 2_000]);
    expect(pixel(full, full.width - 1, 1_999)).toEqual(bandColour(19));
  });

  it.each([800, 5_000, 16_500, 45_000])("pictures every row of %i", async (height) => {
    await page.setContent(bands(height));
    const shot = await takeScreenshot(page, { fullPage: true, viewport, maxHeight: 100_000 });
    const image = decoded(shot);
    expect([image.width, image.height, shot.capped]).toEqual([400, height, false]);
    expect(wrongRows(image)).toBe(0);
  });

  it.each([1.5, 3])("pictures each row at scale %f", async (deviceScale) => {
    await page.setContent(bands(6_000));
    const shot = await takeScreenshot(page, { fullPage: true, viewport, deviceScale });
    const image = decoded(shot);
    expect([image.width, image.height]).toEqual([400 * deviceScale, 6_000 * deviceScale]);
    expect(wrongRows(image, deviceScale)).toBe(0);
    expect(await page.evaluate("devicePixelRatio")).toBe(1);
  });

  it("is capped, and says so", async () => {
    await page.setContent(bands(5_000));
    const shot = await takeScreenshot(page, { fullPage: true, viewport, maxHeight: 1_200 });
    expect([decoded(shot).height, shot.capped]).toEqual([1_200, "height"]);
    await page.setContent(`<!doctype html><body style="width:9000px;height:50px;margin:0">`);
    const wide = await takeScreenshot(page, { fullPage: true, viewport });
    expect([decoded(wide).width, decoded(wide).height, wide.capped]).toEqual([4_096, 300, "width"]);
  });

  it("ends on a page without end", async () => {
    await page.goto(site.url("/endless"));
    const shot = await takeScreenshot(page, { fullPage: true, viewport, maxHeight: 6_000 });
    const image = decoded(shot);
    expect([image.height, shot.capped]).toEqual([6_000, "endless"]);
    expect(wrongRows(image)).toBe(0);
  });

  it("shows what is fixed or sticky once, and sections as high as the window", async () => {
    await page.setContent(
      bands(
        8_000,
        `<header style="position:sticky;top:0;height:40px;background:#f0f"></header>
         <div style="position:fixed;top:0;right:0;width:30px;height:60px;background:#0ff"></div>
         <section style="height:100vh;background:#ff0"></section>`,
      ),
    );
    await page.evaluate("scrollTo(0, 900)");
    const image = decoded(await takeScreenshot(page, { fullPage: true, viewport }));
    expect(image.height).toBe(8_340);
    expect(rowsOf(image, 5, [255, 0, 255])).toBe(40);
    expect(rowsOf(image, 395, [0, 255, 255])).toBe(60);
    expect(rowsOf(image, 5, [255, 255, 0])).toBe(300);
    expect(await page.evaluate("scrollY")).toBe(900);
  });

  it.each(["lazy", "observed"])("loads images that are %s", async (name) => {
    await page.goto(site.url(`/${name}`));
    const image = decoded(await takeScreenshot(page, { fullPage: true, viewport }));
    expect(rowsOf(image, 5, [255, 0, 0])).toBe(400);
  });

  it("waits for backgrounds that load", async () => {
    await page.goto(site.url("/background"), { waitUntil: "domcontentloaded" });
    expect(pixel(decoded(await takeScreenshot(page, { viewport })), 5, 5)).toEqual([255, 0, 0]);
  });

  it("brings animations to a stand and lets them go on", async () => {
    await page.setContent(`<!doctype html><style>body{margin:0} div{height:50px;background:#00f}
      @keyframes turn { from { background:#0f0 } to { background:#0f0 } }
      @keyframes show { from { background:#f00 } to { background:#0ff } }
      #endless { animation: turn 1s infinite } #once { animation: show 1000s forwards }</style>
      <div id=endless></div><div id=once></div><input id=field style="color:red" autofocus>`);
    await page.focus("#field");
    const image = decoded(await takeScreenshot(page, { viewport }));
    expect(pixel(image, 5, 5)).toEqual([0, 0, 255]);
    expect(pixel(image, 5, 55)).toEqual([0, 255, 255]);
    expect(await page.evaluate("endless.getAnimations()[0].playState")).toBe("running");
    expect(await page.evaluate("field.getAttribute('style')")).toBe("color:red");
  });

  it("pictures the dark form, and goes back to the light one", async () => {
    await page.setContent(`<!doctype html><style>body{background:#fff}
      @media (prefers-color-scheme: dark) { body { background: #123456 } }</style>`);
    expect(pixel(decoded(await takeScreenshot(page, { viewport, dark: true })), 5, 5)).toEqual([
      0x12, 0x34, 0x56,
    ]);
    expect(pixel(decoded(await takeScreenshot(page, { viewport })), 5, 5)).toEqual([255, 255, 255]);
  });

  it("pictures two tabs of one window at once, the one behind too", async () => {
    const other = await context.newPage();
    await page.setContent(bands(6_000));
    await other.goto(site.url("/observed"));
    const [one, two] = await Promise.all([
      takeScreenshot(page, { fullPage: true, viewport }),
      takeScreenshot(other, { fullPage: true, viewport }),
    ]);
    expect(wrongRows(decoded(one))).toBe(0);
    expect(rowsOf(decoded(two), 5, [255, 0, 0])).toBe(400);
  });

  it("puts the window back as it was", async () => {
    await page.setViewport({ width: 700, height: 500, deviceScaleFactor: 1 });
    await page.setContent(bands(2_000));
    await takeScreenshot(page, { fullPage: true, viewport, deviceScale: 2 });
    expect(await page.evaluate("[innerWidth, innerHeight, devicePixelRatio].join()")).toBe(
      "700,500,1",
    );
  });

  it("pictures pages of no height, and none at all", async () => {
    await page.setContent(`<!doctype html><html style="height:0"><body style="margin:0;height:0">`);
    expect(decoded(await takeScreenshot(page, { fullPage: true, viewport })).height).toBe(300);
    await page.evaluate("document.documentElement.remove()");
    expect(decoded(await takeScreenshot(page, { fullPage: true, viewport })).height).toBe(300);
  });

  it("ends with the signal's reason, and with its own when the page hangs", async () => {
    await page.setContent(bands(5_000));
    const reason = new Error("enough");
    const controller = new AbortController();
    const ended = takeScreenshot(page, { fullPage: true, viewport, signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(ended).rejects.toBe(reason);
    await page.evaluate("setTimeout(() => { for (;;); }, 0); undefined");
    await expect(takeScreenshot(page, { timeoutMs: 300 })).rejects.toMatchObject({
      code: "TIMEOUT",
    });
  });

  it("refuses sizes out of bounds", async () => {
    for (const wrong of [
      { deviceScale: 4 },
      { maxHeight: 1 },
      { viewport: { width: 0, height: 9 } },
    ]) {
      await expect(takeScreenshot(page, wrong)).rejects.toMatchObject({ code: "INVALID_OPTION" });
    }
  });
});
