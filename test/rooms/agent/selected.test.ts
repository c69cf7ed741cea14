import { PageView } from "../../../src/agent/view/page-view.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { ActionStage } from "../browser/action-stage.ts";

const path = await chromiumPath();
const { signal } = new AbortController();

describe.skipIf(path === undefined)(`${browserTitle("PageView", path)} of what is selected`, () => {
  let stage: ActionStage;
  beforeAll(async () => {
    stage = await ActionStage.open(path ?? "", { "/blank": "" });
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  async function lineOf(html: string): Promise<string> {
    const page = await stage.page(html);
    await using view = new PageView(page);
    const { text } = await view.snapshot({}, signal);
    return text.split("\n").find((line) => line.includes('"Two"')) ?? text;
  }

  it.each([
    ["aria-pressed=true", "pressed"],
    ["aria-pressed=mixed", "mixed"],
    ["aria-selected=true role=tab", "selected"],
    ["aria-current=page", "current"],
    ["aria-checked=true role=menuitemradio", "checked"],
    [`class="btn active"`, "class says active"],
    [`class="tab tab--selected"`, "class says tab--selected"],
    [`class="Tab_isSelected__x3Yz1"`, "class says Tab_isSelected__x3Yz1"],
    [`class="ui-state-active"`, "class says ui-state-active"],
    [`class=is-on`, "class says is-on"],
    [`data-state=on`, "data-state=on"],
    [`data-selected`, "data-selected=true"],
    [`data-active=true class=x`, "data-active=true"],
  ])("says the state of a button with %s", async (attributes, mark) => {
    expect(await lineOf(`<button ${attributes}>Two</button>`)).toContain(` [${mark}]`);
  });

  it.each([
    `class="btn inactive"`,
    `class="active:bg-blue-600 hover:active"`,
    `class="not-selected"`,
    `class="is-not-active"`,
    `class="unselected selectable"`,
    `class="on-dark"`,
    `data-state=closed`,
    `data-selected=false`,
    `aria-pressed=false aria-current=false`,
    `class=active aria-pressed=false`,
    `class="selected" aria-selected=true role=tab data-state=active`,
  ])("says no more than what is so: %s", async (attributes) => {
    expect(await lineOf(`<button ${attributes}>Two</button>`)).not.toMatch(/says|data-|\[pressed/);
  });

  it.each([
    ["a class", `this.classList.toggle("selected")`, /~ button "Two" .*\[class says selected\]/],
    ["another class", `this.classList.toggle("blue")`, /~ button "Two" .*\[class \+blue\]/],
    ["a style", `this.style.background = "navy"`, /~ button "Two" .*\[style background: navy\]/],
    ["aria-pressed", `this.ariaPressed = "true"`, /~ button "Two" .*\[pressed\]/],
    ["data-state", `this.dataset.state = "on"`, /~ button "Two" .*\[data-state=on\]/],
    [
      "the class of its row",
      `this.parentNode.className = "picked"`,
      /~ button "Two" .*\[class \+picked\]/,
    ],
  ])(
    "tells that a button was selected by %s, and again that it is no more",
    async (...[, script, line]) => {
      const page =
        await stage.page(`<p>${"Long ago. ".repeat(20)}</p><div><button>One</button></div>
      <div><button onclick='${script}'>Two</button></div>`);
      await using view = new PageView(page);
      const { text } = await view.snapshot({}, signal);
      const ref = /"Two" \[ref=(e\d+)\]/.exec(text)?.[1] ?? "";
      await view.act({ type: "click", ref }, signal);
      expect((await view.changes({}, signal)).text).toMatch(line);
      await page.evaluate(`{ const b = document.querySelectorAll("button")[1], is = [b, b.parentNode];
      for (const one of is) { one.removeAttribute("class"); one.removeAttribute("style") }
      b.removeAttribute("data-state"); b.removeAttribute("aria-pressed") }`);
      expect((await view.changes({}, signal)).text).toMatch(/~ button "Two"/);
    },
  );
});
