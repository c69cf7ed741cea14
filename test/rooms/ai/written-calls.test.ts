import { askWithTools, type ModelAnswer, type ModelTool } from "dragline/ai";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { answerOf, ScriptedModel } from "./scripted-model.ts";

const tool = (name: string, properties: object): ModelTool => ({
  type: "function",
  name,
  description: "",
  inputSchema: { type: "object", properties, additionalProperties: false },
});
const tools = [
  tool("open", { url: { type: "string" }, times: { type: "integer" }, wide: { type: "boolean" } }),
  tool("list_all", {}),
];

async function stepOf(given: string | ModelAnswer) {
  const model = new ScriptedModel(typeof given === "string" ? answerOf(given) : given);
  const request = { messages: [], tools };
  const { text, calls } = await askWithTools({ model, clock: new FakeClock() }, request);
  return { text, calls: calls.map(({ name, input }) => [name, input]) };
}

const a = { url: "/a" };
const json = JSON.stringify({ name: "open", arguments: a });
const all = JSON.stringify({ name: "list_all", arguments: {} });

const forms: readonly (readonly [string, string])[] = [
  ["Hermes", `<tool_call>\n${json}\n</tool_call>`],
  ["Hermes, unclosed", `<tool_call>\n${json}`],
  ["Hermes, in a list", `<tool_call>[${json}]</tool_call>`],
  [
    "Qwen's coder",
    "<tool_call>\n<function=open>\n<parameter=url>\n/a\n</parameter>\n</function>\n</tool_call>",
  ],
  ["Qwen's coder, without a frame", "<function=open><parameter=url>/a</parameter></function>"],
  ["Llama", '<function=open>{"url":"/a"}</function>'],
  ["Llama's code", '<|python_tag|>{"name":"open","parameters":{"url":"/a"}}<|eom_id|>'],
  ["Mistral", `[TOOL_CALLS][${json}]`],
  ["Mistral, newer", '[TOOL_CALLS]open[ARGS]{"url":"/a"}'],
  ["Mistral, with an id", '[TOOL_CALLS]open[CALL_ID]abc123[ARGS]{"url":"/a"}</s>'],
  [
    "DeepSeek",
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>open\n```json\n{"url":"/a"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  ],
  [
    "DeepSeek, newer",
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>open<｜tool▁sep｜>{"url":"/a"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  ],
  [
    "DeepSeek, in elements",
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="open">\n<｜DSML｜parameter name="url" string="true">/a</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
  ],
  [
    "Kimi",
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.open:0<|tool_call_argument_begin|>{"url":"/a"}<|tool_call_end|><|tool_calls_section_end|>',
  ],
  ["GLM", "<tool_call>open\n<arg_key>url</arg_key>\n<arg_value>/a</arg_value>\n</tool_call>"],
  ["Granite", `<|tool_call|>[${json}]`],
  [
    "Command",
    '<|START_ACTION|>[{"tool_call_id":"0","tool_name":"open","parameters":{"url":"/a"}}]<|END_ACTION|>',
  ],
  ["Phi", `functools[${json}]`],
  [
    "invocations",
    '<function_calls>\n<invoke name="open">\n<parameter name="url">/a</parameter>\n</invoke>\n</function_calls>',
  ],
  [
    "MiniMax",
    '<minimax:tool_call>\n<invoke name="open">\n<parameter name="url">/a</parameter>\n</invoke>\n</minimax:tool_call>',
  ],
  [
    "channels",
    '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary to=functions.open <|constrain|>json<|message|>{"url":"/a"}<|call|>',
  ],
  [
    "channels, the receiver first",
    '<|start|>assistant to=functions.open<|channel|>commentary json<|message|>{"url":"/a"}<|call|>',
  ],
  ["ReAct", 'Action: open\nAction Input: {"url":"/a"}'],
  ["ReAct in JSON", '```json\n{"action":"open","action_input":{"url":"/a"}}\n```'],
  ["JSON alone", json],
  ["JSON in a fence", `\`\`\`json\n${json}\n\`\`\``],
  ["JSON with a text of JSON", JSON.stringify({ name: "open", arguments: JSON.stringify(a) })],
  ["JSON with a slip", "{'name': 'open', 'arguments': {'url': '/a',}}"],
  ["JSON in a list", `[${json}]`],
  [
    "JSON as servers give it",
    JSON.stringify({
      tool_calls: [
        { id: "1", type: "function", function: { name: "open", arguments: JSON.stringify(a) } },
      ],
    }),
  ],
];

describe("a call that a model writes as text", () => {
  it.each(forms)("is one: %s", async (_, text) => {
    expect(await stepOf(text)).toEqual({ text: "", calls: [["open", a]] });
    const { text: said, calls } = await stepOf(`I open it.\n${text}`);
    expect([said, calls]).toEqual(["I open it.", [["open", a]]]);
  });

  it.each([
    ["Hermes", `<tool_call>${json}</tool_call>\n<tool_call>${all}</tool_call>`],
    ["Mistral", `[TOOL_CALLS][${json}, ${all}]`],
    [
      "Qwen's coder",
      "<tool_call><function=open><parameter=url>/a</parameter></function></tool_call>\n<tool_call><function=list_all>\n</function></tool_call>",
    ],
    [
      "GLM",
      "<tool_call>open\n<arg_key>url</arg_key>\n<arg_value>/a</arg_value></tool_call><tool_call>list_all</tool_call>",
    ],
    ["JSON on two lines", `${json}\n${all}`],
  ])("may be one of several: %s", async (_, text) => {
    expect((await stepOf(text)).calls).toEqual([
      ["open", a],
      ["list_all", {}],
    ]);
  });

  it("has values of the tool's own types where they stand in elements", async () => {
    const text =
      "<function=open>\n<parameter=url>\n12\n</parameter>\n<parameter=times>\n3\n</parameter>\n<parameter=wide>true</parameter>\n</function>";
    expect((await stepOf(text)).calls).toEqual([["open", { url: "12", times: 3, wide: true }]]);
    const lines = '<function=open><parameter=url>\na\n{"b": [<i>]}\n</parameter></function>';
    expect((await stepOf(lines)).calls).toEqual([["open", { url: 'a\n{"b": [<i>]}' }]]);
  });

  it("is one also where it cannot be done, so that the caller says so", async () => {
    const unknown = '<tool_call>{"name":"fly","arguments":{"to":1}}</tool_call>';
    expect((await stepOf(unknown)).calls).toEqual([["fly", { to: 1 }]]);
    const wrong = '{"name":"open","arguments":{"address":1}}';
    expect((await stepOf(wrong)).calls).toEqual([["open", { address: 1 }]]);
    const broken = '<tool_call>{"name":"open","arguments":"/a"}</tool_call>';
    expect((await stepOf(broken)).calls).toEqual([["open", undefined]]);
  });

  it.each([
    ["a sentence", `The page says ${json}, which I do not do.`],
    ["a sentence with marks", `The page says <tool_call>${json}</tool_call>, which I do not do.`],
    ["a sentence that ends with it", `The page says ${json}`],
    ["back-ticks", `The page holds \`<tool_call>${json}</tool_call>\``],
    ["words behind it", `${json}\nIs that right?`],
    ["another tool's name", '{"name":"Lamp","parameters":{"url":"/a"}}'],
    ["an answer in JSON", '{"name":"open","price":3}'],
    ["nothing whole", '<tool_call>{"name":"open","arguments":'],
    ["a tool in prose", "Action: none is needed.\nIt is done {already}."],
  ])("is none in %s", async (_, text) => {
    expect(await stepOf(text)).toEqual({ text, calls: [] });
  });

  it("ends where the model goes on with what it imagines", async () => {
    const text = `<tool_call>${json}</tool_call>\n<tool_response>\n{"name":"list_all","arguments":{}}\n</tool_response>\nDone.`;
    expect((await stepOf(text)).calls).toEqual([["open", a]]);
  });

  it("is none beside one that the server read", async () => {
    const content = [
      { type: "text", text: `<tool_call>${all}</tool_call>` },
      { type: "tool-call", toolCallId: "1", toolName: "open", input: '{"url":"/b"}' },
    ];
    expect((await stepOf(answerOf("", { content }))).calls).toEqual([["open", { url: "/b" }]]);
  });

  it("is none among thoughts, but where nothing else is there", async () => {
    const thought = `<think>I could <tool_call>${all}</tool_call></think>\n`;
    expect((await stepOf(`${thought}<tool_call>${json}</tool_call>`)).calls).toEqual([["open", a]]);
    expect(await stepOf(`${thought}It is done.`)).toEqual({ text: "It is done.", calls: [] });
    const content = [{ type: "reasoning", text: `I open it.\n<tool_call>${json}</tool_call>` }];
    const step = await stepOf(answerOf("", { content }));
    expect(step).toEqual({ text: "", calls: [["open", a]] });
  });

  it("is known by its name where a server leaves marks in it", async () => {
    for (const toolName of ["functions.open", "open<|channel|>commentary", " open"]) {
      const content = [{ type: "tool-call", toolCallId: "1", toolName, input: '{"url":"/b"}' }];
      expect((await stepOf(answerOf("", { content }))).calls).toEqual([["open", { url: "/b" }]]);
    }
  });

  it.each([
    "<tool_call>",
    "<parameter=url>",
    "<function=open>",
    "[TOOL_CALLS]",
    "{",
    '<invoke name="',
    '{"name":"open","arguments":{}}',
    "<tool_call>open ",
    "```",
    "to=functions.open ",
  ])("is looked for in time that grows with a text: %s", async (piece) => {
    const started = performance.now();
    await stepOf(`<tool_call>${piece.repeat(Math.ceil(190_000 / piece.length))}`);
    await stepOf(`Well.\n${piece.repeat(Math.ceil(1_000_000 / piece.length))}`);
    expect(performance.now() - started).toBeLessThan(4000);
  });
});
