import { PageView } from "../../../src/agent/view/page-view.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { ActionStage } from "../browser/action-stage.ts";

const path = await chromiumPath();
const { signal } = new AbortController();

/** Text that makes a page so long that changes are told alone. */
const filler = `<p>${"Long ago. ".repeat(20)}</p>`;
const pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP";

describe.skipIf(path === undefined)(`${browserTitle("PageView", path)} tells changes`, () => {
  let stage: ActionStage;
  beforeAll(async () => {
    stage = await ActionStage.open(path ?? "", { "/blank": "" });
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  /** What is told after a script ran in a page. */
  async function changed(html: string, script: string) {
    const page = await stage.page(filler + html);
    await using view = new PageView(page, { mask: (text) => text.replaceAll("hush", "***") });
    const before = await view.snapshot({}, signal);
    await page.evaluate(`(() => { ${script} })()`);
    const after = await view.changes({}, signal);
    const again = await view.changes({}, signal);
    return { before: before.text, after: after.text, again: again.text };
  }

  it.each([
    [
      "a word of its class",
      `<button id=b class="x y">Two</button>`,
      `b.className = "x on-top"`,
      /~ button "Two" \[ref=e\d+\] \[class -y \+on-top\]/,
    ],
    [
      "its style",
      `<button id=b>Two</button>`,
      `b.style.background = "blue"`,
      /~ button "Two".* \[style background: blue\]/,
    ],
    [
      "a style less",
      `<button id=b style="color: red">Two</button>`,
      `b.style.color = ""`,
      /~ button "Two".* \[style -color\]/,
    ],
    [
      "an attribute of its own",
      `<button id=b data-state=off>Two</button>`,
      `b.dataset.state = "half"`,
      /~ button "Two".* \[data-state=half\]/,
    ],
    [
      "the class of a line of text",
      `<ul><li id=b>Milk<li>Bread</ul>`,
      `b.className = "done"`,
      /~ listitem \[class \+done\]: Milk/,
    ],
    [
      "the class of a card around it",
      `<div id=b><div><p>Card</p></div></div>`,
      `b.className = "card picked"`,
      /~ text \[class \+card \+picked\]: Card/,
    ],
    [
      "its place",
      `<div id=b style="position: absolute; cursor: move">Box</div>`,
      `b.style.left = "120px"; b.style.top = "30px"`,
      /~ clickable "Box".* \[moved to 120,30\]/,
    ],
    [
      "its place by a sheet",
      `<style>.away { transform: translate(50px, 10px) }</style><div id=b style="position: absolute; left: 5px; top: 5px; cursor: move">Box</div>`,
      `b.className = "away"`,
      /~ clickable "Box".* \[moved to 55,15\]/,
    ],
    [
      "what is drawn",
      `<canvas id=b width=60 height=60></canvas>`,
      `b.getContext("2d").fillRect(0, 0, 1, 1)`,
      /~ canvas .* \[drawn anew\]/,
    ],
    [
      "its picture",
      `<img id=b alt=Boat width=20 height=20 src="${pixel}1">`,
      `b.src = "${pixel}2"`,
      /~ img "Boat" \[another picture\]/,
    ],
    [
      "what a field holds that is not shown",
      `<input id=b type=password aria-label=Word value=hush>`,
      `b.value = "shush"`,
      /~ textbox "Word".* \[filled\] \[another value\]/,
    ],
  ])("that are in the look of a thing alone: %s", async (...[, html, script, line]) => {
    const { after, again } = await changed(html, script);
    expect(after).toMatch(line);
    expect(again).toBe("nothing changed");
  });

  it.each([
    [
      "to the end",
      `l.append(l.children[0])`,
      /in list:\n> listitem \[now after listitem "C"\]: A$/,
    ],
    ["to the beginning", `l.prepend(l.children[2])`, /in list:\n> listitem \[now first\]: C$/],
    [
      "into another list",
      `m.append(l.children[1])`,
      /in list:\n> listitem \[now after listitem "E"\]: B$/,
    ],
    [
      "as many at once",
      `l.append(...[...l.children].reverse())`,
      /> listitem \[now first\]: C\n> listitem \[now after listitem "C"\]: B/,
    ],
    ["with what is in it", `m.after(l)`, /> list(?:: D)? \[now after (?:list|text "Long)/],
  ])("of places: a thing moved %s", async (_, script, line) => {
    const lists = `<ul id=l><li>A<li>B<li>C</ul><ul id=m><li>D<li>E</ul>`;
    const { after, again } = await changed(lists, script);
    expect(after).toMatch(line);
    expect(again).toBe("nothing changed");
  });

  it("says nothing of things that stay in their order beside those that come and go", async () => {
    const { after } = await changed(
      `<ul id=l><li>A<li>B<li>C</ul>`,
      `l.children[1].remove(); l.prepend(Object.assign(document.createElement("li"), { textContent: "Z" }))`,
    );
    expect(after).toMatch(/\+ listitem: Z/);
    expect(after).not.toContain("> ");
    const one = await changed(`<ul id=l><li>A<li>B</ul>`, `l.children[1].remove()`);
    expect(one.after).not.toContain("> ");
  });

  it.each([
    [
      "the focus",
      `<input id=f aria-label=Name>`,
      `f.focus()`,
      /^nothing changed but the focus:\n~ textbox "Name".*\[focused\]$/,
    ],
    [
      "the selection",
      `<p id=f>Some words</p>`,
      `getSelection().selectAllChildren(f)`,
      /^# selected: "Some words"$/,
    ],
    [
      "where the page is scrolled to",
      `<div style="height: 5000px"></div><p>End</p>`,
      `scrollTo(0, 1e6)`,
      /^nothing changed but that the page is scrolled to 100%$/,
    ],
    [
      "where a box is scrolled to",
      `<div id=f style="height: 50px; overflow: auto"><p style="height: 450px">Deep</p></div>`,
      `f.scrollTop = 200`,
      /^~ scrollable .*\[scrolls\] \[scrolled=\d\d%\]$/,
    ],
    [
      "what is not shown",
      `<input type=hidden id=f><i id=g></i>`,
      `f.value = "b"; g.title = "x"`,
      /^nothing that is told here changed, though the page changed something else$/,
    ],
  ])("of %s", async (...[, html, script, text]) => {
    const { after, again } = await changed(html, script);
    expect(after).toMatch(text);
    expect(again).toBe("nothing changed");
  });

  it("tells no look that is only the mouse's or the focus's", async () => {
    const { after } = await changed(
      `<button id=b>Two</button>`,
      `b.className = "ui-state-hover Mui-focusVisible"`,
    );
    expect(after).toBe("nothing that is told here changed, though the page changed something else");
  });

  it("tells eight looks, and how many more there are, within its bytes", async () => {
    const page = await stage.page(filler + `<button class=x>One</button>`.repeat(40));
    await using view = new PageView(page);
    await view.snapshot({}, signal);
    await page.evaluate(`for (const b of document.querySelectorAll("button")) b.className = "y"`);
    const { text } = await view.changes({ maxBytes: 512 }, signal);
    expect(text).toMatch(/^… 3[2-9] more things look otherwise$/m);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(512);
  });

  it("tells looks below the whole page too, masked", async () => {
    const page = await stage.page(`<button id=b class=x>Two</button>`);
    await using view = new PageView(page, { mask: (text) => text.replaceAll("hush", "***") });
    await view.snapshot({}, signal);
    await page.evaluate(
      `b.className = "x hush"; document.body.append("News and more news, more than before")`,
    );
    const { text, isChange } = await view.changes({}, signal);
    expect(isChange).toBe(false);
    expect(text).toMatch(/- text: News.*\n~ button "Two" \[ref=e\d+\] \[class \+\*\*\*\]$/s);
  });
});
