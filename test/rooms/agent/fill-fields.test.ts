import type { RefAction } from "dragline/agent";
import { PageView } from "../../../src/agent/view/page-view.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { ActionStage } from "../browser/action-stage.ts";

const path = await chromiumPath();
const { signal } = new AbortController();

/** What a field holds when it was filled. */
interface Case {
  readonly kind: string;
  readonly html: string;
  readonly text: string;
  readonly held: string | boolean;
  /** Where it is read, in the page. @default "f.value" */
  readonly from?: string;
}

/** Why a field does not take a text. */
interface Refusal {
  readonly kind: string;
  readonly html: string;
  readonly text: string;
  readonly reason: string;
}

const cases: readonly Case[] = [
  { kind: "text", html: `<input id=f value=old>`, text: "new text", held: "new text" },
  { kind: "text, emptied", html: `<input id=f value=old>`, text: "", held: "" },
  { kind: "search", html: `<input id=f type=search>`, text: "boats", held: "boats" },
  { kind: "email", html: `<input id=f type=email>`, text: "a@b.example", held: "a@b.example" },
  {
    kind: "password",
    html: `<input id=f type=password value=old>`,
    text: "pass 1",
    held: "pass 1",
  },
  { kind: "letters of any script", html: `<input id=f>`, text: "Ünï 漢字 👩‍🚀", held: "Ünï 漢字 👩‍🚀" },
  { kind: "textarea", html: `<textarea id=f>old</textarea>`, text: "one\ntwo", held: "one\ntwo" },
  {
    kind: "contenteditable",
    html: `<div id=f contenteditable>old <b>bold</b></div>`,
    text: "fresh words",
    held: "fresh words",
    from: "f.innerText.trim()",
  },
  {
    kind: "textbox of ARIA",
    html: `<div id=f role=textbox contenteditable>old</div>`,
    text: "new",
    held: "new",
    from: "f.innerText",
  },
  {
    kind: "list, by label",
    html: `<select id=f><option value=1>One<option value=2>Two</select>`,
    text: "Two",
    held: "2",
  },
  {
    kind: "list, by value",
    html: `<select id=f><option value=1>One<option value=2>Two</select>`,
    text: "2",
    held: "2",
  },
  {
    kind: "list of several",
    html: `<select id=f multiple><option>a<option selected>b<option>c</select>`,
    text: "a\nc",
    held: "a,c",
    from: "[...f.selectedOptions].map((o) => o.value).join()",
  },
  {
    kind: "checkbox, on",
    html: `<input id=f type=checkbox>`,
    text: "true",
    held: true,
    from: "f.checked",
  },
  {
    kind: "checkbox, off",
    html: `<input id=f type=checkbox checked>`,
    text: "false",
    held: false,
    from: "f.checked",
  },
  {
    kind: "checkbox, on already",
    html: `<input id=f type=checkbox checked>`,
    text: "true",
    held: true,
    from: "f.checked",
  },
  {
    kind: "checkbox whose picture is its label",
    html: `<input id=f type=checkbox style="position: absolute; opacity: 0; width: 0; height: 0"><label for=f>Yes</label>`,
    text: "true",
    held: true,
    from: "f.checked",
  },
  {
    kind: "switch",
    html: `<button id=f role=switch aria-checked=false onclick="this.setAttribute('aria-checked', 'true')">Sound</button>`,
    text: "true",
    held: "true",
    from: "f.getAttribute('aria-checked')",
  },
  {
    kind: "radio",
    html: `<input type=radio name=r><input id=f type=radio name=r>`,
    text: "true",
    held: true,
    from: "f.checked",
  },
  { kind: "date", html: `<input id=f type=date>`, text: "2026-11-26", held: "2026-11-26" },
  { kind: "time", html: `<input id=f type=time>`, text: "14:30", held: "14:30" },
  {
    kind: "datetime-local",
    html: `<input id=f type=datetime-local>`,
    text: "2026-11-26 14:30",
    held: "2026-11-26T14:30",
  },
  { kind: "month", html: `<input id=f type=month>`, text: "2026-11", held: "2026-11" },
  { kind: "week", html: `<input id=f type=week>`, text: "2026-W48", held: "2026-W48" },
  { kind: "number", html: `<input id=f type=number value=1>`, text: "-12.5", held: "-12.5" },
  { kind: "range", html: `<input id=f type=range min=0 max=20 value=3>`, text: "17", held: "17" },
  { kind: "color", html: `<input id=f type=color>`, text: "#ff8800", held: "#ff8800" },
  { kind: "maxlength, within", html: `<input id=f maxlength=5>`, text: "12345", held: "12345" },
];

const refusals: readonly Refusal[] = [
  { kind: "disabled", html: `<input id=f disabled value=old>`, text: "new", reason: "disabled" },
  {
    kind: "disabled by a fieldset",
    html: `<fieldset disabled><input id=f value=old></fieldset>`,
    text: "x",
    reason: "disabled",
  },
  {
    kind: "disabled by ARIA",
    html: `<input id=f aria-disabled=true value=old>`,
    text: "x",
    reason: "disabled",
  },
  { kind: "read-only", html: `<input id=f readonly value=old>`, text: "new", reason: "read-only" },
  {
    kind: "read-only textarea",
    html: `<textarea id=f readonly>old</textarea>`,
    text: "new",
    reason: "read-only",
  },
  {
    kind: "option not found",
    html: `<select id=f><option>One</select>`,
    text: "Two",
    reason: "option not found",
  },
  {
    kind: "option disabled",
    html: `<select id=f><option>One<option disabled>Two</select>`,
    text: "Two",
    reason: "option disabled",
  },
  ...["05/03/2026", "5-3-2026", "12/01/2026"].map((text) => ({
    kind: `ambiguous date ${text}`,
    html: `<input id=f type=date>`,
    text,
    reason: "ambiguous date: day and month cannot be distinguished",
  })),
  {
    kind: "ambiguous moment",
    html: `<input id=f type=datetime-local>`,
    text: "05/03/2026 14:30",
    reason: "ambiguous date: day and month cannot be distinguished",
  },
  { kind: "no date", html: `<input id=f type=date>`, text: "soon", reason: "no date" },
  {
    kind: "out of range",
    html: `<input id=f type=range min=0 max=20 value=3>`,
    text: "21",
    reason: "out of range",
  },
  {
    kind: "date too late",
    html: `<input id=f type=date max=2026-01-01>`,
    text: "2026-11-26",
    reason: "out of range",
  },
  {
    kind: "neither on nor off",
    html: `<input id=f type=checkbox>`,
    text: "maybe",
    reason: "neither true nor false",
  },
  {
    kind: "a radio button cannot be left",
    html: `<input id=f type=radio checked>`,
    text: "false",
    reason: "a radio button stays chosen",
  },
  { kind: "no field", html: `<button id=f>Go</button>`, text: "x", reason: "not a field" },
  { kind: "file", html: `<input id=f type=file>`, text: "/etc/passwd", reason: "not a field" },
];

describe.skipIf(path === undefined)(`${browserTitle("PageView", path)} fills`, () => {
  let stage: ActionStage;
  beforeAll(async () => {
    stage = await ActionStage.open(path ?? "", { "/blank": "" });
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  /** Fills the field `f` of a page. */
  async function filled(html: string, text: string) {
    const page = await stage.page(`${html}<script>
      seen = []; for (const type of ["input", "change"]) f.addEventListener(type, () => seen.push(type))</script>`);
    await using view = new PageView(page);
    const refs = await refsOf(view);
    const ref = refs.at(-1) ?? "";
    const action: RefAction = { type: "fill", ref, text };
    const report = await view.act(action, signal);
    return { page, report, text: (await view.snapshot({}, signal)).text };
  }

  async function refsOf(view: PageView): Promise<string[]> {
    const { text } = await view.snapshot({}, signal);
    return [...text.matchAll(/\[ref=(e\d+)\]/g)].map((match) => match[1] ?? "");
  }

  it.each(cases)("$kind", async ({ html, text, held, from = "f.value" }) => {
    const { page, report } = await filled(html, text);
    expect(report).toMatchObject({ outcome: "done" });
    expect(report.reason).toBeUndefined();
    expect(await page.evaluate(from)).toEqual(held);
  });

  it.each(refusals)("refuses: $kind", async ({ html, text, reason }) => {
    await expect(filled(html, text)).rejects.toMatchObject({ details: { reason } });
  });

  it("leaves a list as it was when one of several is not in it", async () => {
    const page = await stage.page(
      `<select id=f multiple><option>a<option selected>b<option>c</select>`,
    );
    await using view = new PageView(page);
    const [ref = ""] = await refsOf(view);
    const filling = view.act({ type: "fill", ref, text: "a\nnone" }, signal);
    await expect(filling).rejects.toMatchObject({ details: { reason: "option not found" } });
    expect(await page.evaluate("[...f.selectedOptions].map((o) => o.value).join()")).toBe("b");
  });

  it("lets the page know, as a visitor does", async () => {
    const lists = `<select id=f><option>One<option>Two</select>`;
    for (const [html, text] of [
      [lists, "Two"],
      ["<input id=f type=date>", "2026-11-26"],
      ["<input id=f type=checkbox>", "true"],
      ["<select id=f multiple><option selected>a<option>b</select>", "b"],
    ] as const) {
      const { page } = await filled(html, text);
      expect(await page.evaluate("seen.join()"), html).toBe("input,change");
    }
  });

  it("works a combobox of the page's own: opened, filtered, chosen", async () => {
    const page = await stage.page(`<input id=f role=combobox aria-label=Town aria-expanded=false
        aria-controls=l autocomplete=off><ul id=l role=listbox hidden></ul><script>
      f.oninput = () => { l.hidden = false; f.setAttribute("aria-expanded", "true");
        l.innerHTML = ["Bern", "Berlin", "Bergen"].filter((t) => t.startsWith(f.value))
          .map((t) => "<li role=option>" + t + "</li>").join("") };
      l.onclick = (e) => { f.value = e.target.textContent; l.hidden = true }</script>`);
    await using view = new PageView(page);
    const [town = ""] = await refsOf(view);
    await view.act({ type: "fill", ref: town, text: "Berg" }, signal);
    const { text } = await view.snapshot({}, signal);
    expect(text).toMatch(/combobox "Town".*\[expanded\].*: Berg/);
    const option = /option "Bergen" \[ref=(e\d+)\]/.exec(text)?.[1] ?? "";
    await view.act({ type: "click", ref: option }, signal);
    expect(await page.evaluate("f.value")).toBe("Bergen");
  });

  it("shows limits, states and what is wrong", async () => {
    const { text } = await filled(
      `<form><label>Name <input required maxlength=9></label><label>Age <input id=f type=number min=18 max=99
        aria-invalid=true aria-describedby=e></label><p id=e>Too young</p></form>`,
      "7",
    );
    expect(text).toMatch(/textbox "Name" \[ref=e\d+\] \[required\] \[maxlength=9\]/);
    expect(text).toMatch(/spinbutton "Age".*\[min=18\] \[max=99\].*\[invalid: Too young\].*: 7/);
  });
});
