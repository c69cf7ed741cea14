import { PageView } from "../../../src/agent/view/page-view.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { ActionStage } from "../browser/action-stage.ts";

const path = await chromiumPath();
const { signal } = new AbortController();
const sheet = `<style>.s { display: inline-block; width: 16px; height: 16px; background: url("/sheet.png") -32px -16px }
  .f::before { content: "\\e900"; font-family: icons } .m { display: inline-block; width: 16px; height: 16px; background: black;
  mask: url("/shapes/lock.svg") }</style>`;

describe.skipIf(path === undefined)(`${browserTitle("PageView", path)} of icons alone`, () => {
  let stage: ActionStage;
  beforeAll(async () => {
    stage = await ActionStage.open(path ?? "", { "/blank": "" });
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  async function textOf(html: string): Promise<string> {
    const page = await stage.page(sheet + html);
    await using view = new PageView(page);
    return (await view.snapshot({}, signal)).text;
  }

  it.each([
    [
      "a sprite by its class",
      `<button><span class="s icon-trash"></span></button>`,
      "class s icon-trash",
    ],
    ["a control's own sprite", `<a href="/x" class="s basket"></a>`, "picture sheet"],
    [
      "a symbol that a drawing uses",
      `<button><svg width=16 height=16><use href="#icon-pencil" /></svg></button>`,
      "symbol icon-pencil",
    ],
    [
      "one of another file",
      `<button><svg width=16 height=16><use xlink:href="/sprite.svg#gear" /></svg></button>`,
      "symbol gear",
    ],
    [
      "a file of a background",
      `<button style="width: 20px; height: 20px; background: url(/img/cart-icon.png?v=2)"></button>`,
      "picture cart-icon",
    ],
    ["a file of a mask", `<button><i class=m></i></button>`, "picture lock"],
    [
      "a picture without words",
      `<button><img src="/img/search.svg" width=16 height=16></button>`,
      "picture search",
    ],
    [
      "a picture whose words are empty",
      `<a href="/x"><img src="/img/print%20page.png" alt="" width=16 height=16></a>`,
      "picture print page",
    ],
    ["a sign of a font", `<button><i class="f fa-home"></i></button>`, "class f fa-home"],
    [
      "a place in a sheet, when nothing else says",
      `<button><span style="display: inline-block; width: 16px; height: 16px; background: url(data:image/gif;base64,R0lG) -32px -16px"></span></button>`,
      "place -32px -16px of a sheet",
    ],
    [
      "a drawing without a name",
      `<button><svg class=chevron-down width=16 height=16><path d="M0 0h9v9z" /></svg></button>`,
      "class chevron-down",
    ],
    [
      "an attribute that names it",
      `<button><i class=s data-icon=bell></i></button>`,
      "data-icon bell",
    ],
  ])("says that a control is an icon, and what it may be: %s", async (...[, html, hint]) => {
    expect(await textOf(html)).toMatch(
      new RegExp(
        `^- (?:button|link) \\[ref=e1\\] \\[icon, maybe: [^\\]]*${hint.replace(/[-+]/g, "\\$&")}[^\\]]*\\]`,
        "m",
      ),
    );
  });

  it("keeps a control's own class beside its icon", async () => {
    const text = await textOf(
      `<button class=ql-bold><svg width=16 height=16><path d="M0 0h9v9z" /></svg></button>`,
    );
    expect(text).toMatch(/^- button \[ref=e1\] \[icon\] \[class=ql-bold\]/m);
  });

  it.each([
    ["a text", `<button><span class="s icon-trash"></span> Delete</button>`],
    ["a label", `<button aria-label=Delete><span class="s icon-trash"></span></button>`],
    ["a title", `<button title=Delete><span class="s icon-trash"></span></button>`],
    [
      "a drawing's title",
      `<button><svg width=16 height=16><title>Delete</title><use href="#x" /></svg></button>`,
    ],
    ["a picture's words", `<button><img alt=Delete src="/a.png" width=16 height=16></button>`],
  ])("guesses nothing of a control that has a name: %s", async (_, html) => {
    const text = await textOf(html);
    expect(text).toMatch(/- button "Delete"/);
    expect(text).not.toContain("icon");
  });

  it.each([
    ["what stands on it", `<button title="Cannot be undone">Delete</button>`, "Delete"],
    ["its title, when a sign stands on it", `<button title=Close>×</button>`, "Close"],
    [
      "its label, which is its title too",
      `<button title=Close aria-label=Close>X</button>`,
      "Close",
    ],
    ["what stands on a link", `<a href="#" title="Opens a list">Boats</a>`, "Boats"],
    [
      "its title, when an icon stands on it",
      `<button title=Close><i class=s></i></button>`,
      "Close",
    ],
  ])("calls a control by %s", async (...[, html, name]) => {
    expect(await textOf(html)).toMatch(new RegExp(`^- (?:button|link) "${name}"`, "m"));
  });

  it("takes the title of what is in a control for its name", async () => {
    expect(await textOf(`<button><i class="s" title="Delete"></i></button>`)).toMatch(
      /- button "Delete"/,
    );
  });

  it.each([
    [
      "a symbol",
      `<table><tr><td>Status<td><svg width=16 height=16><use href="#icon-warn" /></svg></table>`,
      "symbol icon-warn",
    ],
    ["a sprite", `<p>Status: <b><span class="s icon-ok"></span></b></p>`, "class s icon-ok"],
    [
      "a picture without words",
      `<ul><li>Stars<li><img src="/a/star-half.png" width=16 height=16></ul>`,
      "picture star-half",
    ],
  ])("tells an icon that stands alone in its place: %s", async (...[, html, hint]) => {
    expect(await textOf(html)).toContain(`icon, maybe: ${hint}`);
  });

  it("tells no picture that is said to be for show", async () => {
    expect(
      await textOf(
        `<p>Text <img src="/a/line.png" alt="" width=16 height=16><span class=s aria-hidden=true></span></p>`,
      ),
    ).not.toContain("img");
  });
});
