import { askWithTools, createCompatibleModel, TokenBudget, type ModelMessage } from "dragline/ai";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { completion, serveChat } from "./chat-server.ts";
import { answerOf, ScriptedModel, type Reply } from "./scripted-model.ts";

const open = {
  type: "function" as const,
  name: "open",
  description: "Opens a page.",
  inputSchema: { type: "object", properties: { url: { type: "string" } }, required: ["url"] },
};
const messages: ModelMessage[] = [
  { role: "system", content: "Use tools." },
  { role: "user", content: [{ type: "text", text: "Open the shop." }] },
];
const call = (input: unknown, more: object = {}) => ({
  type: "tool-call",
  toolCallId: "c1",
  toolName: "open",
  input,
  ...more,
});

const ask = (...replies: readonly Reply[]) => {
  const model = new ScriptedModel(...replies);
  return {
    model,
    step: askWithTools({ model, clock: new FakeClock() }, { messages, tools: [open] }),
  };
};

describe("askWithTools", () => {
  it("tells a real server of tools, calls and results, and reads what it calls next", async () => {
    const called = {
      id: "k7",
      type: "function",
      function: { name: "open", arguments: '{"url":"/a"}' },
    };
    await using server = await serveChat(
      completion({ content: "I look.", tool_calls: [called] }, "tool_calls"),
    );
    await using model = createCompatibleModel({ baseUrl: server.baseUrl, model: "any" });
    const before: ModelMessage[] = [
      ...messages,
      {
        role: "assistant",
        content: [
          { type: "text", text: "First." },
          { type: "tool-call", toolCallId: "k1", toolName: "open", input: { url: "/" } },
        ],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "k1",
            toolName: "open",
            output: { type: "text", value: "a page" },
          },
        ],
      },
    ];
    const step = await askWithTools({ model }, { messages: before, tools: [open] });
    expect(step).toEqual({
      text: "I look.",
      calls: [{ id: "k7", name: "open", input: { url: "/a" } }],
      usage: { inputTokens: 100, outputTokens: 20, calls: 1 },
    });
    const { body } = server.requests[0] ?? {};
    expect(body).toMatchObject({
      tools: [{ type: "function", function: { name: "open", parameters: open.inputSchema } }],
      tool_choice: "auto",
      messages: [
        { role: "system" },
        { role: "user" },
        { role: "assistant", content: "First.", tool_calls: [{ id: "k1" }] },
        { role: "tool", tool_call_id: "k1", content: "a page" },
      ],
    });
    expect(body).not.toHaveProperty("response_format");
  });

  it.each([
    ["an object", { url: "/a" }, { url: "/a" }],
    ["JSON", '{"url":"/a"}', { url: "/a" }],
    ["JSON with a slip", '{"url":"/a",}', { url: "/a" }],
    ["nothing", "", {}],
    ["prose", "the shop, please", undefined],
    ["a list", "[1]", undefined],
  ])("reads what a tool is given as %s", async (_, input, expected) => {
    const { step } = ask(answerOf("", { content: [call(input)] }));
    expect((await step).calls).toEqual([{ id: "c1", name: "open", input: expected }]);
  });

  it("gives an id to a call without one, passes by one without a name, and keeps the order", async () => {
    const content = [
      call("{}", { toolCallId: undefined }),
      call("{}", { toolName: undefined }),
      { type: "reasoning", text: "hm" },
      call("{}", { toolName: "close" }),
    ];
    const { calls, text } = await ask(answerOf("", { content })).step;
    expect([calls, text]).toEqual([
      [
        { id: "call_0", name: "open", input: {} },
        { id: "c1", name: "close", input: {} },
      ],
      "",
    ]);
  });

  it("is a text without calls where the model only says something", async () => {
    expect(await ask(answerOf("Done.")).step).toMatchObject({ text: "Done.", calls: [] });
  });

  it.each([
    ["length", "TRUNCATED_ANSWER"],
    ["content-filter", "REFUSED"],
    ["error", "MODEL_FAILED"],
  ])("refuses an answer that ended by %s", async (unified, code) => {
    const { step } = ask(answerOf("a", { finishReason: { unified } }));
    await expect(step).rejects.toMatchObject({ code });
  });

  it("counts tools and results into what a request may take", async () => {
    const model = new ScriptedModel(answerOf("Done."));
    const long = { ...open, description: "x".repeat(4000) };
    const limits = { maxInputTokens: 900, messages, tools: [long] };
    await expect(askWithTools({ model }, limits)).rejects.toMatchObject({
      code: "BUDGET_EXCEEDED",
    });
    const budget = new TokenBudget({ inputTokens: 1 });
    const question = askWithTools({ model, budget }, { messages, tools: [open] });
    await expect(question).rejects.toMatchObject({ code: "BUDGET_EXCEEDED" });
    expect(model.calls).toHaveLength(0);
  });

  it("ends with the caller's signal, and in time", async () => {
    const clock = new FakeClock();
    const never = new ScriptedModel(() => new Promise(() => {}));
    const leaving = new AbortController();
    const request = { messages, tools: [open], timeoutMs: 1000 };
    const left = askWithTools({ model: never, clock }, request, { signal: leaving.signal });
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    const late = askWithTools({ model: never, clock }, request);
    const failure = expect(late).rejects.toMatchObject({ code: "TIMEOUT" });
    await clock.advance(1000);
    await failure;
  });
});
