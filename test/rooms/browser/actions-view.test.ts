import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runActions } from "../../../src/browser/actions/index.ts";
import { FakeClock } from "../../../src/testing/index.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { ActionStage, failureOf, hurried, outcomes } from "./action-stage.ts";

const path = await chromiumPath();
const waitFor = (selector: string, milliseconds?: number) =>
  ({ type: "wait_for", selector, milliseconds }) as const;
const down = { type: "scroll" } as const;
const up = { type: "scroll", direction: "up" } as const;

describe.skipIf(path === undefined)(
  `${browserTitle("runActions", path)} that waits and scrolls`,
  () => {
    let stage: ActionStage;
    beforeAll(async () => {
      stage = await ActionStage.open(path ?? "", {
        "/blank": "",
        "/next": `<h1 id="next">next</h1>`,
        "/endless": `<body style="margin:0"><div id="list"></div><script>n = 0; add = () => { for (let i = 0; i < 10; i++)
        list.insertAdjacentHTML("beforeend", "<p style='height:100px;margin:0'>" + ++n) }; add();
        addEventListener("scroll", () => { if (innerHeight + scrollY >= document.documentElement.scrollHeight - 50) add() })</script>`,
      });
    });
    afterAll(() => stage[Symbol.asyncDispose]());

    describe("wait", () => {
      it("goes by the given clock", async () => {
        const clock = new FakeClock();
        const page = await stage.page("<p>");
        const run = runActions(page, [{ type: "wait", milliseconds: 15_000 }], { clock });
        await clock.timerOf(15_000);
        await clock.advance(15_000);
        expect(await run).toEqual([{ index: 0, type: "wait", outcome: "done", ms: 15_000 }]);
        expect(clock.waiting).toBe(0);
      });
    });

    describe("wait_for", () => {
      it.each([
        ["is there", `<p id="x">`],
        ["is there, unseen", `<p id="x" hidden>`],
        [
          "comes",
          `<script>setTimeout(() => { document.body.innerHTML = "<p id=x>" }, 300)</script>`,
        ],
        [
          "comes with another document",
          `<script>setTimeout(() => { location = "/next" }, 300)</script>`,
        ],
        ["is in a frame", `<iframe srcdoc="<p id=x>"></iframe>`],
      ])("is done when the element %s", async (_, body) => {
        const page = await stage.freshPage(body);
        expect(await outcomes(page, [waitFor("#x, #next")])).toEqual(["done"]);
      });

      it("fails in vain, with the reports so far", async () => {
        const page = await stage.page("<p>");
        const actions = [
          waitFor("p"),
          waitFor("#x", 300),
          { type: "click", selector: "p" } as const,
        ];
        const { code, message, details } = await failureOf(runActions(page, actions));
        expect([code, message]).toEqual(["ACTION_FAILED", "action 1 (wait_for): timed out."]);
        expect(details).toMatchObject({ index: 1, type: "wait_for", reason: "timed out" });
        expect(details.reports).toMatchObject([
          { index: 0, outcome: "done" },
          { index: 1, outcome: "timed_out", reason: "timed out" },
        ]);
      });

      it("waits for 10 seconds when not told how long", async () => {
        const page = await stage.page("<p>");
        const { details } = await failureOf(runActions(page, [waitFor("#x")], { clock: hurried }));
        expect(details.reports?.[0]?.ms).toBeGreaterThanOrEqual(10_000);
        expect(details.reports?.[0]?.ms).toBeLessThan(15_000);
      });

      it("finds one among 100,000, and in the last of their shadow roots", async () => {
        const page =
          await stage.page(`<body><script>for (let i = 0; i < 100000; i++) document.body.append(document.createElement("p"));
        const host = document.body.lastChild; host.attachShadow({ mode: "open" }).innerHTML = "<b id=x></b>"</script>`);
        expect(await outcomes(page, [waitFor("#x", 5000)])).toEqual(["done"]);
      });
    });

    describe("scroll", () => {
      const tall = `<div style="height:5000px"></div>`;

      it("goes by one view, down and up", async () => {
        const page = await stage.page(`<style>* { scroll-behavior: smooth }</style>${tall}`);
        expect(await outcomes(page, [down, down, up])).toEqual(["done", "done", "done"]);
        expect(await page.evaluate("scrollY / document.documentElement.clientHeight")).toBe(1);
      });

      it("says when it is at the end", async () => {
        const page = await stage.page(tall);
        expect(await outcomes(page, [up])).toEqual(["done: at the end"]);
      });

      it("brings on what an endless page has next", async () => {
        const page = await stage.page("/endless");
        await outcomes(page, [down, down, down, down]);
        expect(await page.evaluate("n")).toBeGreaterThan(20);
        expect(await page.evaluate("scrollY")).toBeGreaterThan(1500);
      });

      it("brings on lazy images", async () => {
        const page = await stage.page(
          `<div style="height:8000px"></div><img loading="lazy" src="/lazy.png">`,
        );
        await outcomes(
          page,
          Array.from({ length: 14 }, () => down),
        );
        expect((await stage.site.seen("/lazy.png")).method).toBe("GET");
      });

      it.each([
        ["an element", `<div id="s" style="height:200px;overflow:auto">${tall}</div>`, "#s"],
        [
          "what scrolls in an element",
          `<section><div id="s" style="height:200px;overflow:scroll">${tall}</div></section>`,
          "section",
        ],
        [
          "what an element is in",
          `<div id="s" style="height:200px;overflow:auto"><p>x</p>${tall}</div>`,
          "p",
        ],
        [
          "the largest area of a page that does not",
          `<body style="overflow:hidden"><div style="height:50px;overflow:auto">${tall}</div><div id="s" style="height:200px;overflow:auto">${tall}</div>`,
          undefined,
        ],
        [
          "an app's own body",
          `<style>html { height: 100%; overflow: hidden } body { height: 200px; overflow: auto; margin: 0 }</style><body id="s">${tall}`,
          undefined,
        ],
      ])("moves %s", async (_, body, selector) => {
        const page = await stage.page(body);
        expect(await outcomes(page, [{ type: "scroll", selector }])).toEqual(["done"]);
        expect(await page.evaluate("s.scrollTop")).toBe(200);
        expect(await page.evaluate("scrollY")).toBe(0);
      });

      it("moves what scrolls in a shadow root", async () => {
        const page =
          await stage.page(`<body style="overflow:hidden;margin:0"><x-s></x-s><script>document.querySelector("x-s").attachShadow({ mode: "open" })
        .innerHTML = "<div style='height:200px;overflow:auto'><div style='height:900px'>"</script>`);
        expect(await outcomes(page, [down])).toEqual(["done"]);
        expect(
          await page.evaluate("document.querySelector('x-s').shadowRoot.firstChild.scrollTop"),
        ).toBe(200);
      });

      it("turns the wheel where nothing scrolls: for frames and for pages that move themselves", async () => {
        const page = await stage.page(
          `<body style="overflow:hidden;margin:0"><iframe style="border:0;width:100vw;height:100vh" srcdoc="<div style='height:5000px'>"></iframe>`,
        );
        expect(await outcomes(page, [down])).toEqual(["done"]);
        expect(await page.frames()[1]?.evaluate("scrollY")).toBeGreaterThan(100);
        const own = await stage.page(
          `<p>full page<script>addEventListener("wheel", (e) => { turned = Math.sign(e.deltaY) })</script>`,
        );
        expect(await outcomes(own, [up])).toEqual(["done"]);
        expect(await own.evaluate("turned")).toBe(-1);
      });

      it("skips an element that is not there", async () => {
        const page = await stage.page(tall);
        expect(await outcomes(page, [{ type: "scroll", selector: "#none" }])).toEqual([
          "skipped: not found",
        ]);
        expect(await page.evaluate("scrollY")).toBe(0);
      });
    });
  },
);
