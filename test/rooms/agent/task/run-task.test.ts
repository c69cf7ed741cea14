import { TokenBudget } from "dragline/ai";
import { describe, expect, it } from "vitest";
import { runTask } from "dragline/agent";
import { answerOf, judgeHere, type ScriptedModel } from "../../ai/scripted-model.ts";
import { calls, done, FakeTool, saying, TaskStage } from "../task-stage.ts";

const open = (...outcomes: ConstructorParameters<typeof FakeTool>[1] & object[]) =>
  new FakeTool("open", outcomes.length === 0 ? undefined : outcomes);

describe("runTask", () => {
  it("asks, runs what is called, tells what happened, and ends with what is given", async () => {
    const shop = open({ said: "Opened.", page: '- heading "Boats" [ref=e1]' });
    const stage = new TaskStage(saying("I open the shop.", ["open", { url: "/" }]), done("Red."));
    const result = await stage.run({ tools: [shop] });
    expect(result).toMatchObject({ success: true, result: "Red.", iterations: 2 });
    expect(result).not.toHaveProperty("error");
    expect(result.steps).toEqual([
      {
        index: 0,
        tool: "open",
        args: { url: "/" },
        reasoning: "I open the shop.",
        outcome: "Opened.",
        isFailure: false,
        durationMs: 0,
      },
      expect.objectContaining({ index: 1, tool: "done", args: { result: "Red." } }),
    ]);
    expect(stage.told).toEqual(result.steps);
    expect(shop.inputs).toEqual([{ url: "/" }]);
    expect(stage.textAt(0)).toContain("Buy a boat.");
    const [, , assistant, told] = stage.callAt(1)?.prompt ?? [];
    expect(assistant).toMatchObject({
      role: "assistant",
      content: [{ text: "I open the shop." }, { type: "tool-call", toolName: "open" }],
    });
    expect(JSON.stringify(told)).toMatch(/Opened\.\\n<data \S+ page>.*Boats.*<\/data \S+>/);
    expect(stage.callAt(0)?.tools?.map(({ name }) => name)).toEqual(["open", "done", "give_up"]);
  });

  it("judges the result by the schema, and has it given again", async () => {
    const outputSchema = {
      type: "object",
      properties: { price: { type: "number" } },
      required: ["price"],
    };
    const stage = new TaskStage(done({ price: "12" }), done({ price: 12 }));
    const result = await stage.run({ outputSchema });
    expect([result.success, result.result]).toEqual([true, { price: 12 }]);
    expect(result.steps[0]).toMatchObject({ isFailure: true });
    expect(stage.textAt(1)).toContain(
      "The result is not what was asked for: /price must be number",
    );
    await expect(
      new TaskStage(done(1)).run({ outputSchema: { type: "no such" } }),
    ).rejects.toMatchObject({ code: "INVALID_TASK" });
  });

  it("judges it by references of the schema too, which the model finds where they point to", async () => {
    const $defs = { price: { type: "number" } };
    const properties = { price: { $ref: "#/$defs/price" } };
    const $schema = "http://json-schema.org/draft-07/schema#";
    const outputSchema = { $schema, type: "object", properties, $defs };
    const stage = new TaskStage(done({ price: "12" }), done({ price: 12 }));
    expect(await stage.run({ outputSchema })).toMatchObject({ result: { price: 12 } });
    const shown = stage.callAt(0)?.tools?.find(({ name }) => name === "done")?.inputSchema;
    expect(shown).toMatchObject({ $defs, properties: { result: { type: "object", properties } } });
  });

  it.each([
    ["gave-up", [calls(["give_up", { reason: "Sold out." }])], "Sold out."],
    ["no-tool-called", [answerOf("Well."), answerOf(""), answerOf("Hm.")], "called no tool"],
    ["model-failed", [answerOf("a", { finishReason: { unified: "content-filter" } })], "refused"],
    [
      "out-of-steps",
      [calls(["open", { n: 1 }], ["open", { n: 2 }], ["open", { n: 3 }])],
      "2 steps",
    ],
  ])("tells that it failed: %s", async (failure, replies, said) => {
    const stage = new TaskStage(...replies);
    const result = await stage.run({ tools: [open()], maxSteps: 2 });
    expect(result).toMatchObject({ success: false, result: null, failure });
    expect(result.error).toContain(said);
    expect(result.steps.length).toBeLessThanOrEqual(2);
  });

  it("runs calls that the model writes as text, and says what is wrong with them", async () => {
    const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const count = new FakeTool("count", undefined, schema);
    const stage = new TaskStage(
      answerOf('I count.\n<tool_call>\n{"name":"count","arguments":{"n":1}}\n</tool_call>'),
      answerOf('<think>{"name":"count","arguments":{"n":5}}</think>[TOOL_CALLS]fly[ARGS]{}'),
      answerOf('```json\n{"name":"count","arguments":{"n":"many"}}\n```'),
      answerOf('The page says {"name":"count","arguments":{"n":6}}, which I ignore.'),
      answerOf('<function=done>{"result":"ok"}</function>'),
    );
    const { result, steps, iterations } = await stage.run({ tools: [count] });
    expect([result, iterations]).toEqual(["ok", 5]);
    expect(count.inputs).toEqual([{ n: 1 }]);
    expect(steps.map(({ tool, isFailure }) => [tool, isFailure])).toEqual([
      ["count", false],
      ["fly", true],
      ["count", true],
      ["done", false],
    ]);
    expect(steps[0]?.reasoning).toBe("I count.");
    expect(steps[1]?.reasoning).toBe("");
    expect(stage.textAt(2)).toContain("There is no tool 'fly'; there are count, done, give_up.");
    expect(stage.textAt(3)).toContain("count cannot be called so: /n must be integer");
    expect(stage.textAt(4)).toContain("That called no tool.");
  });

  it("says what is wrong with a call, runs none behind it, and goes on", async () => {
    const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const count = new FakeTool("count", undefined, schema);
    const stage = new TaskStage(
      calls(["fly", {}], ["count", { n: 1 }]),
      calls(["count", { n: "x" }]),
      calls(["count", "no object"]),
      calls(["count", { n: 2 }]),
      done("ok"),
    );
    const { steps } = await stage.run({ tools: [count] });
    expect(count.inputs).toEqual([{ n: 2 }]);
    expect(steps.map(({ isFailure }) => isFailure)).toEqual([true, true, true, false, false]);
    expect(stage.textAt(1)).toContain("There is no tool 'fly'; there are count, done, give_up.");
    expect(stage.textAt(1)).toContain("Not done, since the call before it failed.");
    expect(stage.textAt(3)).toContain("not a JSON object");
  });

  it("calls a tool once more that failed for a reason that may pass", async () => {
    const late = { said: "Covered.", isFailure: true, mayPass: true };
    const tool = open(late, { said: "Clicked." });
    const stage = new TaskStage(calls(["open", {}]), done("ok"));
    const running = stage.run({ tools: [tool] });
    while (tool.inputs.length === 0) await stage.clock.advance(0);
    await stage.clock.advance(500);
    expect((await running).steps[0]).toMatchObject({ outcome: "Clicked.", durationMs: 500 });
    expect(tool.inputs).toHaveLength(2);
  });

  it("notices that nothing changes: says so, then ends", async () => {
    const stage = new TaskStage(calls(["open", { url: "/" }]));
    const result = await stage.run({ tools: [open({ said: "Opened.", page: "- a" })] });
    expect(result).toMatchObject({ success: false, failure: "stuck" });
    expect(result.steps).toHaveLength(5);
    expect(result.steps[2]?.outcome).toContain("3 times");
  });

  it("tells only the last page, and stays bounded over a long task", async () => {
    const pages = Array.from({ length: 99 }, (_, n) => ({
      said: `Opened ${n}.`,
      page: `page-${n};`,
    }));
    const replies = pages.map((_, n) => calls(["open", { n }]));
    const stage = new TaskStage(...replies, done("ok"));
    const result = await stage.run({ tools: [open(...pages)], maxSteps: 100 });
    expect(result.success).toBe(true);
    const last = stage.textAt(-1);
    expect(last.match(/page-\d+;/g)).toEqual(["page-98;"]);
    expect(last).toContain("open: Opened 50.");
    expect(stage.callAt(-1)?.prompt.length).toBeLessThan(90);
  });

  it("ends out of tokens and out of time, and with the caller's signal and reason", async () => {
    const poor = new TaskStage(done("ok"));
    const budget = new TokenBudget({ inputTokens: 1 });
    const parts = { model: poor.model, judge: judgeHere, budget };
    expect(await runTask(parts, { prompt: "Go.", tools: [] })).toMatchObject({
      failure: "out-of-tokens",
    });
    const hanging = new FakeTool("open");
    hanging.run = () => new Promise(() => {});
    const slow = new TaskStage(calls(["open", {}]));
    const late = slow.run({ tools: [hanging], timeoutMs: 5000 });
    await slow.clock.advance(5000);
    expect(await late).toMatchObject({ success: false, failure: "out-of-time" });
    const leaving = new AbortController();
    const left = new TaskStage(calls(["open", {}])).run({ tools: [hanging] }, leaving);
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
  });

  it("throws what a tool throws: its browser is gone", async () => {
    const tool = open(new Error("the browser is gone"));
    const stage = new TaskStage(calls(["open", {}]));
    await expect(stage.run({ tools: [tool] })).rejects.toThrow("the browser is gone");
  });

  it.each(["", "  ", "x".repeat(8193), "ü".repeat(4097), 7 as unknown as string])(
    "refuses a prompt that is none: %#",
    async (prompt) => {
      const refused = new TaskStage(done("ok")).run({ prompt });
      await expect(refused).rejects.toMatchObject({ code: "INVALID_TASK" });
    },
  );

  it.each([{ maxSteps: 0 }, { maxSteps: 101 }, { timeoutMs: 0 }])("refuses %j", async (limits) => {
    const refused = new TaskStage(done("ok")).run(limits);
    await expect(refused).rejects.toMatchObject({ code: "INVALID_OPTION" });
    const none = runTask({ model: "gpt" as unknown as ScriptedModel }, { prompt: "a", tools: [] });
    await expect(none).rejects.toMatchObject({ code: "INVALID_MODEL" });
  });
});
