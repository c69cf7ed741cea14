import { parse, toText, wholePage } from "dragline/html";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serialisePage } from "../../../src/browser/page/serialise-page.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";

const path = await chromiumPath();

const page = (body: string): string => `<!doctype html><title>t</title><body>${body}`;

describe.skipIf(path === undefined)(`${browserTitle("serialisePage", path)} of hidden text`, () => {
  let browser: Browser & AsyncDisposable;
  let tab: Page;

  beforeAll(async () => {
    browser = await openChromium(path ?? "");
    tab = await browser.newPage();
  });
  afterAll(() => browser?.[Symbol.asyncDispose]());

  async function shown(html: string): Promise<string> {
    await tab.setContent(html);
    return (await serialisePage(tab)).html;
  }

  it.each([
    ["faint", "<p style='opacity:0'>gone</p>"],
    ["in a faint element", "<div style='opacity:.01'><p>gone</p></div>"],
    ["clipped", "<p style='position:absolute;clip:rect(0,0,0,0)'>gone</p>"],
    ["clipped by a path", "<p style='clip-path:inset(50%)'>gone</p>"],
    ["of no size", "<div style='height:0;overflow:hidden'>gone</div>"],
    ["off the screen", "<p style='position:absolute;left:-9999px'>gone</p>"],
    ["indented out of sight", "<p style='text-indent:-9999px'>gone</p>"],
    ["shrunk", "<p style='transform:scale(0)'>gone</p>"],
    ["of letters without size", "<p style='font-size:0'>gone</p>"],
    ["white on white", "<p style='color:#fff'>gone</p>"],
    [
      "of the colour of what is around",
      "<style>div{background:#123}p{color:#123}</style><div><p>gone</p></div>",
    ],
    ["transparent", "<p style='color:transparent'>gone</p>"],
    ["passed over", "<div style='content-visibility:hidden'>gone</div>"],
    [
      "passed over by a sheet",
      "<style>#x{content-visibility:hidden}</style><p id=x>gone <b>too</b>",
    ],
    [
      "in what is passed over",
      "<div style='content-visibility:hidden'><div><p>gone</p></div></div>",
    ],
    [
      "passed over in a line of its own",
      "<p>a <span style='content-visibility:hidden;display:inline-block'>gone</span></p>",
    ],
    [
      "passed over while it moves",
      "<div style='content-visibility:hidden;transition:opacity 1s'>gone</div>",
    ],
    ["passed over in a cell", "<table><tr><td style='content-visibility:hidden'><p>gone</table>"],
    ["hidden by a sheet", "<style>p:nth-of-type(2){display:none}</style><p>a<p>gone</p>"],
  ])("marks what nobody sees: %s", async (_, body) => {
    const html = await shown(page(`${body}<p>seen by all</p>`));
    const text = toText(wholePage(parse(html), { hidden: "marked" }));
    expect(text).toContain("seen");
    expect(text).not.toContain("gone");
    expect(toText(wholePage(parse(html), { hidden: "keep" }))).toContain("gone");
  });

  it.each([
    ["white on dark", "<div style='background:#222'><p style='color:#fff'>seen</p></div>"],
    [
      "white on a picture",
      "<div style='background:url(x.png)'><p style='color:#fff'>seen</p></div>",
    ],
    [
      "painted with a gradient",
      "<p style='background:linear-gradient(red,blue);background-clip:text;color:transparent'>seen</p>",
    ],
    [
      "of no height but with room",
      "<div style='height:0;padding-bottom:50%;overflow:hidden'>seen</div>",
    ],
    ["displayed though `hidden`", "<style>[hidden]{display:block}</style><p hidden>seen</p>"],
    [
      "visible in what is not",
      "<div style='visibility:hidden'><p style='visibility:visible'>seen</p></div>",
    ],
    ["large in what is small", "<ul style='font-size:0'><li style='font-size:16px'>seen</ul>"],
    ["far down", "<div style='height:9000px'></div><p style='position:relative'>seen</p>"],
    ["passed over until it is near", "<div style='content-visibility:auto'>seen</div>"],
    ["passed over, but in a line", "<span style='content-visibility:hidden'>seen</span>"],
    [
      "passed over, but without a box",
      "<div style='content-visibility:hidden;display:contents'>seen</div>",
    ],
    ["a table", "<table style='content-visibility:hidden'><tr><td>seen</table>"],
    ["to be found", "<div hidden=until-found>seen</div>"],
    ["in closed details", "<details><summary>a</summary><p>seen</p></details>"],
    ["hidden from machines alone", "<p aria-hidden=true>seen</p>"],
  ])("marks nothing that is seen: %s", async (_, body) => {
    const html = await shown(page(body));
    expect(toText(wholePage(parse(html), { hidden: "marked" }))).toContain("seen");
  });
});
