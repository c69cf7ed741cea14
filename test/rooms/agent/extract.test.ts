import { Secrets } from "dragline/agent";
import { createExtractor } from "dragline/extractor";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { answerOf, judgeHere, ScriptedModel } from "../ai/scripted-model.ts";
import { titled, ToolStage } from "./tool-stage.ts";

const path = await chromiumPath();

const boat = {
  type: "object",
  properties: {
    harbour: { type: "string" },
    price: { type: "number" },
    length: { type: "number" },
  },
};
const boats = {
  type: "object",
  properties: {
    boats: {
      type: "array",
      items: {
        type: "object",
        properties: { name: { type: "string" }, price: { type: "number" } },
      },
    },
  },
};
const facts = "<dl><dt>Price<dd>1,200<dt>Harbour<dd>Kiel</dl>";
const rows = (count: number): string =>
  Array.from({ length: count }, (_, at) => `<tr><td>Boat ${at}<td>${100 + at}`).join("");

describe.skipIf(path === undefined)(`${browserTitle("extract", path)} of a page`, () => {
  let stage: ToolStage;
  beforeAll(async () => {
    stage = await ToolStage.open(path ?? "", (evil) => ({
      "/": titled("Home"),
      "/boat": titled("Red boat", facts),
      "/frame": titled("Frame", `<iframe src="/boat" width=600 height=400></iframe>`),
      "/shadow": titled(
        "Shadow",
        `<div id=h></div><script>h.attachShadow({ mode: "open" }).innerHTML = \`${facts}\`</script>`,
      ),
      "/parts": titled(
        "Parts",
        `<section aria-label=First><dl><dt>Price<dd>1<dt>Harbour<dd>Porto</dl></section>
        <section aria-label=Second>${facts}</section>
        <iframe src="/in-frame" width=600 height=400></iframe><iframe src="${evil}/" width=600 height=100></iframe>`,
      ),
      "/in-frame": titled(
        "Inner",
        "<section aria-label=Third><dl><dt>Price<dd>77<dt>Harbour<dd>Bergen</dl></section>",
      ),
      "/list": titled("List", `<table><tr><th>Name<th>Price${rows(3)}</table>`),
      "/long": titled("Long", `<table><tr><th>Name<th>Price${rows(2000)}</table>`),
      "/secret": titled("Secret", "<dl><dt>Price<dd>1,200<dt>Harbour<dd>canary-harbour-9</dl>"),
      "/prose": titled(
        "Prose",
        "<p>She lies in the harbour of Kiel, and is yours for 1200 crowns.</p>",
      ),
    }));
  }, 60_000);
  afterAll(() => stage[Symbol.asyncDispose]());

  it.each(["/boat", "/frame", "/shadow"])(
    "reads values by a schema, and names what is missing: %s",
    async (from) => {
      await using open = await stage.work(from);
      const outcome = await open.call("extract", { schema: boat });
      expect(JSON.parse(outcome.data ?? "")).toEqual({ harbour: "Kiel", price: 1200 });
      expect(outcome.said).toBe("Read by the schema. Missing: length.");
      expect(outcome.isFailure).toBe(false);
    },
    60_000,
  );

  it("reads a part alone, in frames too", async () => {
    await using open = await stage.work("/parts");
    const { call, page } = open;
    for (const [name, price] of [
      ["Second", 1200],
      ["First", 1],
      ["Third", 77],
    ] as const) {
      const { page: found = "" } = await call("find", { text: name });
      const part = /\[ref=(e\d+)\]/.exec(found)?.[1];
      const outcome = await call("extract", { schema: boat, part });
      expect(JSON.parse(outcome.data ?? "")).toMatchObject({ price });
    }
    expect(await page.evaluate("document.documentElement.outerHTML")).not.toContain("data-part");
    const gone = await call("extract", { schema: boat, part: "e9999" });
    expect(gone).toMatchObject({ isFailure: true });
    expect(gone.said).toContain("unknown reference");
  }, 60_000);

  it("reads lists, and tells where they are cut", async () => {
    await using open = await stage.work("/list");
    const { data = "" } = await open.call("extract", { schema: boats });
    expect(JSON.parse(data)).toEqual({
      boats: [0, 1, 2].map((at) => ({ name: `Boat ${at}`, price: 100 + at })),
    });
    await using long = await stage.work("/long");
    const cut = await long.call("extract", { schema: boats });
    expect(cut.said).toContain("The values are cut");
    expect(Buffer.byteLength(cut.data ?? "")).toBeLessThanOrEqual(8192);
  }, 60_000);

  it("gives no value of a secret to the model of the task or to that of the extractor", async () => {
    const secrets = new Secrets({ word: "canary-harbour-9" });
    const model = new ScriptedModel(answerOf('{"length": 9}'));
    const extractor = createExtractor({ model, judge: judgeHere });
    await using open = await stage.work("/secret", { secrets, extractor });
    const outcome = await open.call("extract", { schema: boat });
    expect(JSON.stringify(outcome)).not.toContain("canary");
    expect(JSON.parse(outcome.data ?? "")).toMatchObject({ price: 1200 });
    expect(outcome.said).toContain("Missing: ");
    expect(model.calls).toHaveLength(1);
    expect(JSON.stringify(model.calls)).not.toContain("canary");
  }, 60_000);

  it("says what schemas it cannot read by, and where the page says nothing", async () => {
    await using open = await stage.work("/prose");
    const { call } = open;
    const wrong = [{}, { type: "string" }, { type: "object", properties: 3 }];
    for (const schema of wrong) {
      const outcome = await call("extract", { schema });
      expect(outcome.isFailure).toBe(true);
      expect(outcome.said).toContain("JSON Schema of an object with properties");
    }
    const names = Array.from({ length: 3000 }, (_, at) => [`field${at}`, { type: "string" }]);
    const huge = await call("extract", {
      schema: { type: "object", properties: Object.fromEntries(names) },
    });
    expect(huge.isFailure).toBe(true);
    expect(huge.said).toContain("at most 16384");
    const none = await call("extract", { schema: boat });
    expect(none).toMatchObject({ isFailure: true });
    expect(none.said).toContain("The page says nothing of it. Missing: harbour, price, length.");
  }, 60_000);
});
