import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { systemClock } from "../../../src/core/index.ts";
import { runActions } from "../../../src/browser/actions/index.ts";
import { ActionStage, hurried, outcomes, said } from "./action-stage.ts";

const path = await chromiumPath();
const click = (selector: string) => ({ type: "click", selector }) as const;

/** Remembers each click: what it hit and whether a person could have made it. */
const log = `<script>clicks = []; addEventListener("click", (event) => {
  clicks.push((event.composedPath()[0].id || event.composedPath()[0].tagName) + (event.isTrusted ? "" : " by script"));
})</script>`;

describe.skipIf(path === undefined)(`${browserTitle("runActions", path)} that clicks`, () => {
  let stage: ActionStage;
  beforeAll(async () => {
    stage = await ActionStage.open(path ?? "", {
      "/blank": "",
      "/next": "<h1>next</h1>",
      "/frames": (_, response) => {
        response.setHeader("content-type", "text/html");
        response.end(
          `<div style="height:2000px"></div><iframe src="${stage.elsewhere("/middle")}"></iframe>`,
        );
      },
      "/middle": (_, response) => {
        response.setHeader("content-type", "text/html");
        response.end(
          `<div style="height:500px"></div><iframe style="border:7px solid;padding:5px;transform:scale(.8)" src="${stage.site.url("/leaf")}"></iframe>`,
        );
      },
      "/leaf": `${log}<div style="height:900px"></div><button id="leaf" style="width:8px;height:8px;padding:0;margin-left:180px"></button>`,
    });
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  /** Clicks in a body, and tells the outcome and what was clicked. */
  async function clicked(body: string, selector: string, clock = systemClock): Promise<unknown> {
    const page = await stage.page(`${log}${body}`);
    const [outcome] = said(await runActions(page, [click(selector)], { clock }));
    return [outcome, await page.evaluate("clicks.join()")];
  }

  it("is a person's click: the mouse comes, presses and lets go", async () => {
    const page = await stage.page(`<button id="b" style="width:100px;height:40px">b</button>
      <script>seen = []; for (const type of ["mousemove", "pointerdown", "mousedown", "focus", "mouseup", "click"])
        b.addEventListener(type, (e) => seen.push(type + (e.isTrusted ? "" : "!")));</script>`);
    expect(await outcomes(page, [click("#b")])).toEqual(["done"]);
    const seen = "mousemove,pointerdown,mousedown,focus,mouseup,click";
    expect(await page.evaluate("[...new Set(seen)].join()")).toBe(seen);
  });

  it("takes the first match in the document's order", async () => {
    const body = `<button id="one">1</button><button id="two">2</button>`;
    expect(await clicked(body, "#two, #one")).toEqual(["done", "one"]);
  });

  it.each([
    ["without a box", `<button style="display:none">0</button>`],
    ["in what has no box", `<nav hidden><button>0</button></nav>`],
    ["invisible", `<button style="visibility:hidden">0</button>`],
    ["in closed details", `<details><summary>s</summary><button>0</button></details>`],
    ["without a size", `<button style="width:0;height:0;padding:0;border:0"></button>`],
    ["several", `<button hidden>0</button><div hidden><button>0</button></div>`],
  ])("passes over a hidden first match: %s", async (_, hidden) => {
    const body = `${hidden}<button id="two">2</button><button id="three">3</button>`;
    expect(await clicked(body, "button")).toEqual(["done: hidden match passed over", "two"]);
  });

  it("passes over a hidden match for one in a shadow root", async () => {
    const body = `<button hidden>0</button><div id="host"></div>
      <script>host.attachShadow({ mode: "open" }).innerHTML = "<button id=in>in</button>"</script>`;
    expect(await clicked(body, "button")).toEqual(["done: hidden match passed over", "in"]);
  });

  it("skips what is not there", async () => {
    expect(await clicked("<p>", "#none")).toEqual(["skipped: not found", ""]);
  });

  it("finds what comes a little later", async () => {
    const body = `<script>setTimeout(() => document.body.insertAdjacentHTML("beforeend", "<button id=late>l</button>"), 250)</script>`;
    expect(await clicked(body, "#late")).toEqual(["done", "late"]);
  });

  it.each([
    ["has no box", `<button id="b" style="display:none">b</button>`, "not visible"],
    ["is in what has no box", `<div hidden><button id="b">b</button></div>`, "not visible"],
    ["is invisible", `<button id="b" style="visibility:hidden">b</button>`, "not visible"],
    ["has no size", `<div id="b"></div>`, "not visible"],
    ["is disabled", `<button id="b" disabled>b</button>`, "disabled"],
    ["is in a disabled set", `<fieldset disabled><input id="b"></fieldset>`, "disabled"],
    ["is inert", `<div inert><button id="b">b</button></div>`, "disabled"],
    [
      "labels a disabled box",
      `<label id="b"><input type="checkbox" disabled>b</label>`,
      "disabled",
    ],
    ["is a disabled option", `<select><option id="b" disabled>b</select>`, "disabled"],
  ])("skips what %s for 5 seconds", async (_, body, reason) => {
    expect(await clicked(body, "#b", hurried)).toEqual([`skipped: ${reason}`, ""]);
  });

  it("waits until the target is enabled and shown", async () => {
    const body = `<button id="b" disabled hidden>b</button><script>
      setTimeout(() => { b.hidden = false }, 200); setTimeout(() => { b.disabled = false }, 400)</script>`;
    expect(await clicked(body, "#b")).toEqual(["done", "b"]);
  });

  it("waits until the target stands still", async () => {
    const page =
      await stage.page(`<style>@keyframes m { from { margin-left: 0 } to { margin-left: 600px } }
      #b { animation: m 700ms linear forwards }</style><button id="b">b</button>
      <script>b.onclick = () => { window.at = b.getBoundingClientRect().x }</script>`);
    expect(await outcomes(page, [click("#b")])).toEqual(["done"]);
    expect(await page.evaluate("at")).toBeGreaterThanOrEqual(600);
  });

  it("clicks what never stands still", async () => {
    const body = `<style>@keyframes m { to { margin-left: 30px } } #b { width: 300px; animation: m 300ms linear infinite alternate }</style><button id="b">b</button>`;
    expect(await clicked(body, "#b", hurried)).toEqual(["done", "b"]);
  });

  it.each([
    ["below", `<div style="height:5000px"></div><button id="b">b</button>`],
    ["beside", `<div style="width:5000px;text-align:right"><button id="b">b</button></div>`],
    [
      "in a box that scrolls smoothly in another",
      `<style>* { scroll-behavior: smooth }</style><div style="height:3000px"></div><div style="height:200px;overflow:auto">
       <div style="height:2000px"></div><div style="height:100px;overflow:auto"><div style="height:900px"></div><button id="b">b</button></div></div>`,
    ],
    ["that is larger than the view", `<div id="b" style="height:9000px;margin-top:3000px">b</div>`],
  ])("scrolls to a target %s", async (_, body) => {
    expect(await clicked(body, "#b")).toEqual(["done", "b"]);
  });

  it("hits a link of two lines, whose middle is beside it", async () => {
    const body = `<div style="width:200px;font:16px monospace">some text before <a id="b" href="#x">a</a><br></div>
      <div style="width:160px;font:16px monospace">aaaaaaaaaaa <a id="two" href="#x">link text</a></div>`;
    expect(await clicked(body, "#two")).toEqual(["done", "two"]);
  });

  it("hits what has no box by its content", async () => {
    const body = `<a id="b" href="#x" style="display:contents"><span id="s">text</span></a>`;
    expect(await clicked(body, "#b")).toEqual(["done", "s"]);
  });

  it.each([
    ["unseen", "opacity:0;position:absolute"],
    ["without size", "appearance:none;width:0;height:0;margin:0"],
    ["not shown", "display:none"],
  ])("checks a box that is %s, by its label", async (_, style) => {
    const page = await stage.page(
      `<input type="checkbox" id="c" style="${style}"><label for="c">I agree to <a href="/next">everything that stands here</a></label>`,
    );
    expect(await outcomes(page, [click("#c")])).toEqual(["done"]);
    expect(await page.evaluate("c.checked + location.pathname")).toBe("true/blank");
  });

  it("checks by a label without pressing the link in it", async () => {
    const page = await stage.page(
      `<label id="l">I <a href="/next">agree to the terms</a> <input type="checkbox" id="c"></label>`,
    );
    expect(await outcomes(page, [click("#l")])).toEqual(["done"]);
    expect(await page.evaluate("c.checked + location.pathname")).toBe("true/blank");
  });

  it("chooses an option, and says so to the page", async () => {
    const page = await stage.page(`<select id="s"><option>1<option id="two" value="2">2</select>
      <script>seen = []; for (const t of ["input", "change"]) s.addEventListener(t, () => seen.push(t + s.value))</script>`);
    expect(await outcomes(page, [click("#two"), click("option[value='2']")])).toEqual([
      "done",
      "done",
    ]);
    expect(await page.evaluate("seen.join()")).toBe("input2,change2");
  });

  it("chooses several options where several may be", async () => {
    const page = await stage.page(
      `<select id="s" multiple><option id="a">a<option id="b">b<option id="c">c</select>`,
    );
    await outcomes(page, [click("#a"), click("#c"), click("#b"), click("#b")]);
    expect(await page.evaluate("[...s.selectedOptions].map((o) => o.id).join()")).toBe("a,c");
  });

  it("opens a list and goes on", async () => {
    const page = await stage.page(
      `<select id="s"><option>1<option>2</select><button id="b">b</button>${log}`,
    );
    expect(await outcomes(page, [click("#s"), click("#b")])).toEqual(["done", "done"]);
    expect(await page.evaluate("clicks.at(-1)")).toBe("b");
  });

  it("hits an area of an image's map", async () => {
    const body = `<img usemap="#m" width="100" height="100" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">
      <map name="m"><area id="b" shape="rect" coords="0,0,50,50" href="#x"></map>`;
    expect(await clicked(body, "#b")).toEqual(["done", "b by script"]);
  });

  it("hits a shape of a drawing", async () => {
    const body = `<svg width="200" height="200"><circle id="b" cx="100" cy="100" r="50"/></svg>`;
    expect(await clicked(body, "#b")).toEqual(["done", "b"]);
  });

  it("finds what is in open shadow roots, the light tree first", async () => {
    const define = `<script>customElements.define("x-in", class extends HTMLElement { connectedCallback() {
        this.attachShadow({ mode: "open" }).innerHTML = "<button id=inner class=b><slot></slot></button>"; } });
      customElements.define("x-out", class extends HTMLElement { connectedCallback() {
        this.attachShadow({ mode: "open" }).innerHTML = "<x-in><span id=slotted>text</span></x-in>"; } });</script>`;
    expect(await clicked(`${define}<x-out></x-out>`, ".b")).toEqual(["done", "slotted"]);
    const light = `${define}<x-out></x-out><button id="light" class="b">b</button>`;
    expect(await clicked(light, ".b")).toEqual(["done", "light"]);
  });

  it("reaches through frames of other processes, scrolled and scaled", async () => {
    const page = await stage.page("/frames");
    await page.waitForFunction("frames.length === 1");
    const reports = await outcomes(page, [{ type: "wait_for", selector: "#leaf" }, click("#leaf")]);
    expect(reports).toEqual(["done", "done"]);
    const leaf = page.frames().find((frame) => frame.url().endsWith("/leaf"));
    expect(await leaf?.evaluate("clicks.join()")).toBe("leaf");
  });

  it("does not click into a frame that is not seen", async () => {
    const body = `<iframe style="display:none" srcdoc="<button id=b>b</button>"></iframe>`;
    expect(await clicked(body, "#b", hurried)).toEqual(["skipped: not visible", ""]);
  });

  it("looks again when the mouse made something come up", async () => {
    const body = `<style>#m { display: none; position: absolute; top: 0; left: 0; width: 60px; height: 60px; background: red } #w:hover #m { display: block }</style>
      <div id="w" style="position:relative;width:300px"><button id="b" style="width:300px;height:20px">b</button><div id="m"></div></div>`;
    expect(await clicked(body, "#b")).toEqual(["done", "b"]);
  });

  it("opens another tab and stays with its own", async () => {
    const page = await stage.freshPage(
      `${log}<a id="a" href="/next" target="_blank">a</a><button id="b">b</button>`,
    );
    const popup = new Promise<unknown>((resolve) => page.once("popup", resolve));
    expect(await outcomes(page, [click("#a"), click("#b")])).toEqual(["done", "done"]);
    await popup;
    expect(await page.evaluate("clicks.join() + location.pathname")).toBe("a,b/blank");
    expect(await page.browserContext().pages()).toHaveLength(2);
  });

  it("does not stop at a file dialog", async () => {
    const page = await stage.page(`${log}<input type="file" id="f"><button id="b">b</button>`);
    expect(await outcomes(page, [click("#f"), click("#b")])).toEqual(["done", "done"]);
    expect(await page.evaluate("clicks.join()")).toBe("f,b");
  });

  it("fails for a selector that is none", async () => {
    const page = await stage.page("<p>");
    await expect(
      outcomes(page, [{ type: "wait", milliseconds: 1 }, click("p:::")]),
    ).rejects.toMatchObject({
      code: "ACTION_FAILED",
      message: "action 1 (click): invalid selector.",
      details: {
        index: 1,
        type: "click",
        reason: "invalid selector",
        reports: [{ outcome: "done" }, { outcome: "failed" }],
      },
    });
  });
});
