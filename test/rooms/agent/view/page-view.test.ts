import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PageView } from "../../../../src/agent/view/page-view.ts";
import { browserTitle, chromiumPath } from "../../../chromium.ts";
import { ActionStage } from "../../browser/action-stage.ts";

const path = await chromiumPath();
const { signal } = new AbortController();

describe.skipIf(path === undefined)(`${browserTitle("PageView", path)} of pages`, () => {
  let stage: ActionStage;
  beforeAll(async () => {
    stage = await ActionStage.open(path ?? "", {
      "/blank": "",
      "/inner": `<button onclick="this.textContent = 'pressed'">inner</button>`,
    });
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  const refOf = (text: string, line: string): string =>
    /\[ref=(e\d+)\]/.exec(text.split("\n").find((one) => one.includes(line)) ?? "")?.[1] ?? "";

  it("clicks by reference in a frame of another origin and in a shadow root", async () => {
    const page = await stage.freshPage(
      `<iframe src="${stage.elsewhere("/inner")}"></iframe><div id=host></div>
      <script>host.attachShadow({ mode: "open" }).innerHTML = "<button onclick=\\"this.textContent = 'open'\\">shadow</button>"</script>`,
    );
    await page.waitForNetworkIdle();
    await using view = new PageView(page);
    const { text } = await view.snapshot({}, signal);
    await view.act({ type: "click", ref: refOf(text, '"inner"') }, signal);
    await view.act({ type: "click", ref: refOf(text, '"shadow"') }, signal);
    const after = await view.snapshot({}, signal);
    expect(refOf(after.text, '"pressed"')).toBe(refOf(text, '"inner"'));
    expect(refOf(after.text, '"open"')).toBe(refOf(text, '"shadow"'));
  });

  it("tells no password and masks what it is told to mask", async () => {
    const page = await stage.freshPage(
      `<label>Word <input type=password value=hush></label><p>code abc\uD800 here</p>`,
    );
    await using view = new PageView(page, { mask: (text) => text.replaceAll("abc", "***") });
    const { text } = await view.snapshot({}, signal);
    expect(text).toContain('- textbox "Word"');
    expect(text).not.toContain("hush");
    expect(text).not.toContain("abc");
    expect(text.isWellFormed()).toBe(true);
  });

  it("stays within its bytes and opens what is folded", async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => `<li><a href="#${at}">Row ${at}</a></li>`);
    const page = await stage.freshPage(`<ul>${rows.join("")}</ul><p>${"word ".repeat(5000)}</p>`);
    await using view = new PageView(page);
    const { text, folded } = await view.snapshot({ maxBytes: 1024 }, signal);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024);
    expect(folded).toBe(true);
    const part = /more items \[ref=(e\d+@\d+)\]/.exec(text)?.[1];
    const opened = await view.snapshot({ part, maxBytes: 2048 }, signal);
    expect(opened.text).toContain("Row 20");
    expect(Buffer.byteLength(opened.text)).toBeLessThanOrEqual(2048);
  });

  it("finds lines within bounds, and says how many there are", async () => {
    const long = `<button aria-label="Row ${"x".repeat(150)}" title="${"y".repeat(900)}"></button>`;
    const rows = Array.from({ length: 60 }, (_, at) => `<li><a href="#${at}">Row ${at}</a></li>`);
    const page = await stage.freshPage(`<ul>${rows.join("")}</ul>${long.repeat(3)}`);
    await using view = new PageView(page);
    const found = await view.find("ROW", signal);
    expect(found).toMatchObject({ shown: 20, count: 63 });
    expect(found.text.split("\n")).toHaveLength(20);
    const field = `<textarea aria-label=Note>row ${"z".repeat(3000)}</textarea>`;
    const wide = await stage.freshPage(field.repeat(12));
    await using other = new PageView(wide);
    const some = await other.find("row", signal);
    expect(some.count).toBe(12);
    expect(Buffer.byteLength(some.text)).toBeLessThanOrEqual(12_288);
    expect(some.text.split("\n")).toHaveLength(some.shown);
  });

  it("shows changes within its bytes", async () => {
    const page = await stage.freshPage("<h1>Top</h1><ul id=l></ul>");
    await using view = new PageView(page);
    await view.snapshot({}, signal);
    await page.evaluate(() => {
      const list = document.querySelector("#l");
      if (list !== null) list.innerHTML = `<li>${"word ".repeat(20)}</li>`.repeat(2000);
    });
    const { text } = await view.changes({ maxBytes: 2048 }, signal);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
    expect(text).toContain("word word");
    expect((await view.changes({}, signal)).text).toBe("nothing changed");
  });

  it("tells pictures by what they are called, and colours that nothing else tells", async () => {
    const page = await stage.freshPage(
      `<p>Salad <img alt=vegan></p><a href="#a"><img alt=Home></a><img alt="">
      <i style="display: inline-block; width: 20px; height: 20px; background: #ff8800"></i>
      <button style="background: rgb(0, 128, 0); width: 40px; height: 20px"></button>`,
    );
    await using view = new PageView(page);
    const { text } = await view.snapshot({}, signal);
    expect(text).toContain('- text: Salad\n- img "vegan"');
    expect(text).toMatch(/- link "Home" \[ref=e\d+\]/);
    expect(text).toContain("- graphic [color=#ff8800] [size=20x20]");
    expect(text).toMatch(/- button \[ref=e\d+\] \[color=#008000\]/);
  });

  it("shows what is scrolled out of sight, though other things lie where it would be", async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `<p><button>Row ${at}</button></p>`);
    const page = await stage.freshPage(
      `<div style="height: 90px; overflow: auto">${rows.join("")}</div>
      <footer style="background: black; height: 900px"><button>Foot</button></footer>`,
    );
    await using view = new PageView(page);
    const { text } = await view.snapshot({}, signal);
    expect(text).toContain('"Row 19"');
    expect(text).not.toContain("left out");
  });

  it("says that an element is gone", async () => {
    const page = await stage.freshPage("<button>away</button>");
    await using view = new PageView(page);
    const { text } = await view.snapshot({}, signal);
    await page.evaluate("document.querySelector('button').remove()");
    const acting = view.act({ type: "click", ref: refOf(text, "away") }, signal);
    await expect(acting).rejects.toMatchObject({ details: { reason: "gone" } });
  });
});
