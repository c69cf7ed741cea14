import { createExtractor } from "dragline/extractor";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { answerOf, judgeHere, ScriptedModel, textOf, type Reply } from "../ai/scripted-model.ts";
import { asking, properties, url } from "./asking.ts";

const string = { type: "string" };
const number = { type: "number" };
// Names that no reader of pages knows.
const wanted = properties({
  zqName: string,
  zqCount: { type: "integer" },
  zqOpen: { type: "boolean" },
  zqParts: { type: "array", items: string },
});
const html = `<p>Zorn, of alpha, beta and gamma.</p><p>There are 42 of them.</p>`;
const right = { zqName: "Zorn", zqCount: 42, zqParts: ["alpha", "beta"] };

async function read(reply: object | Reply): Promise<{ data: unknown; calls: number }> {
  const { extractor, model } = asking(reply);
  const { data } = await extractor.extract({ html, url }, wanted);
  return { data, calls: model.calls.length };
}

/** An extractor whose model answers with one text after another. */
function answering(...answers: readonly Reply[]) {
  const model = new ScriptedModel(...answers);
  return { model, extractor: createExtractor({ model, judge: judgeHere, clock: new FakeClock() }) };
}

const told = (answer: object): Reply => answerOf(JSON.stringify(answer));

describe("an answer of a model", () => {
  it.each([
    ["wrapped in a member", { data: right }],
    ["wrapped in a list of one", { results: [right] }],
    ["wrapped under a name of its own", { zorn: right }],
    ["in snake case", { zq_name: "Zorn", zq_count: 42, zq_parts: ["alpha", "beta"] }],
    ["in words", { "Zq name": "Zorn", "ZQ Count": 42, "zq parts": ["alpha", "beta"] }],
    ["with a number in a text", { ...right, zqCount: "42" }],
    ["with a number among words", { ...right, zqCount: "42 of them" }],
    ["with a list in one text", { ...right, zqParts: "alpha, beta" }],
    ["with a list by semicolons", { ...right, zqParts: "alpha; beta" }],
    ["with nothing in words", { ...right, zqOpen: "N/A" }],
    ["with a value in a list of one", { ...right, zqName: ["Zorn"] }],
    ["with members that nobody asked for", { ...right, other: { a: 1 } }],
  ])("is taken that is %s, at once", async (_, answer) => {
    expect(await read(answer)).toEqual({ data: right, calls: 1 });
  });

  it.each(["N/A", "n/a", "-", "–", "none", "null", "Unknown", "not specified", "Not found."])(
    "has no value in %j",
    async (nothing) => {
      expect(await read({ ...right, zqName: nothing })).toEqual({
        data: { zqCount: 42, zqParts: ["alpha", "beta"] },
        calls: 1,
      });
    },
  );

  it("keeps what fits where one value does not, and asks again for the rest", async () => {
    const { extractor, model } = answering(
      told({ ...right, zqCount: "many" }),
      told({ zqCount: 42 }),
    );
    const { data } = await extractor.extract({ html, url }, wanted);
    expect(data).toEqual(right);
    expect(model.calls).toHaveLength(2);
    expect(textOf(model.calls[1])).toContain('zqCount: "many" is not a valid integer');
  });

  it.each([
    ["the same", told({ ...right, zqCount: "many" })],
    ["nothing that can be read", answerOf("I do not know.")],
    ["an error", new Error("away")],
  ])("keeps what fits where the second one is %s", async (_, second) => {
    const { extractor } = answering(told({ ...right, zqCount: "many" }), second);
    const { data, warnings } = await extractor.extract({ html, url }, wanted);
    expect(data).toEqual({ zqName: "Zorn", zqParts: ["alpha", "beta"] });
    expect(warnings).toEqual([
      {
        kind: "not-of-schema",
        message: expect.stringContaining('zqCount: "many" is not a valid integer'),
      },
    ]);
  });

  it("has items that fit beside one that does not", async () => {
    const items = { type: "object", properties: { zqA: string, zqB: number } };
    const page = { html: "<p>Ida 1</p><p>Bo 2</p>", url };
    const answer = { zqs: [{ zqA: "Ida", zqB: "one" }, { zqA: "Bo", zqB: "2" }, "Cy"] };
    const { extractor } = answering(told(answer));
    const asked = properties({ zqs: { type: "array", items } });
    const { data } = await extractor.extract(page, asked);
    expect(data).toEqual({ zqs: [{ zqA: "Ida" }, { zqA: "Bo", zqB: 2 }] });
  });

  it("may hold any nonsense", async () => {
    for (const answer of [{}, { a: [] }, { zqName: { b: 1 } }, { zqParts: [[[]]] }, { data: 5 }]) {
      expect((await read(answer)).data).toEqual({});
    }
  });
});
