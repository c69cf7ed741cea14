import { PageView } from "../../../src/agent/view/page-view.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { ActionStage } from "../browser/action-stage.ts";

const path = await chromiumPath();
const { signal } = new AbortController();

describe.skipIf(path === undefined)(`${browserTitle("PageView", path)} fills text`, () => {
  let stage: ActionStage;
  beforeAll(async () => {
    stage = await ActionStage.open(path ?? "", { "/blank": "" });
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  /** Fills the first field of a page. */
  async function filled(html: string, text: string) {
    const page = await stage.page(html);
    await using view = new PageView(page);
    const shown = await view.snapshot({}, signal);
    const [, ref = ""] = /\[ref=(e\d+)\]/.exec(shown.text) ?? [];
    const report = await view.act({ type: "fill", ref, text }, signal);
    return { page, report };
  }

  it.each([
    ["has a maxlength", `<input id=f maxlength=5>`, "123456789"],
    ["takes digits alone", `<input id=f oninput="f.value = f.value.replace(/\\D/g, '')">`, "1.5"],
    ["is emptied by its page", `<input id=f oninput="f.value = ''">`, "token"],
    [
      "drops lines",
      `<textarea id=f oninput="f.value = f.value.split('\\n')[0]"></textarea>`,
      "a\nb",
    ],
    [
      "is an editor that joins lines",
      `<div id=f contenteditable oninput="f.textContent = 'ab'">x</div>`,
      "a\nb",
    ],
    [
      "is a password's",
      `<input id=f type=password oninput="f.value = f.value.replace('!', '')">`,
      "pass!",
    ],
  ])("fails where the field holds something else then: it %s", async (_, html, text) => {
    await expect(filled(html, text)).rejects.toMatchObject({
      details: { reason: "the field now has another value" },
    });
  });

  it.each([
    ["a chat box", `<textarea id=f></textarea>`, "one\ntwo\tx\r\n\nthree", "one\ntwo\tx\n\nthree"],
    ["a line", `<input id=f>`, "one\ntwo\tthree\r\nfour", "one two three four"],
    ["a search field", `<input id=f type=search>`, "a\tb", "a b"],
    [
      "an editor",
      `<div id=f contenteditable>old</div>`,
      "one\ntwo\n\nthree",
      "one\ntwo\n\n\nthree",
    ],
    [
      "an editor of paragraphs",
      `<div id=f contenteditable><p>old</p></div>`,
      "one\ntwo",
      "one\n\ntwo",
    ],
    ["plain text", `<div id=f contenteditable=plaintext-only>old</div>`, '{[("a\n', '{[("a'],
  ])("puts text into %s as text, whatever keys do there", async (...[, field, text, held]) => {
    const pairs = JSON.stringify({ "(": ")", "[": "]", "{": "}", '"': '"' });
    const { page } = await filled(
      `<form onsubmit="event.preventDefault(); sent++">${field}</form><input id=next><button id=go
        onclick="sent++">Send</button><script>sent = 0; typed = 0;
      f.addEventListener("keydown", (e) => { typed++; const own = ${pairs}[e.key];
        if (e.key === "Enter") { e.preventDefault(); sent++; f.value = "" }
        if (own) { e.preventDefault(); document.execCommand("insertText", false, e.key + own) } })</script>`,
      text,
    );
    expect(await page.evaluate("(f.value ?? f.innerText).trimEnd()")).toBe(held);
    expect(await page.evaluate("[sent, typed, next.value]")).toEqual([0, 0, ""]);
  });

  it.each([
    ["a phone number, as it is put in", "input", "5551234567", "(555) 123-4567"],
    ["a phone number, key by key", "keydown", "5551234567", "(555) 123-4567"],
    ["a phone number with signs of its own", "input", "555 123.4567", "(555) 123-4567"],
  ])("works masks: %s", async (...[, type, text, held]) => {
    const { page, report } = await filled(
      `<input id=f><script>
      const form = (d) => "(" + d.slice(0, 3) + ") " + d.slice(3, 6) + "-" + d.slice(6, 10);
      if ("${type}" === "input") f.oninput = () => { f.value = form(f.value.replace(/\\D/g, "")) };
      else { let digits = ""; f.oninput = () => { f.value = "" };
        f.onkeydown = (e) => { if (/^\\d$/.test(e.key)) digits += e.key; e.preventDefault(); f.value = form(digits) } }
      </script>`,
      text,
    );
    expect(await page.evaluate("f.value")).toBe(held);
    expect(report).toMatchObject({
      outcome: "done",
      reason: "the field reformats the text",
    });
  });

  /** An editor that draws only the last lines of what it holds, below a gap for the others. */
  const drawing = (gap: string, change = ""): string =>
    `<div id=f contenteditable style="white-space: pre"></div><script>
    held = ""; f.onbeforeinput = (e) => { e.preventDefault(); held += e.data ?? "\\n";
      const lines = held.split("\\n")${change}, shown = lines.slice(-5);
      f.innerHTML = "<div contenteditable=false style='height: " + ${gap} + "px'></div>" + shown.map((one) => "<div>" + one + "</div>").join("") }</script>`;
  const rows = Array.from({ length: 40 }, (_, at) => `Row ${at}`).join("\n");

  it("tells that an editor shows a part of what it was given", async () => {
    const { page, report } = await filled(drawing("(lines.length - 5) * 18"), rows);
    expect(report).toMatchObject({
      outcome: "done",
      reason: "the editor shows only a part of the text",
    });
    expect(await page.evaluate("held")).toBe(rows);
  });

  it.each([
    ["has no room for the rest", drawing("0")],
    ["has too little room for the rest", drawing("60")],
    [
      "shows other lines",
      drawing("(lines.length - 5) * 18", `.map((one) => one.replace("Row 3", "Line 3"))`),
    ],
    ["shows its lines in another order", drawing("(lines.length - 5) * 18", ".reverse()")],
  ])("fails where an editor that shows a part %s", async (_, html) => {
    await expect(filled(html, rows)).rejects.toMatchObject({
      details: { reason: "the field now has another value" },
    });
  });

  it.each([
    ["makes spaces of tabs", `f.textContent.replaceAll("\\t", "  ")`, "a\tb", "a  b"],
    [
      "drops what a line begins with",
      `f.innerText.replaceAll(/^[ \\t]+/gm, "")`,
      "  a\n    b",
      "a\nb",
    ],
    ["makes one space of two", `f.textContent.replaceAll(/ +/g, " ")`, "a  b", "a b"],
  ])("tells that an editor holds other white space: it %s", async (...[, does, text, held]) => {
    const html = `<div id=f contenteditable style="white-space: pre-wrap"></div><script>f.oninput = () => { f.textContent = ${does} }</script>`;
    const { page, report } = await filled(html, text);
    expect(report).toMatchObject({
      outcome: "done",
      reason: "the field changes the white space",
    });
    expect(await page.evaluate("f.textContent")).toBe(held);
  });

  it.each([
    [
      "a mask that shows its places",
      `<input id=f value="(555) 1" oninput="if (!/[0-9]/.test(f.value)) f.value = '(___) ___'">`,
      "(___) ___",
    ],
    [
      "a currency that stays",
      `<input id=f value="$ 12" oninput="if (!/[0-9]/.test(f.value)) f.value = '$'">`,
      "$",
    ],
    ["a field", `<input id=f value=old>`, ""],
    ["a text area", `<textarea id=f>old</textarea>`, ""],
    ["an editor", `<div id=f contenteditable>old</div>`, ""],
    [
      "an editor that hears late of what is selected",
      `<div id=f contenteditable>old text</div><script>let known = "none";
      document.onselectionchange = () => { const is = String(getSelection()); const later = (frames, run) => frames === 0 ? run() : requestAnimationFrame(() => later(frames - 1, run)); later(4, () => { known = is === f.textContent ? "all" : "none" }) };
      f.onkeydown = (e) => { if (e.key === "a" && e.ctrlKey) known = "all";
        if (e.key === "Delete") { e.preventDefault(); if (known === "all") f.textContent = "" } }</script>`,
      "",
    ],
  ])("empties %s", async (...[, html, held]) => {
    const { page, report } = await filled(html, "");
    expect(report.outcome).toBe("done");
    expect(await page.evaluate("(f.value ?? f.innerText).trim()")).toBe(held);
  });

  it("does not empty what stays as it was", async () => {
    await expect(filled(`<input id=f value=7 oninput="f.value = 7">`, "")).rejects.toMatchObject({
      details: { reason: "the field now has another value" },
    });
  });
});
