import { findJson } from "./find-json.ts";
import type { ModelAnswer, ModelContent } from "./model.ts";
import { AnsweredError } from "./model-failure.ts";
import { partThoughts } from "./thoughts.ts";
import { estimateTokens, type TokenUsage } from "./token-usage.ts";
import { isRefusalWord, statusOfWord, toldError } from "./told-error.ts";

/** A call of a tool as a model wrote it. */
export interface AnsweredCall {
  /** Empty where the model's server gives none. */
  readonly id: string;
  readonly name: string;
  /** What is to be JSON. */
  readonly input: string;
}

/** A model's answer, read with care: what a model says of itself may be anything. */
export interface Answer {
  /** What is to hold the object; empty when the model wrote nothing. */
  readonly text: string;
  /** What it said, its thoughts and the input of tools aside. */
  readonly said: string;
  /** What it thought aloud. */
  readonly thought: string;
  /** The tools that it calls, in order; each has a name. */
  readonly calls: readonly AnsweredCall[];
  /** Why the model stopped: `stop`, `length`, `content-filter` … */
  readonly finishReason: string;
  readonly usage: TokenUsage;
  /** What the model's provider left out or changed. */
  readonly warnings: readonly string[];
}

/**
 * Reads an answer. Its text is what it says and the input of its tool calls, where some servers put it;
 * where there is neither, the JSON that its thoughts end with: a server may take all for thoughts.
 * @param inputTokens by estimate, for a model that does not count
 * @throws TypeError when it is no answer; AnsweredError when it tells an error in place of one
 */
export function readAnswer(given: unknown, inputTokens: number): Answer {
  const answer = (given ?? {}) as Partial<ModelAnswer>;
  if (!Array.isArray(answer.content)) throw new TypeError("The answer has no content.");
  const content = answer.content as readonly (ModelContent | null)[];
  const { said, thought } = partThoughts(textsIn(content, "text"));
  const thoughts = `${textsIn(content, "reasoning")}\n${thought}`.trim();
  const calls = content.flatMap(callOf);
  const finishReason = finishOf(answer.finishReason);
  const isEmpty = said.trim() === "" && calls.length === 0;
  checkTold(answer, isEmpty, finishReason);
  const { structuredOutputText: structured } = answer;
  const isStructured = typeof structured === "string" && structured.trim() !== "";
  const written = [said, ...calls.map(({ input }) => input)].filter((piece) => piece.trim() !== "");
  const text = isStructured ? structured : isEmpty ? lastJson(thoughts) : written.join("\n");
  return {
    text,
    said,
    thought: thoughts,
    calls,
    finishReason,
    usage: {
      inputTokens: count(answer.usage?.inputTokens) ?? inputTokens,
      outputTokens: count(answer.usage?.outputTokens) ?? estimateTokens(`${thoughts}${text}`),
      calls: 1,
    },
    warnings: Array.isArray(answer.warnings) ? answer.warnings.map(warningOf) : [],
  };
}

/** @throws AnsweredError for an answer that is an error: whole, or where it ended */
function checkTold(
  { response, finishReason }: Partial<ModelAnswer>,
  isEmpty: boolean,
  finished: string,
): void {
  const told = toldError(response?.body);
  if (told !== undefined && (isEmpty || finished === "error")) throw new AnsweredError(told);
  const raw = finishReason?.raw;
  const status = typeof raw === "string" ? statusOfWord(raw) : undefined;
  if (status === undefined) return;
  throw new AnsweredError({ status, isRefusal: false, message: String(raw) });
}

function textsIn(content: readonly (ModelContent | null)[], type: string): string {
  const texts = content.filter((part) => part?.type === type).map((part) => part?.text);
  return texts.filter((piece) => typeof piece === "string").join("");
}

/** The object or list that a text ends with, a fence aside; empty when it ends with none. */
function lastJson(text: string): string {
  const bare = text.trimEnd().replace(/\s*```$/, "");
  const last = findJson(bare).spans.at(-1);
  return last?.to === bare.length ? bare.slice(last.from) : "";
}

function callOf(part: ModelContent | null): AnsweredCall[] {
  if (part?.type !== "tool-call" || typeof part.toolName !== "string") return [];
  const { toolCallId: id, toolName: name, input } = part;
  const json = typeof input === "string" ? input : JSON.stringify(input ?? {});
  return [{ id: typeof id === "string" ? id : "", name, input: json }];
}

/** What servers say in their own words, where the AI SDK has none for it. */
const CUT_OFF: ReadonlySet<string> = new Set(["max_tokens", "max_output_tokens", "model_length"]);

function finishOf(reason: unknown): string {
  const { unified, raw } = (
    typeof reason === "object" && reason !== null ? reason : { unified: reason }
  ) as { readonly unified?: unknown; readonly raw?: unknown };
  const known = typeof unified === "string" ? unified : "other";
  if (known !== "other" || typeof raw !== "string") return known;
  const own = raw.toLowerCase();
  if (own === "error") return own;
  if (CUT_OFF.has(own)) return "length";
  return isRefusalWord(own) ? "content-filter" : known;
}

function count(tokens: { readonly total?: unknown } | undefined): number | undefined {
  const total = tokens?.total;
  return typeof total === "number" && Number.isFinite(total) && total >= 0 ? total : undefined;
}

/** Characters of a provider's warning. */
const LONGEST_WARNING = 300;

function warningOf(given: unknown): string {
  const { type, feature, setting, details, message } = (given ?? {}) as Partial<
    ModelAnswer["warnings"][number]
  >;
  const parts = [type, feature ?? setting, details ?? message];
  return parts
    .filter((part) => typeof part === "string")
    .join(": ")
    .slice(0, LONGEST_WARNING);
}
