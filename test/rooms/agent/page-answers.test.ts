import { PageView } from "../../../src/agent/view/page-view.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { corpusMissing } from "../../corpus.ts";
import { ActionStage, hurried } from "../browser/action-stage.ts";
import { largestPages, openLonelyChromium, servePages } from "./largest-pages.ts";

const path = await chromiumPath();
const { signal } = new AbortController();

describe.skipIf(path === undefined)(`${browserTitle("PageView", path)} on pages that hang`, () => {
  let stage: ActionStage;
  beforeAll(async () => {
    stage = await ActionStage.open(path ?? "", { "/blank": "" });
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  it("goes on after a dialog that nobody answers", async () => {
    const page = await stage.freshPage("<button>here</button>");
    await using view = new PageView(page);
    await view.snapshot({}, signal);
    await page.evaluate("void setTimeout(() => { alert('hello'); document.title = 'after' })");
    expect((await view.snapshot({}, signal)).text).toContain('button "here"');
    expect((await view.snapshot({}, signal)).title).toBe("after");
  });

  it("says that a page does not answer", async () => {
    const page = await stage.freshPage("<button>here</button>");
    await using view = new PageView(page, { clock: hurried });
    await view.snapshot({}, signal);
    await page.evaluate("void setTimeout(() => { for (;;); })");
    const silent = { code: "ACTION_FAILED", details: { reason: "the page does not answer" } };
    await expect(view.snapshot({}, signal)).rejects.toMatchObject(silent);
    await expect(view.find("here", signal)).rejects.toMatchObject(silent);
  });
});

describe.skipIf(path === undefined || corpusMissing !== "")(
  `${browserTitle("PageView", path)} on the largest pages${corpusMissing}`,
  () => {
    const owned = new AsyncDisposableStack();
    afterAll(() => owned.disposeAsync());

    it("shows 10 of them within its bytes", async () => {
      const pages = largestPages(10);
      const site = owned.use(await servePages(pages));
      const browser = owned.use(await openLonelyChromium(path ?? ""));
      for (const { id } of pages) {
        const page = await browser.newPage();
        await page.goto(site.url(`/${id}`), { waitUntil: "domcontentloaded" });
        await using view = new PageView(page);
        const { text, refs } = await view.snapshot({}, signal);
        expect(Buffer.byteLength(text), id).toBeLessThanOrEqual(12_288);
        expect(refs, id).toBeGreaterThan(0);
        await page.close();
      }
    }, 120_000);
  },
);
