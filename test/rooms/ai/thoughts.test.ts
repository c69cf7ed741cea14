import { askWithTools, generateObject, type ModelAnswer } from "dragline/ai";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { answerOf, judgeHere, ScriptedModel } from "./scripted-model.ts";

const schema = {
  type: "object",
  properties: {
    name: { type: "string" },
    price: { type: "number" },
    tags: { type: "array", items: { type: "string" } },
  },
  required: ["name", "price"],
};
const lamp = { name: "Lamp", price: 12.5 };
const right = JSON.stringify(lamp);
/** Longer than the answer, and as good by its schema. */
const draft = '{"name":"Lampe, vielleicht","price":1,"tags":["a","b","c"]}';

const thinking = (text: string, ...content: object[]): ModelAnswer =>
  answerOf("", { content: [{ type: "reasoning", text }, ...content] as never });

async function objectOf(answer: ModelAnswer): Promise<{ object: unknown; calls: number }> {
  const model = new ScriptedModel(answer, answerOf("I do not know."));
  const request = { schema, instructions: "Read.", data: [{ label: "page", text: "x" }] };
  const { object } = await generateObject({ model, judge: judgeHere }, request);
  return { object, calls: model.calls.length };
}

async function saidIn(answer: string | ModelAnswer): Promise<string> {
  const model = new ScriptedModel(typeof answer === "string" ? answerOf(answer) : answer);
  const tool = { type: "function", name: "open", description: "", inputSchema: {} } as const;
  const clock = new FakeClock();
  const { text } = await askWithTools({ model, clock }, { messages: [], tools: [tool] });
  return text;
}

const kinds: readonly (readonly [string, string, string])[] = [
  ["think", "<think>", "</think>"],
  ["thinking", "<thinking>\n", "\n</thinking>\n\n"],
  ["reasoning", "<reasoning>", "</reasoning>"],
  ["a scratchpad", "<scratchpad>", "</scratchpad>"],
  ["Seed's", "<seed:think>", "</seed:think>"],
  ["Kimi's", "◁think▷", "◁/think▷"],
  ["Magistral's", "[THINK]", "[/THINK]"],
  ["Command's", "<|START_THINKING|>", "<|END_THINKING|>"],
  ["Gemma's", "<|channel>thought\n", "<channel|>"],
  [
    "in channels",
    "<|channel|>analysis<|message|>",
    "<|end|><|start|>assistant<|channel|>final<|message|>",
  ],
  [
    "in channels that are not closed",
    "<|channel|>analysis<|message|>",
    "<|channel|>final<|message|>",
  ],
  ["in channels without their signs", "analysisWe look. ", "assistantfinal"],
  ["without a beginning", "", "\n</think>\n\n"],
  ["without a beginning, on one line", "", " </think> "],
];

describe("thoughts of a model", () => {
  it.each(kinds)("are no part of an answer: %s", async (_, begin, end) => {
    const text = `${begin}First I write ${draft}, perhaps.${end}${right}`;
    expect(await objectOf(answerOf(text))).toEqual({ object: lamp, calls: 1 });
    expect(await saidIn(`${begin}A secret ${draft}.${end}It is a lamp.`)).toBe("It is a lamp.");
  });

  it("may stand in several places", async () => {
    const text = `<think>One.</think>I read.<think>${draft}</think>${right}`;
    expect(await objectOf(answerOf(text))).toEqual({ object: lamp, calls: 1 });
    expect(await saidIn("<think>One.</think>I read <think>two</think>it.")).toBe("I read it.");
  });

  it("may hold an object that is not closed", async () => {
    const text = `I begin with {"name": "La\nand so on.\n</think>\n${right}`;
    expect(await objectOf(answerOf(text))).toEqual({ object: lamp, calls: 1 });
  });

  it("reach to the end where nothing ends them, and are shown to nobody", async () => {
    expect(await saidIn("<think>A secret")).toBe("");
    expect(await saidIn("Well.\n<thinking>A secret")).toBe("Well.");
    expect(await saidIn(thinking("A secret"))).toBe("");
    expect(await saidIn(thinking("A secret", { type: "text", text: "Well." }))).toBe("Well.");
  });

  it.each([
    ["reasoning that is it", thinking(right)],
    ["reasoning that ends with it", thinking(`It is a lamp: ${right}`)],
    ["reasoning that ends with it in a fence", thinking(`A lamp.\n\`\`\`json\n${right}\n\`\`\`\n`)],
    ["reasoning beside an empty text", thinking(right, { type: "text", text: "\n" })],
    ["thoughts that are not closed", answerOf(`<think>It is a lamp.\n${right}`)],
    ["thoughts with nothing behind them", answerOf(`It is a lamp.\n${right}\n</think>`)],
  ])("hold the answer where it stands there alone: %s", async (_, answer) => {
    expect(await objectOf(answer)).toEqual({ object: lamp, calls: 1 });
  });

  it.each([
    ["a draft within them", thinking(`Perhaps ${draft}, but that is not sure.`)],
    ["a draft before words", answerOf(`<think>${draft}</think>I cannot say.`)],
  ])("hold no answer where they go on: %s", async (_, answer) => {
    await expect(objectOf(answer)).rejects.toMatchObject({ code: "NO_OBJECT" });
  });

  it("are told where the answer was cut off within them", async () => {
    const finishReason = { unified: "length" };
    for (const answer of [thinking("Hm, a"), answerOf("<think>Hm, a")]) {
      const cut = objectOf({ ...answer, finishReason });
      await expect(cut).rejects.toMatchObject({ code: "TRUNCATED_ANSWER" });
      await expect(objectOf({ ...answer, finishReason })).rejects.toThrow(/still thinking/);
    }
    const said = objectOf({ ...answerOf('{"name":"La'), finishReason });
    await expect(said).rejects.toThrow(/was cut off; its limit is/);
  });

  it("are no answer beside one", async () => {
    const answer = thinking(draft, { type: "text", text: right });
    expect(await objectOf(answer)).toEqual({ object: lamp, calls: 1 });
  });

  it.each([
    "Write `<think>` before, and `</think>` behind it.",
    "The mark <think> begins them.",
    "2 < 3 and [1] {2}",
  ])("are not what only speaks of them: %s", async (text) => {
    expect(await saidIn(text)).toBe(text);
  });

  it("are not what a value holds", async () => {
    const tags = [
      "</think>",
      '<think>{"name":"no","price":1}',
      "[/THINK]",
      "a \" </think> {'name':'no'}",
    ];
    const answer = answerOf(`Here it is: ${JSON.stringify({ ...lamp, tags })}`);
    expect(await objectOf(answer)).toEqual({ object: { ...lamp, tags }, calls: 1 });
  });

  it.each(["<|im_end|>", "</s>", "<|eot_id|>\n", "<｜end▁of▁sentence｜>", "<|end|>"])(
    "leave no sign of an end behind: %s",
    async (sign) => {
      expect(await saidIn(`It is a lamp.${sign}`)).toBe("It is a lamp.");
    },
  );

  it("leave the answer without its own frame", async () => {
    expect(await saidIn("<think>Hm.</think>\n<answer>It is a lamp.</answer>")).toBe(
      "It is a lamp.",
    );
  });

  it.each(["<think>", "</think>", '{"', '{"\n', "`<think>", "[THINK]{", "<|channel|>analysis"])(
    "are parted in time that grows with a text: %s",
    async (piece) => {
      const started = performance.now();
      await saidIn(piece.repeat(Math.ceil(1_000_000 / piece.length)));
      expect(performance.now() - started).toBeLessThan(3000);
    },
  );
});
