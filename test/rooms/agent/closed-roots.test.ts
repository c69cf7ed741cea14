import { PageView } from "../../../src/agent/view/page-view.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { ActionStage } from "../browser/action-stage.ts";

const path = await chromiumPath();
const { signal } = new AbortController();

/** A script that gives an element a closed root. */
const closed = (id: string, html: string): string =>
  `<script>document.querySelector("#${id}").attachShadow({ mode: "closed" }).innerHTML = ${JSON.stringify(html)}</script>`;

describe.skipIf(path === undefined)(
  `${browserTitle("PageView", path)} of closed shadow roots`,
  () => {
    let stage: ActionStage;
    beforeAll(async () => {
      stage = await ActionStage.open(path ?? "", {
        "/blank": "",
        "/inner": `<my-card id=h></my-card>${closed("h", "<button>Framed</button>")}`,
      });
    });
    afterAll(() => stage[Symbol.asyncDispose]());

    async function shown(html: string) {
      const page = await stage.freshPage(html);
      const view = new PageView(page);
      const text = async () => (await view.snapshot({}, signal)).text;
      const ref = async (line: string) =>
        new RegExp(`${line}.*\\[ref=(e\\d+)\\]`).exec(await text())?.[1] ?? "e0";
      const end = () => view[Symbol.asyncDispose]();
      return { page, view, text, ref, [Symbol.asyncDispose]: end };
    }

    it.each([
      ["a custom element's", `<my-card id=h></my-card>${closed("h", "<button>Inside</button>")}`],
      ["a plain element's", `<div id=h></div>${closed("h", "<p><button>Inside</button></p>")}`],
      [
        "one with content of its own",
        `<div id=h><b>Light</b></div>${closed("h", "<slot></slot><button>Inside</button>")}`,
      ],
      [
        "one within another",
        `<my-card id=h></my-card><script>const a = h.attachShadow({ mode: "closed" }); a.innerHTML = "<i-n id=i></i-n>";
          a.querySelector("#i").attachShadow({ mode: "closed" }).innerHTML = "<button>Inside</button>"</script>`,
      ],
      [
        "one within an open one",
        `<my-card id=h></my-card><script>const a = h.attachShadow({ mode: "open" }); a.innerHTML = "<i-n id=i></i-n>";
          a.querySelector("#i").attachShadow({ mode: "closed" }).innerHTML = "<button>Inside</button>"</script>`,
      ],
    ])("reads what is in %s", async (_, html) => {
      await using on = await shown(html);
      expect(await on.text()).toMatch(/button "Inside" \[ref=e\d+\]/);
    });

    it("works what is in one: clicks, fills, and what listens there", async () => {
      await using on =
        await shown(`<my-card id=h></my-card><script>const root = h.attachShadow({ mode: "closed" });
        root.innerHTML = "<button>Press</button><input aria-label=Name><div id=d>Delegated</div>"; done = [];
        root.querySelector("button").onclick = () => done.push("pressed");
        root.querySelector("#d").addEventListener("click", () => done.push("div"));
        root.querySelector("input").oninput = (e) => done.push(e.target.value)</script>`);
      await on.view.act({ type: "click", ref: await on.ref('"Press"') }, signal);
      await on.view.act({ type: "fill", ref: await on.ref('"Name"'), text: "Ann" }, signal);
      await on.view.act({ type: "click", ref: await on.ref("Delegated") }, signal);
      expect(await on.page.evaluate("done")).toEqual(["pressed", "Ann", "div"]);
      expect(await on.text()).toMatch(/textbox "Name".*: Ann/);
    });

    it("reads one that comes later, and one in a frame", async () => {
      await using on = await shown(
        `<div id=h></div><iframe src="${stage.elsewhere("/inner")}"></iframe>`,
      );
      await on.page.waitForNetworkIdle();
      expect(await on.text()).toMatch(/button "Framed"/);
      await on.page.evaluate(
        `h.attachShadow({ mode: "closed" }).innerHTML = "<button>Later</button>"; 0`,
      );
      expect((await on.view.changes({}, signal)).text).toMatch(/button "Later"/);
    });

    it("tells what changes in one", async () => {
      await using on = await shown(`<p>${"Long ago. ".repeat(20)}</p><div id=h></div><script>
        root = h.attachShadow({ mode: "closed" }); root.innerHTML = "<button>Inside</button>"</script>`);
      await on.text();
      await on.page.evaluate(`root.querySelector("button").className = "blue"`);
      expect((await on.view.changes({}, signal)).text).toMatch(
        /~ button "Inside".*\[class \+blue\]/,
      );
      await on.page.evaluate(`root.querySelector("button").lang = "de"`);
      expect((await on.view.changes({}, signal)).text).toMatch(/the page changed something else/);
    });

    it("leaves the page none the wiser", async () => {
      await using on = await shown(
        `<my-card id=h></my-card>${closed("h", "<button>Inside</button>")}`,
      );
      await on.text();
      expect(
        await on.page.evaluate(
          "[h.shadowRoot, Object.keys(window).filter((k) => /dragline/.test(k))]",
        ),
      ).toEqual([null, []]);
    });
  },
);
