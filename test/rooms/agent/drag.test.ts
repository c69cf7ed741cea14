import type { Page } from "puppeteer-core";
import { PageView } from "../../../src/agent/view/page-view.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { ActionStage } from "../browser/action-stage.ts";

const path = await chromiumPath();
const { signal } = new AbortController();

const square = (id: string, [left, top, size]: readonly number[], more: string): string =>
  `<div id=${id} style="position: absolute; left: ${left}px; top: ${top}px; width: ${size}px; height: ${size}px;
    background: ${id === "cargo" ? "red" : "silver"}; cursor: move" ${more}>${id}</div>`;

/** Things that a mouse moves: a drop counts where more than half of the cargo lies in the dock. */
const byMouse = `<script>cargo.onmousedown = (down) => {
  const [x, y] = [down.clientX - cargo.offsetLeft, down.clientY - cargo.offsetTop];
  document.onmousemove = (e) => { cargo.style.left = e.clientX - x + "px"; cargo.style.top = e.clientY - y + "px"; moved = true };
  document.onmouseup = () => { document.onmousemove = document.onmouseup = null;
    const [c, d] = [cargo, dock].map((one) => one.getBoundingClientRect());
    const share = (a, b, c, d) => (Math.min(b, d) - Math.max(a, c)) / Math.min(b - a, d - c);
    const [across, down] = [share(c.left, c.right, d.left, d.right), share(c.top, c.bottom, d.top, d.bottom)];
    dropped = across > 0.5 && down > 0.5 ? "dock" : "beside" } }; dropped = "never"; moved = false</script>`;

const byPointer = `<script>cargo.style.touchAction = "none"; cargo.onpointerdown = (down) => {
  cargo.setPointerCapture(down.pointerId); let last = [0, 0];
  cargo.onpointermove = (e) => { last = [e.clientX - down.clientX, e.clientY - down.clientY]; moved = true;
    cargo.style.transform = "translate(" + last.join("px,") + "px)" };
  cargo.onpointerup = () => { cargo.onpointermove = null; const [c, d] = [cargo, dock].map((one) => one.getBoundingClientRect());
    const [x, y] = [c.left + c.width / 2, c.top + c.height / 2];
    dropped = x > d.left && x < d.right && y > d.top && y < d.bottom ? "dock" : "beside" } }; dropped = "never"; moved = false</script>`;

const byHtml = `<script>cargo.draggable = true; dock.ondragover = (e) => e.preventDefault();
  dock.ondrop = () => { dropped = "dock" }; cargo.ondrag = () => { moved = true };
  cargo.ondragend = (e) => { if (dropped === "never") dropped = "beside" }; dropped = "never"; moved = false</script>`;

describe.skipIf(path === undefined)(
  `${browserTitle("PageView", path)} drags what lies over its target`,
  () => {
    let stage: ActionStage;
    beforeAll(async () => {
      stage = await ActionStage.open(path ?? "", { "/blank": "" });
    });
    afterAll(() => stage[Symbol.asyncDispose]());

    /** Drags the cargo to the dock, whose references were told before a script ran. */
    async function dragged(html: string, script = "0") {
      const page: Page = await stage.page(html);
      await using view = new PageView(page);
      const { text } = await view.snapshot({}, signal);
      const ref = (name: RegExp): string => {
        const line = text.split("\n").find((one) => name.test(one));
        return /\[ref=(e\d+)\]/.exec(line ?? "")?.[1] ?? "e0";
      };
      await page.evaluate(script);
      const drag = { type: "drag", ref: ref(/cargo|circle/), to: ref(/dock|rect/) } as const;
      const report = await view.act(drag, signal).catch((error: unknown) => error);
      return { page, report };
    }

    const dock = (more = ""): string => square("dock", [100, 100, 200], more);
    const within = `<div id=dock onclick=0 role=group aria-label=dock style="position: absolute; left: 100px; top: 100px;
      width: 200px; height: 200px; background: silver">${square("cargo", [50, 50, 100], "")}</div>`;

    it.each([
      ["with the mouse", dock() + square("cargo", [150, 150, 100], "") + byMouse],
      ["from a corner of it", dock() + square("cargo", [180, 60, 130], "") + byMouse],
      ["by its pointer", dock() + square("cargo", [150, 150, 100], "") + byPointer],
      ["by the events of HTML", dock("onclick=0") + square("cargo", [150, 150, 100], "") + byHtml],
      ["in which it is, by the events of HTML", within + byHtml],
      ["in which it is, with the mouse", within + byMouse],
    ])("into it: %s", async (_, html) => {
      const { page, report } = await dragged(html);
      expect(report).toMatchObject({ outcome: "done" });
      await page.waitForFunction("dropped !== 'never'");
      expect(await page.evaluate("[dropped, moved]")).toEqual(["dock", true]);
    });

    it("into what it covers whole, where it comes along with the mouse", async () => {
      const html = dock() + square("cargo", [400, 100, 80], "") + byMouse;
      const cover = `dock.style.width = dock.style.height = "50px"; cargo.style.left = "90px"; cargo.style.top = "95px"`;
      const { page, report } = await dragged(html, cover);
      expect(report).toMatchObject({ outcome: "done" });
      await page.waitForFunction("dropped !== 'never'");
      expect(await page.evaluate("[dropped, moved]")).toEqual(["dock", true]);
    });

    it("into no thing that it covers whole and stays upon: that is told", async () => {
      const html = dock("onclick=0") + square("cargo", [400, 100, 80], "") + byHtml;
      const cover = `dock.style.width = dock.style.height = "50px"; cargo.style.left = "90px"; cargo.style.top = "95px"`;
      const { page, report } = await dragged(html, cover);
      expect(report).toMatchObject({ details: { reason: 'target covered by div "cargo"' } });
      expect(await page.evaluate("dropped")).not.toBe("dock");
    });

    it("into the middle of a drawing's shape", async () => {
      const { page } =
        await dragged(`<svg width=300 height=300><rect x=50 y=50 width=200 height=200 fill=gray />
        <circle id=c r=40 cx=140 cy=150 fill=red /></svg><script>c.onmousedown = () => {
          document.onmousemove = (e) => { const { left, top } = c.ownerSVGElement.getBoundingClientRect();
            c.setAttribute("cx", e.clientX - left); c.setAttribute("cy", e.clientY - top) };
          document.onmouseup = () => { document.onmousemove = null } }</script>`);
      const [x = 0, y = 0] = (await page.evaluate(
        "[c.cx.baseVal.value, c.cy.baseVal.value]",
      )) as number[];
      expect(Math.hypot(x - 150, y - 150)).toBeLessThan(5);
    });

    it("keeps to what it can reach beside other things", async () => {
      const html = `${dock() + square("cargo", [400, 100, 80], "")}
        <div style="position: absolute; left: 140px; top: 140px; width: 120px; height: 120px; background: black"></div>`;
      const { page } = await dragged(
        `${html}<script>cargo.onmousedown = () => { document.onmouseup = (e) => {
          document.title = document.elementFromPoint(e.clientX, e.clientY).id } }</script>`,
      );
      expect(await page.title()).toBe("dock");
    });
  },
);
