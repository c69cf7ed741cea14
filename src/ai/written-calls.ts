import type { Json } from "../storage/index.ts";
import { findJson } from "./find-json.ts";
import { fitAnswer } from "./fit-answer.ts";
import type { ModelTool } from "./model.ts";
import { isJsonObject, type JsonObject } from "./plain-json.ts";
import { readJson } from "./read-json.ts";
import type { AnsweredCall } from "./read-answer.ts";

/** What a model said, and the tools that it called in words. */
export interface WrittenCalls {
  /** What stands before the calls. */
  readonly said: string;
  readonly calls: readonly AnsweredCall[];
}

/** Where the calls begin in the templates of families of models. */
const BEGINNING =
  /(?<!`)(?:<(?:tool_call|function_calls?|minimax:tool_call|invoke name|function=|tool_call>?)|<\|(?:tool_call|tool_calls_section_begin|tool_call_begin|python_tag|START_ACTION|start\|>assistant to=|channel\|>commentary)|<｜(?:tool▁calls?▁begin|DSML｜)|\[TOOL_CALLS\]|functools\s*\[|^Action:)/mu;

/** Where a model goes on with what it imagines to come of a call. */
const IMAGINED = /<\/?tool_response|<tool_result|^Observation:/m;

/** Characters of calls that are read. */
const LONGEST = 200_000;
/** Calls of one answer. */
const MOST_CALLS = 32;

/**
 * The calls of tools at the end of a text, in the form in which a model writes them where its server
 * does not read them: behind the marks of its template; without marks as JSON on lines of its own that
 * names a tool which there is. Undefined where a text ends with no such call: a call within a sentence is
 * spoken of.
 */
export async function writtenCalls(
  text: string,
  tools: readonly ModelTool[],
): Promise<WrittenCalls | undefined> {
  const start = BEGINNING.exec(text)?.index;
  const { from, isMarked } =
    start === undefined ? bareStart(text) : { from: start, isMarked: true };
  if (from === undefined || text.length - from > LONGEST) return undefined;
  const region = text.slice(from).split(IMAGINED, 1)[0] ?? "";
  const reader = new CallReader(tools);
  const calls = reader.tagged(region) ?? (await reader.json(plainMarks(region)));
  const known = new Set(tools.map(({ name }) => name));
  const isSure = isMarked && !region.startsWith("Action:");
  if (calls === undefined || calls.length === 0) return undefined;
  if (!isSure && !calls.every(({ name }) => known.has(name))) return undefined;
  return {
    said: text
      .slice(0, from)
      .replace(/\s*```\w*\s*$/, "")
      .trim(),
    calls,
  };
}

/** Where the JSON begins that a text ends with, on a line of its own. */
function bareStart(text: string): { readonly from: number | undefined; readonly isMarked: false } {
  const end = text.trimEnd().replace(/\s*```$/, "").length;
  let from: number | undefined;
  let until = end;
  for (const span of findJson(text.slice(0, end)).spans.toReversed()) {
    if (text.slice(span.to, until).trim() !== "") break;
    until = from = span.from;
  }
  const line = from === undefined ? "" : text.slice(text.lastIndexOf("\n", from - 1) + 1, from);
  return { from: /^\s*(?:```\w*\s*)?$/.test(line) ? from : undefined, isMarked: false };
}

/** Marks of templates, all between the same brackets: those in square ones look like lists. */
function plainMarks(region: string): string {
  return region
    .replace(/\[(TOOL_CALLS|ARGS|CALL_ID)\]/g, "<|$1|>")
    .replace(/<function=([\w.-]{1,64})>/g, "<|function|> $1 <|args|>");
}

/** Reads the calls of a text that is nothing else. */
class CallReader {
  readonly #tools: ReadonlyMap<string, ModelTool>;

  constructor(tools: readonly ModelTool[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  /** Calls whose parameters stand in elements of their own; undefined where none do. */
  tagged(region: string): AnsweredCall[] | undefined {
    const [before = "", ...pieces] = plainTags(region).split(CALLED);
    if (before.replace(TAG, "").trim() !== "") return undefined;
    const calls: AnsweredCall[] = [];
    for (let at = 0; at < pieces.length && calls.length < MOST_CALLS; at += 2) {
      const [name = "", body = ""] = pieces.slice(at, at + 2);
      const values = parametersOf(body);
      if (values === undefined) return undefined;
      const { inputSchema = {} } = this.#tools.get(name) ?? {};
      const { object } = fitAnswer(values, inputSchema);
      calls.push({ id: "", name, input: JSON.stringify({ ...values, ...object }) });
    }
    return calls.length > 0 ? calls : undefined;
  }

  /** Calls in JSON; undefined where something else stands between or behind them. */
  async json(region: string): Promise<AnsweredCall[] | undefined> {
    const calls: AnsweredCall[] = [];
    let before = 0;
    for (const { from, to } of findJson(region).spans) {
      const read = await readJson(region.slice(from, to));
      if ("fault" in read) return undefined;
      const found = this.#callsIn(read.values[0]?.value ?? null, region.slice(before, from));
      if (found === undefined) return undefined;
      calls.push(...found);
      before = to;
    }
    return isOnlyMarks(region.slice(before)) ? calls.slice(0, MOST_CALLS) : undefined;
  }

  /** @param gap what stands before the value: marks, and maybe the tool's name */
  #callsIn(value: Json, gap: string): AnsweredCall[] | undefined {
    const words = wordsOf(gap);
    if (words.length > MOST_WORDS) return undefined;
    const all = Array.isArray(value) ? (value as readonly Json[]) : [value];
    const calls = all.flatMap((each) => namedCalls(each));
    if (calls.length > 0 && calls.length >= all.length) return calls;
    const known = words.findLast((word) => this.#tools.has(word));
    const name = known ?? words.findLast((word) => !FILLERS.has(word.toLowerCase()));
    if (name === undefined || !isJsonObject(value)) return undefined;
    return [{ id: "", name, input: JSON.stringify(value) }];
  }
}

/** Where a call with elements begins: `<function=open>`, `<invoke name="open">`. */
const CALLED = /<(?:function=|(?:｜DSML｜)?invoke name=)"?([\w.-]{1,64})"?>/;
const PARAMETER = /<(?:｜DSML｜)?parameter(?:=|\s+name=)"?([\w.-]{1,64})"?[^<>]{0,80}>/;
const PARAMETER_END = /<\/(?:｜DSML｜)?(?:parameter|arg_value)>/;
const TAG = /<\/?[^<>\n]{1,80}>/g;

/** Names and keys between tags, as GLM writes them, in the tags. */
function plainTags(region: string): string {
  return region
    .replace(/<tool_call>\s{0,9}([\w.-]{1,64})\s{0,9}(?=<arg_key>|<\/tool_call>)/g, "<function=$1>")
    .replace(/<arg_key>\s{0,9}([\w.-]{1,64})\s{0,9}<\/arg_key>/g, "<parameter=$1>");
}

/** The parameters in the elements of a call, as texts; undefined where there is something else. */
function parametersOf(body: string): JsonObject | undefined {
  const [before = "", ...pieces] = body.split(PARAMETER);
  if (before.replace(TAG, "").trim() !== "") return undefined;
  const values: [string, string][] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    const [name = "", rest = ""] = pieces.slice(at, at + 2);
    const end = PARAMETER_END.exec(rest);
    const value = rest.slice(0, end?.index).replace(/^\s*<arg_value>/, "");
    const after = end === null ? "" : rest.slice(end.index + end[0].length);
    if (after.replace(TAG, "").trim() !== "") return undefined;
    values.push([name, value.replace(/^\n|\n$/g, "")]);
  }
  return Object.fromEntries(values);
}

/** Words that stand around a name and are none. */
const FILLERS = new Set([
  "function",
  "functions",
  "json",
  "assistant",
  "commentary",
  "action",
  "input",
]);
/** Words before a call: those of its template. */
const MOST_WORDS = 7;

/** What is no mark, in words: `functions.open:0` is `open`. */
function wordsOf(gap: string): string[] {
  const bare = gap.replace(/<[|｜][^<>|｜]{1,40}[|｜]>|<\/?[\w:]{1,40}>|```|functools|to=/g, " ");
  const words = bare.split(/[\s:,;\][]+/).map((word) => word.replace(/^functions?\./, ""));
  return words.filter((word) => /\p{L}/u.test(word));
}

function isOnlyMarks(rest: string): boolean {
  return wordsOf(rest).length === 0 && !/\p{N}/u.test(rest.replace(TAG, ""));
}

const NAMES = ["name", "tool_name", "tool", "function_name", "function", "action"];
const INPUTS = ["arguments", "parameters", "args", "params", "input", "action_input", "tool_input"];

/** The calls that a value of JSON writes. */
function namedCalls(value: Json): AnsweredCall[] {
  if (!isJsonObject(value)) return [];
  const { tool_calls: several, function: inner } = value;
  if (Array.isArray(several)) return (several as readonly Json[]).flatMap(namedCalls);
  if (isJsonObject(inner)) return namedCalls(inner);
  const name = NAMES.map((each) => value[each]).find((each) => typeof each === "string");
  const input = INPUTS.filter((each) => Object.hasOwn(value, each)).map((each) => value[each])[0];
  if (name === undefined || (typeof input !== "string" && !isJsonObject(input))) return [];
  const json = typeof input === "string" ? input : JSON.stringify(input);
  return [{ id: "", name: name.replace(/^functions\./, ""), input: json }];
}
