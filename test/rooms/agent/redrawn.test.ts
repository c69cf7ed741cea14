import { PageView } from "../../../src/agent/view/page-view.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { ActionStage } from "../browser/action-stage.ts";

const path = await chromiumPath();
const { signal } = new AbortController();

describe.skipIf(path === undefined)(
  `${browserTitle("PageView", path)} of a page drawn anew`,
  () => {
    let stage: ActionStage;
    beforeAll(async () => {
      stage = await ActionStage.open(path ?? "", { "/blank": "" });
    });
    afterAll(() => stage[Symbol.asyncDispose]());

    async function shown(html: string) {
      const page = await stage.page(html);
      const view = new PageView(page);
      const { text } = await view.snapshot({}, signal);
      const ref = (line: RegExp): string => {
        const found = text.split("\n").find((one) => line.test(one)) ?? "";
        return /\[ref=(e\d+)\]/.exec(found)?.[1] ?? "e0";
      };
      return { page, view, text, ref, [Symbol.asyncDispose]: () => view[Symbol.asyncDispose]() };
    }

    const rows = (clicks: string): string => `<ul id=l></ul><script>got = [];
    draw = (names) => { l.innerHTML = names.map((n) => "<li>" + n + " ${clicks}</li>").join("") };
    draw(["Ann", "Bob"])</script>`;

    it.each([
      [
        "by its name",
        "<button onclick=got.push(this.name) name=' + n + '>Open ' + n + '</button>",
        /"Open Bob"/,
        ["Ann", "Bob"],
      ],
      [
        "when rows were added",
        "<button onclick=got.push(this.name) name=' + n + '>Open ' + n + '</button>",
        /"Open Bob"/,
        ["Zoe", "Bob", "Ann"],
      ],
      [
        "as a link",
        "<a href=# onclick=got.push(this.name) name=' + n + '>Open ' + n + '</a>",
        /link "Open Bob"/,
        ["Ann", "Bob"],
      ],
    ])("finds an element again %s", async (...[, control, line, names]) => {
      const html = rows("MARK").replace('" MARK</li>"', `' ${control}</li>'`);
      await using own = await shown(html);
      await own.page.evaluate(`draw(${JSON.stringify(names)})`);
      expect(await own.view.act({ type: "click", ref: own.ref(line) }, signal)).toMatchObject({
        outcome: "done",
      });
      expect(await own.page.evaluate("got")).toEqual(["Bob"]);
    });

    it.each([
      ["is in no row any more", ["Ann"]],
      ["is in two rows", ["Bob", "Bob"]],
    ])("does not guess which it is when it %s", async (_, names) => {
      const control = "<button onclick=got.push(1)>Open ' + n + '</button>";
      await using own = await shown(rows("MARK").replace('" MARK</li>"', `' ${control}</li>'`));
      await own.page.evaluate(`draw(${JSON.stringify(names)})`);
      const click = own.view.act({ type: "click", ref: own.ref(/"Open Bob"/) }, signal);
      await expect(click).rejects.toMatchObject({ details: { reason: "gone" } });
      expect(await own.page.evaluate("got")).toEqual([]);
    });

    it.each([
      ["button", "<button id=b onclick=got++>Save</button>"],
      ["link", "<a id=b href=# onclick=got++>Save</a>"],
      [
        "menu item",
        "<div role=menu><div id=b role=menuitem tabindex=0 onclick=got++>Save</div></div>",
      ],
    ])("tells that a %s is called otherwise now before it is clicked", async (_, html) => {
      await using own = await shown(`${html}<script>got = 0</script>`);
      await own.page.evaluate(`b.textContent = "Delete all"`);
      const click = () => own.view.act({ type: "click", ref: own.ref(/"Save"/) }, signal);
      await expect(click()).rejects.toMatchObject({
        details: { reason: expect.stringMatching(/"Delete all" now, not "Save"/) },
      });
      expect(await own.page.evaluate("got")).toBe(0);
      await click();
      expect(await own.page.evaluate("got")).toBe(1);
    });

    it.each([
      ["a text area", `<textarea aria-label=Note></textarea>`, true],
      ["an editor", `<div contenteditable aria-label=Note>x</div>`, true],
      [
        "an editor of plain text",
        `<div contenteditable=plaintext-only aria-label=Note></div>`,
        true,
      ],
      [
        "an editor that has a role",
        `<div contenteditable role=textbox aria-label=Note>x</div>`,
        true,
      ],
      [
        "a box of ARIA that says so",
        `<div role=textbox tabindex=0 aria-multiline=true aria-label=Note>x</div>`,
        true,
      ],
      [
        "an editor that says that it is not",
        `<div contenteditable role=textbox aria-multiline=false aria-label=Note>x</div>`,
        false,
      ],
      [
        "a combobox that is edited",
        `<div contenteditable role=combobox aria-label=Note>x</div>`,
        false,
      ],
      [
        "a search box that is edited",
        `<div contenteditable role=searchbox aria-label=Note>x</div>`,
        false,
      ],
      ["a box of ARIA", `<div role=textbox tabindex=0 aria-label=Note>x</div>`, false],
      ["an input", `<input aria-label=Note>`, false],
    ])("tells whether a field takes lines: %s", async (...[, html, takes]) => {
      await using own = await shown(html);
      const line = own.text.split("\n").find((one) => one.includes('"Note"')) ?? own.text;
      expect(line.includes("[multiline]"), own.text).toBe(takes);
    });
  },
);
