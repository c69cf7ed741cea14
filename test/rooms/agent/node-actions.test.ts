import type { Page } from "puppeteer-core";
import type { RefAction } from "dragline/agent";
import { PageView } from "../../../src/agent/view/page-view.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { ActionStage } from "../browser/action-stage.ts";

const path = await chromiumPath();
const { signal } = new AbortController();

describe.skipIf(path === undefined)(`${browserTitle("PageView", path)} acts by references`, () => {
  let stage: ActionStage;
  beforeAll(async () => {
    stage = await ActionStage.open(path ?? "", {
      "/blank": "",
      "/other": "<button>other</button>",
      "/inner":
        "<input aria-label=inner><button onclick=\"this.textContent='pressed'\">go</button>",
    });
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  /** The view of a page with a body. */
  async function shown(body: string) {
    const page = await stage.page(body);
    const view = new PageView(page);
    const lines = async () => (await view.snapshot({}, signal)).text.split("\n");
    const refOf = async (part: string): Promise<string> => {
      const line = (await lines()).find((one) => one.includes(part)) ?? "";
      const ref = /\[ref=(e\d+)\]/.exec(line)?.[1];
      if (ref === undefined) throw new Error(`no ${part} in\n${(await lines()).join("\n")}`);
      return ref;
    };
    const act = (action: RefAction) => view.act(action, signal);
    return {
      page,
      view,
      lines,
      refOf,
      act,
      [Symbol.asyncDispose]: () => view[Symbol.asyncDispose](),
    };
  }

  const read = (page: Page, source: string): Promise<unknown> => page.evaluate(source);

  it("hovers: menus that open by :hover and by mouseenter", async () => {
    await using on =
      await shown(`<style>#m ul { display: none } #m:hover ul { display: block }</style>
      <div id=m tabindex=0>Styles<ul><li><a href="#a">By style</a></ul></div>
      <div id=s tabindex=0 onmouseenter="document.querySelector('#t').hidden = false">Scripts</div>
      <p id=t hidden><a href="#b">By script</a></p>`);
    expect((await on.lines()).join("\n")).not.toContain("By s");
    await on.act({ type: "hover", ref: await on.refOf('"Styles"') });
    expect((await on.lines()).join("\n")).toContain("By style");
    await on.act({ type: "hover", ref: await on.refOf('"Scripts"') });
    expect((await on.lines()).join("\n")).toContain("By script");
  });

  it("gives the focus, as far as something takes it", async () => {
    await using on = await shown(`<input aria-label=Name onfocus="this.value = 'seen'">
      <div onclick="0">Plain</div>`);
    const given = await on.act({ type: "focus", ref: await on.refOf('"Name"') });
    expect(given.outcome).toBe("done");
    expect(await on.lines()).toContainEqual(expect.stringMatching(/"Name".*\[focused\].*: seen/));
    const refused = await on.act({ type: "focus", ref: await on.refOf('"Plain"') });
    expect(refused).toMatchObject({ outcome: "skipped", reason: "not focusable" });
  });

  it("drags by the events of HTML and by those of the mouse", async () => {
    await using on = await shown(`<style>div { width: 80px; height: 40px }</style>
      <div id=a draggable=true ondragstart="event.dataTransfer.setData('text', 'cargo')">Cargo</div>
      <div id=b onclick="0" ondragover="event.preventDefault()"
        ondrop="this.textContent = 'got ' + event.dataTransfer.getData('text')">Dock</div>
      <div id=c style="position: absolute; left: 300px; top: 20px; cursor: move">Box</div>
      <script>c.onmousedown = () => { document.onmousemove = (e) => { c.style.left = e.clientX - 40 + "px" };
        document.onmouseup = () => { document.onmousemove = null } }</script>`);
    await on.act({ type: "drag", ref: await on.refOf('"Cargo"'), to: await on.refOf('"Dock"') });
    expect(await read(on.page, "b.textContent")).toBe("got cargo");
    await on.act({ type: "drag", ref: await on.refOf('"Box"'), to: { dx: 50, dy: 0 } });
    expect(await read(on.page, "c.offsetLeft")).toBe(350);
  });

  it("drops beyond the middle, and within what is only an outline", async () => {
    await using on = await shown(`<svg width=300 height=200>
      <circle r=10 cx=20 cy=20 fill=red onmousedown="document.onmouseup = (e) => { document.title = [e.clientX, e.clientY] }" />
      <rect x=100 y=100 width=80 height=60 fill=none stroke=black /></svg>`);
    await on.act({ type: "drag", ref: await on.refOf("- circle"), to: await on.refOf("- rect") });
    const [x = 0, y = 0] = (await on.page.title()).split(",").map(Number);
    expect(x).toBeGreaterThan(108);
    expect(x).toBeLessThan(188);
    expect(y).toBeGreaterThan(108);
    expect(y).toBeLessThan(168);
  });

  it("scrolls an element inside, until its end", async () => {
    const rows = Array.from({ length: 100 }, (_, at) => `<p>Row ${at}</p>`).join("");
    await using on = await shown(
      `<div id=box tabindex=0 style="height: 100px; overflow: auto">${rows}</div>`,
    );
    const ref = await on.refOf("[scrolls]");
    expect(await on.act({ type: "scroll", ref, direction: "up" })).toMatchObject({
      reason: "at the end",
    });
    await on.act({ type: "scroll", ref, direction: "down" });
    expect(await read(on.page, "[box.scrollTop, scrollY]")).toEqual([100, 0]);
  });

  it("selects a text, or all of it, in what is written and in a field", async () => {
    await using on = await shown(`<p onmouseup="document.title = String(getSelection())">One  two
      <b>three</b> four</p><input aria-label=Field value="alpha beta"><input aria-label=Mail type=email value=a@b.c>`);
    const [line = ""] = (await on.view.find("two", signal)).text.split("\n");
    const ref = /\[ref=(e\d+)\]/.exec(line)?.[1] ?? "";
    await on.act({ type: "select_text", ref, text: "two three" });
    expect(await on.page.title()).toBe("two three");
    await on.act({ type: "select_text", ref, text: "" });
    expect(await read(on.page, "String(getSelection())")).toBe("One two three four");
    await on.act({ type: "select_text", ref: await on.refOf('"Field"'), text: "beta" });
    expect(await read(on.page, "String(getSelection())")).toBe("beta");
    const lost = on.act({ type: "select_text", ref, text: "five" });
    await expect(lost).rejects.toMatchObject({ details: { reason: "text not found" } });
    const part = on.act({ type: "select_text", ref: await on.refOf('"Mail"'), text: "b.c" });
    await expect(part).rejects.toMatchObject({
      details: { reason: "only the whole text can be selected" },
    });
  });

  it("keeps references through changes, and tells of those that are gone", async () => {
    await using on = await shown(`<ul id=l><li><button>one</button><li><button>two</button></ul>`);
    const [one, two] = [await on.refOf('"one"'), await on.refOf('"two"')];
    await read(
      on.page,
      "l.prepend(l.lastElementChild), l.insertAdjacentHTML('afterbegin', '<li><button>three</button>'), 0",
    );
    expect([await on.refOf('"one"'), await on.refOf('"two"')]).toEqual([one, two]);
    expect([one, two]).not.toContain(await on.refOf('"three"'));
    await on.page.goto(stage.site.url("/other"));
    const gone = { details: { reason: "gone" } };
    await expect(on.act({ type: "click", ref: one })).rejects.toMatchObject(gone);
    expect([one, two]).not.toContain(await on.refOf('"other"'));
    const never = on.act({ type: "click", ref: "e9999" });
    await expect(never).rejects.toMatchObject({ details: { reason: "unknown reference" } });
  });

  it("fills and clicks in a shadow root and in a frame of another origin", async () => {
    await using on =
      await shown(`<iframe src="${stage.elsewhere("/inner")}"></iframe><div id=host></div>
      <script>host.attachShadow({ mode: "open" }).innerHTML = "<input aria-label=deep>"</script>`);
    await on.page.waitForNetworkIdle();
    await on.act({ type: "fill", ref: await on.refOf('"inner"'), text: "ab" });
    await on.act({ type: "fill", ref: await on.refOf('"deep"'), text: "cd" });
    await on.act({ type: "click", ref: await on.refOf('button "go"') });
    const text = (await on.lines()).join("\n");
    expect(text).toMatch(/"inner".*: ab/);
    expect(text).toMatch(/"deep".*: cd/);
    expect(text).toContain('"pressed"');
  });

  it("leaves out what is hidden or covered, and says what covers it", async () => {
    await using on =
      await shown(`<button hidden>gone</button><button style="visibility: hidden">veiled</button>
      <button id=under style="position: absolute; left: 20px; top: 100px">under</button><button id=free>free</button>`);
    const text = (await on.lines()).join("\n");
    expect(text).not.toMatch(/"gone"|"veiled"/);
    const [under, free] = [await on.refOf('"under"'), await on.refOf('"free"')];
    await read(
      on.page,
      `free.style.display = "none"; document.body.insertAdjacentHTML("beforeend",
        '<section aria-label="Cookie wall" style="position: fixed; inset: 0; background: white"></section>'); 0`,
    );
    const covered = (await on.lines()).join("\n");
    expect(covered).not.toContain('"under"');
    expect(covered).toContain("left out");
    const hidden = await on.act({ type: "hover", ref: free });
    expect(hidden).toMatchObject({ outcome: "skipped", reason: "not visible" });
    const hovered = await on.act({ type: "hover", ref: under });
    expect(hovered).toMatchObject({ outcome: "skipped" });
    expect(hovered.reason).toBe('covered by section "Cookie wall"');
  });
});
