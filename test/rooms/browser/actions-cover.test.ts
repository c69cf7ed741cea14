import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runActions } from "../../../src/browser/actions/index.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { ActionStage, hurried, outcomes, said } from "./action-stage.ts";

const path = await chromiumPath();
const target = { type: "click", selector: "#b" } as const;
const log = `<script>clicks = []; addEventListener("click", (event) => {
  clicks.push((event.composedPath()[0].id || event.composedPath()[0].tagName) + (event.isTrusted ? "" : " by script"));
})</script>`;
const button = `${log}<button id="b" style="margin-top:200px">b</button>`;
const over = "position:fixed;inset:0;background:#0008";

describe.skipIf(path === undefined)(`${browserTitle("runActions", path)} under overlays`, () => {
  let stage: ActionStage;
  beforeAll(async () => {
    stage = await ActionStage.open(path ?? "", {
      "/blank": "",
      "/policy": "the policy",
      "/consent": `<p>We and our 900 partners</p><button onclick="parent.postMessage('gone', '*')">Agree</button>`,
      "/consented": (_, response) => {
        response.setHeader("content-type", "text/html");
        response.end(
          `${button}<iframe id="f" style="${over};width:100%;height:100%" src="${stage.elsewhere("/consent")}"></iframe>
           <script>onmessage = () => f.remove()</script>`,
        );
      },
      "/inner": `${button}<p id="inner">`,
      "/outer": (_, response) => {
        response.setHeader("content-type", "text/html");
        response.end(
          `<iframe width="300" height="300" src="${stage.elsewhere("/inner")}"></iframe>
           <div id="o" style="${over}"><button id="x" aria-label="Close" onclick="o.remove()">×</button></div>`,
        );
      },
    });
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  const clicks = (page: Page) => page.evaluate("clicks.join()");

  it.each([
    ["accepts", "<button id=y onclick='o.remove()'>Accept all cookies</button>", "y,b"],
    ["closes by a sign", "<button id=y onclick='o.remove()'>×</button>", "y,b"],
    [
      "closes by a label",
      "<div id=y role=button aria-label='Close dialog' onclick='o.remove()'>&nbsp;&nbsp;</div>",
      "y,b",
    ],
    [
      "closes rather than accepts",
      "<button id=n onclick='o.remove()'>OK</button><button id=y onclick='o.remove()'>Close</button>",
      "y,b",
    ],
    [
      "declines rather than accepts",
      "<button id=n onclick='o.remove()'>Alle akzeptieren</button><button id=y onclick='o.remove()'>Ablehnen</button>",
      "y,b",
    ],
    ["reads French", "<a href='#' id=y onclick='o.remove()'>Tout accepter</a>", "y,b"],
    ["reads Japanese", "<button id=y onclick='o.remove()'>同意する</button>", "y,b"],
    ["presses an input", "<input type=button id=y onclick='o.remove()' value='Got it!'>", "y,b"],
    [
      "waits while it fades",
      "<button id=y onclick='setTimeout(() => o.remove(), 300)'>Accept</button>",
      "y,b",
    ],
    [
      "passes over links that lead away",
      "<a href='/policy'>Close reading of our policy</a><button id=y onclick='o.remove()'>OK</button>",
      "y,b",
    ],
    [
      "passes over what only begins alike",
      "<button id=n>Closet</button><button id=y onclick='o.remove()'>Close</button>",
      "y,b",
    ],
    [
      "passes over what cannot be pressed",
      "<button id=n style='pointer-events:none'>Close</button><button id=y onclick='o.remove()'>OK</button>",
      "y,b",
    ],
    [
      "scrolls to its button",
      "<div style='height:200px;overflow:auto'><div style='height:900px'></div><button id=y onclick='o.remove()'>I agree</button></div>",
      "y,b",
    ],
  ])("%s", async (_, banner, expected) => {
    const page = await stage.page(
      `${button}<div id="o" style="${over}"><div style="background:#fff">${banner}</div></div>`,
    );
    expect(await outcomes(page, [target])).toEqual(["done"]);
    expect(await clicks(page)).toBe(expected);
    expect(page.url()).not.toContain("policy");
  });

  it("takes away a banner that lies over the end of the page only", async () => {
    const page = await stage.page(
      `${log}<div style="height:3000px"></div><button id="b">b</button>
       <div id="o" style="position:fixed;left:0;right:0;bottom:0;height:80vh;background:red"><button id="y" onclick="o.remove()">OK</button></div>`,
    );
    expect(await outcomes(page, [target])).toEqual(["done"]);
    expect(await clicks(page)).toMatch(/b$/);
  });

  it("scrolls out from under a header that stays", async () => {
    const page = await stage.page(
      `${log}<header style="position:sticky;top:0;height:300px;background:red">Accept</header><div style="height:1000px"></div><button id="b">b</button><div style="height:3000px">`,
    );
    await page.evaluate("scrollTo(0, b.getBoundingClientRect().y - 20)");
    expect(await outcomes(page, [target])).toEqual(["done"]);
    expect(await clicks(page)).toBe("b");
  });

  it("takes away one after the other", async () => {
    const layer = (id: string): string =>
      `<div id="${id}" style="${over}"><button id="${id}y" onclick="${id}.remove()">Accept</button></div>`;
    const page = await stage.page(`${button}${layer("o")}${layer("p")}`);
    expect(await outcomes(page, [target])).toEqual(["done"]);
    expect(await clicks(page)).toBe("py,oy,b");
  });

  it("closes a modal dialog without a button by the Escape key", async () => {
    const page = await stage.page(
      `${button}<dialog id="d">Buy!</dialog><script>d.showModal()</script>`,
    );
    expect(await outcomes(page, [target])).toEqual(["done"]);
    expect(await page.evaluate("d.open + clicks.join()")).toBe("falseb");
  });

  it("does not close the dialog that the target is in", async () => {
    const page = await stage.page(
      `${log}<dialog id="d"><button id="b">b</button><div id="o" style="position:absolute;inset:0;background:#fff">Loading</div></dialog>
       <script>d.showModal(); setTimeout(() => o.remove(), 2500)</script>`,
    );
    expect(await outcomes(page, [target])).toEqual(["done"]);
    expect(await page.evaluate("d.open + clicks.join()")).toBe("trueb");
  });

  it("finds the button in a shadow root", async () => {
    const page =
      await stage.page(`${button}<x-consent></x-consent><script>customElements.define("x-consent", class extends HTMLElement {
      connectedCallback() { const root = this.attachShadow({ mode: "open" });
        root.innerHTML = "<div style='${over}'><button id=y>Accept</button></div>"; root.querySelector("button").onclick = () => this.remove(); } })</script>`);
    expect(await outcomes(page, [target])).toEqual(["done"]);
    expect(await clicks(page)).toBe("y,b");
  });

  it("finds the button in a frame of another process", async () => {
    const page = await stage.page("/consented");
    expect(await outcomes(page, [target])).toEqual(["done"]);
    expect(await clicks(page)).toBe("b");
  });

  it("takes away what lies over the target's frame", async () => {
    const page = await stage.page("/outer");
    expect(await outcomes(page, [{ type: "wait_for", selector: "#inner" }, target])).toEqual([
      "done",
      "done",
    ]);
    expect(await page.frames()[1]?.evaluate("clicks.join()")).toBe("b");
  });

  it("waits for an overlay that goes by itself", async () => {
    const page = await stage.page(
      `${button}<div id="o" style="${over}">Loading</div><script>setTimeout(() => o.remove(), 2500)</script>`,
    );
    expect(await outcomes(page, [target])).toEqual(["done"]);
    expect(await clicks(page)).toBe("b");
  });

  it("waits for what is no overlay from when it lies there, not from when an overlay did", async () => {
    const page = await stage.page(
      `${log}<div><button id="b">b</button></div><div id="o" style="${over}">Loading</div><script>setTimeout(() => {
        o.remove(); b.style.pointerEvents = "none"; setTimeout(() => { b.style.pointerEvents = ""; }, 500);
      }, 2000)</script>`,
    );
    expect(await outcomes(page, [target])).toEqual(["done"]);
    expect(await clicks(page)).toBe("b");
  });

  it("gives the click to the element by script when nothing takes the overlay away", async () => {
    const page = await stage.page(
      `${button}<div id="o" style="${over}">Pay first. <button>Accept</button></div>`,
    );
    expect(said(await runActions(page, [target], { clock: hurried }))).toEqual(["done: covered"]);
    expect(await clicks(page)).toMatch(/^(?:BUTTON,)*b by script$/);
  });

  it("does so soon when it is no overlay", async () => {
    const page = await stage.page(
      `${log}<div style="position:relative"><button id="b" style="pointer-events:none">b</button></div>`,
    );
    const [report] = await runActions(page, [target]);
    expect(report).toMatchObject({ outcome: "done", reason: "covered" });
    expect(report?.ms).toBeLessThan(4000);
    expect(await clicks(page)).toBe("b by script");
  });

  it("leaves alone what lies over something else", async () => {
    const page = await stage.page(
      `${button}<div id="o" style="position:fixed;right:0;bottom:0;width:50px;height:50px"><button>Close</button></div>`,
    );
    expect(await outcomes(page, [target])).toEqual(["done"]);
    expect(await clicks(page)).toBe("b");
  });
});
