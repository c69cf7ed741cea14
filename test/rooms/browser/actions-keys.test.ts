import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { runActions } from "../../../src/browser/actions/index.ts";
import { ActionStage, outcomes } from "./action-stage.ts";

const path = await chromiumPath();
const click = (selector: string) => ({ type: "click", selector }) as const;
const write = (text: string) => ({ type: "write", text }) as const;
const press = (key: string) => ({ type: "press", key }) as const;

/** Remembers the keys that go down, with what UI Events tells of them. */
const keys = `<script>keys = []; addEventListener("keydown", (e) => {
  keys.push([e.ctrlKey ? "C" : "", e.shiftKey ? "S" : "", e.altKey ? "A" : "", e.metaKey ? "M" : "", e.key, "/", e.code, "/", e.keyCode, e.isTrusted ? "" : "!"].join("")) })</script>`;

describe.skipIf(path === undefined)(`${browserTitle("runActions", path)} that types`, () => {
  let stage: ActionStage;
  beforeAll(async () => {
    stage = await ActionStage.open(path ?? "", {
      "/blank": "",
      "/field": `<input id="i" style="width:200px">`,
      "/frames": (_, response) => {
        response.setHeader("content-type", "text/html");
        response.end(`<iframe src="${stage.elsewhere("/middle")}"></iframe>`);
      },
      "/middle": (_, response) => {
        response.setHeader("content-type", "text/html");
        response.end(`<iframe src="${stage.site.url("/field")}"></iframe>`);
      },
    });
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  async function typed(field: string, text: string): Promise<unknown> {
    const page = await stage.page(
      `${field}${keys}<script>document.querySelector("#f").focus()</script>`,
    );
    const [outcome] = await outcomes(page, [write(text)]);
    return [outcome, await page.evaluate("f.isContentEditable ? f.innerText : f.value")];
  }

  const everything = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).join("");

  it.each([
    ["an input", `<input id="f">`, everything],
    ["a password", `<input type="password" id="f">`, "pä$$wörd"],
    ["an e-mail address", `<input type="email" id="f">`, "a@b.example"],
    ["a number", `<input type="number" id="f">`, "-12.5"],
    ["a text area", `<textarea id="f"></textarea>`, "one\ntwo\n\nthree"],
    ["what is not on the keyboard", `<input id="f">`, "né 日本語 👩‍👩‍👧 e\u0301 ﷽ Ω"],
    ["an editable element", `<div contenteditable id="f"></div>`, "héllo wörld 😀"],
    ["a date", `<input type="date" id="f">`, "2024-02-29"],
    ["a time", `<input type="time" id="f">`, "23:59"],
    ["a date and time", `<input type="datetime-local" id="f">`, "2024-02-29T23:59"],
    ["a month", `<input type="month" id="f">`, "2024-02"],
    ["a week", `<input type="week" id="f">`, "2024-W09"],
    ["a colour", `<input type="color" id="f">`, "#00ff7f"],
    ["a range", `<input type="range" id="f">`, "73"],
    ["nothing", `<input id="f">`, ""],
    ["1000 characters", `<textarea id="f"></textarea>`, "aB😀é.".repeat(200)],
  ])("types %s", async (_, field, text) => {
    expect(await typed(field, text)).toEqual(["done", text]);
  });

  it.each([
    ["lines in a text area", "<textarea id=f></textarea>", "a\nb\tc", "a\nb\tc"],
    ["lines in an editor", "<div id=f contenteditable></div>", "a\nb", "a\nb"],
    ["a tab in a field", "<input id=f>", "a\tb", "a b"],
    ["a line break within a field", "<input id=f>", "a\r\nb", "a b"],
    ["a last line break", "<input id=f>", "a\n", "a", 1],
  ])("writes %s where the focus is", async (...[, field, text, held, sent = 0]) => {
    const page = await stage.page(`${field}<input id=next><script>sent = 0; f.focus();
      f.addEventListener("keydown", (e) => { if (e.key === "Enter") { e.preventDefault(); sent++ } })</script>`);
    await outcomes(page, [write(text)]);
    expect(await page.evaluate("[f.value ?? f.innerText, next.value, sent]")).toEqual([
      held,
      "",
      sent,
    ]);
  });

  it("heeds a field's own limits", async () => {
    expect(await typed(`<input id="f" maxlength="3">`, "abcdef")).toEqual(["done", "abc"]);
  });

  it.each([
    ["date", "29.02.2024", "2024-02-29"],
    ["date", "2/29/2024", "2024-02-29"],
    ["date", "2024/2/29", "2024-02-29"],
    ["date", "31/12/2024", "2024-12-31"],
    ["time", "9:05", "09:05"],
    ["time", "11:59 PM", "23:59"],
    ["time", "12:00 a.m.", "00:00"],
    ["datetime-local", "2024-02-29 23:59", "2024-02-29T23:59"],
    ["datetime-local", "2/29/2024, 11:59 PM", "2024-02-29T23:59"],
    ["month", "02/2024", "2024-02"],
    ["week", "2024W9", "2024-W09"],
    ["color", "#0f8", "#00ff88"],
    ["color", "tomato", "#ff6347"],
    ["range", "7,5", "7.5"],
    ["number", "7,5", "7.5"],
    ["number", " 7 ", "7"],
  ])("sets a %s as people write it: %s", async (type, text, value) => {
    const step = /range|number/.test(type) ? `step="any"` : "";
    expect(await typed(`<input type="${type}" ${step} id="f">`, text)).toEqual(["done", value]);
  });

  it.each([
    ["by its value", "b"],
    ["by its text", "Second choice"],
    ["in another case", "second CHOICE"],
  ])("chooses an option of a list %s", async (_, text) => {
    const field = `<select id="f"><option value="a">First<option value="b">Second choice</select>`;
    expect(await typed(field, text)).toEqual(["done", "b"]);
  });

  it.each([
    ["a date that is none", `<input type="date" id="f">`, "2023-02-29", "no date"],
    ["a date in words", `<input type="date" id="f">`, "tomorrow", "no date"],
    [
      "a date out of range",
      `<input type="date" id="f" max="2024-01-01">`,
      "2024-02-29",
      "out of range",
    ],
    ["a time that is none", `<input type="time" id="f">`, "25:00", "no time"],
    ["a month that is none", `<input type="month" id="f">`, "2024-13", "no month"],
    ["a week that is none", `<input type="week" id="f">`, "2024-W60", "no week"],
    ["a moment that is none", `<input type="datetime-local" id="f">`, "now", "no datetime-local"],
    ["a colour that is none", `<input type="color" id="f">`, "loud", "no color"],
    ["a number that is none", `<input type="number" id="f">`, "seven", "no number"],
    ["a range beyond its end", `<input type="range" id="f" max="10">`, "73", "out of range"],
    ["an option that is not there", `<select id="f"><option>a</select>`, "z", "option not found"],
    [
      "an option that is disabled",
      `<select id="f"><option>a<option disabled>z</select>`,
      "z",
      "option disabled",
    ],
    ["a read-only field", `<input id="f" readonly value="x">`, "abc", "read-only"],
    ["a read-only date", `<input type="date" id="f" readonly>`, "2024-02-29", "read-only"],
    ["a read-only text area", `<textarea id="f" readonly></textarea>`, "abc", "read-only"],
  ])("says why %s does not arrive", async (...[, field, text, reason]) => {
    const page = await stage.page(`${field}<script>f.focus()</script>`);
    const before = await page.evaluate("f.value");
    const failure = await runActions(page, [write(text)]).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "ACTION_FAILED", details: { index: 0, reason } });
    expect(await page.evaluate("f.value")).toBe(before);
  });

  it("is typing: each key goes down and up, is trusted, and is followed by its input", async () => {
    const page = await stage.page(`<input id="f" autofocus><script>seen = [];
      for (const type of ["keydown", "keypress", "beforeinput", "input", "keyup"])
        f.addEventListener(type, (e) => seen.push([type, e.key ?? e.data, e.code ?? "", e.shiftKey ?? "", e.isTrusted].join(" "))); f.focus()</script>`);
    await outcomes(page, [write("aA")]);
    expect(await page.evaluate("seen")).toEqual([
      "keydown a KeyA false true",
      "keypress a KeyA false true",
      "beforeinput a   true",
      "input a   true",
      "keyup a KeyA false true",
      "keydown A KeyA true true",
      "keypress A KeyA true true",
      "beforeinput A   true",
      "input A   true",
      "keyup A KeyA true true",
    ]);
  });

  it("types where the focus is: in shadow roots", async () => {
    const page =
      await stage.page(`<x-f></x-f><script>customElements.define("x-f", class extends HTMLElement { connectedCallback() {
      this.attachShadow({ mode: "open" }).innerHTML = "<input type=date>"; this.shadowRoot.firstChild.focus() } })</script>`);
    await outcomes(page, [write("2024-02-29")]);
    expect(await page.evaluate("document.querySelector('x-f').shadowRoot.firstChild.value")).toBe(
      "2024-02-29",
    );
  });

  it("types where the focus is: in frames of frames", async () => {
    const page = await stage.page("/frames");
    const actions = [
      { type: "wait_for", selector: "#i" } as const,
      click("#i"),
      write("déjà vu"),
      press("Backspace"),
    ];
    expect(await outcomes(page, actions)).toEqual(["done", "done", "done", "done"]);
    const field = page.frames().find((frame) => frame.url().endsWith("/field"));
    expect(await field?.evaluate("i.value")).toBe("déjà v");
  });

  it("types all the same when nothing has the focus, and says so", async () => {
    const page = await stage.page(keys);
    expect(await outcomes(page, [write("ab")])).toEqual(["done: nothing is focused"]);
    expect(await page.evaluate("keys.join()")).toBe("a/KeyA/65,b/KeyB/66");
  });

  it("follows the focus as it goes on", async () => {
    const page = await stage.page(
      `<input id="a" maxlength="1" oninput="b.focus()"><input id="b" maxlength="1" oninput="c.focus()"><input id="c"><script>a.focus()</script>`,
    );
    await outcomes(page, [write("123")]);
    expect(await page.evaluate("a.value + '-' + b.value + '-' + c.value")).toBe("1-2-3");
  });

  it.each([
    ["Enter", "Enter/Enter/13"],
    ["return", "Enter/Enter/13"],
    ["Escape", "Escape/Escape/27"],
    ["esc", "Escape/Escape/27"],
    ["Del", "Delete/Delete/46"],
    ["ArrowDown", "ArrowDown/ArrowDown/40"],
    ["UP", "ArrowUp/ArrowUp/38"],
    ["Page Down", "PageDown/PageDown/34"],
    ["Space", " /Space/32"],
    [" ", " /Space/32"],
    ["a", "a/KeyA/65"],
    ["A", "SA/KeyA/65"],
    ["KeyA", "a/KeyA/65"],
    ["!", "S!/Digit1/49"],
    ["+", "S+/Equal/187"],
    ["é", "é//0"],
    ["F5", "F5/F5/116"],
    ["Shift", "SShift/ShiftLeft/16"],
    ["NumpadAdd", "+/NumpadAdd/107"],
    ["Control+A", "CControl/ControlLeft/17,Ca/KeyA/65"],
    ["ctrl+shift+k", "CControl/ControlLeft/17,CSShift/ShiftLeft/16,CSK/KeyK/75"],
    ["Alt+ArrowLeft", "AAlt/AltLeft/18,AArrowLeft/ArrowLeft/37"],
    ["Cmd+C", "MMeta/MetaLeft/91,Mc/KeyC/67"],
    ["Control++", "CControl/ControlLeft/17,C=/Equal/187"],
    ["Shift+1", "SShift/ShiftLeft/16,S!/Digit1/49"],
  ])("presses %s", async (key, expected) => {
    const page = await stage.page(keys);
    expect(await outcomes(page, [press(key)])).toEqual(["done"]);
    expect(await page.evaluate("keys.join()")).toBe(expected);
  });

  it("leaves no key down", async () => {
    const page = await stage.page(`<input id="f" autofocus><script>f.focus()</script>${keys}`);
    await outcomes(page, [press("Control+Shift+K"), write("x")]);
    expect(await page.evaluate("keys.at(-1) + f.value")).toBe("x/KeyX/88x");
  });

  it.each(["Control+A", "Cmd+A"])("selects all with %s, and writes over it", async (key) => {
    const page = await stage.page(
      `<input id="f" value="old text"><script>f.focus(); f.setSelectionRange(0, 0)</script>`,
    );
    await outcomes(page, [press(key), write("new")]);
    expect(await page.evaluate("f.value")).toBe("new");
  });

  it("edits: arrows, Home, Shift and Backspace", async () => {
    const page = await stage.page(`<input id="f"><script>f.focus()</script>`);
    await outcomes(page, [
      write("bcd"),
      press("Home"),
      write("a"),
      press("End"),
      press("Shift+Left"),
      press("Backspace"),
      press("Tab"),
    ]);
    expect(await page.evaluate("f.value + document.activeElement.tagName")).toBe("abcBODY");
  });

  it("chooses in a list by arrows", async () => {
    const page = await stage.page(
      `<select id="s"><option>1<option>2<option>3</select><script>s.focus()</script>`,
    );
    await outcomes(page, [press("ArrowDown"), press("ArrowDown")]);
    expect(await page.evaluate("s.value")).toBe("3");
  });
});
