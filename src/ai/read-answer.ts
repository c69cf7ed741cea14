import type { ModelAnswer, ModelContent } from "./model.ts";
import { estimateTokens, type TokenUsage } from "./token-usage.ts";

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
  /** What it said, the input of tools aside. */
  readonly said: string;
  /** The tools that it calls, in order; each has a name. */
  readonly calls: readonly AnsweredCall[];
  /** Why the model stopped: `stop`, `length`, `content-filter` … */
  readonly finishReason: string;
  readonly usage: TokenUsage;
  /** What the model's provider left out or changed. */
  readonly warnings: readonly string[];
}

/**
 * Reads an answer. Its text is that of its text parts; else the input of its tool calls, where some
 * servers put it.
 * @param inputTokens by estimate, for a model that does not count
 * @throws TypeError when it is no answer
 */
export function readAnswer(given: unknown, inputTokens: number): Answer {
  const answer = (given ?? {}) as Partial<ModelAnswer>;
  if (!Array.isArray(answer.content)) throw new TypeError("The answer has no content.");
  const content = answer.content as readonly (ModelContent | null)[];
  const said = saidIn(content);
  const text = textOf(answer.structuredOutputText, said, content);
  return {
    text,
    said,
    calls: content.flatMap(callOf),
    finishReason: finishOf(answer.finishReason),
    usage: {
      inputTokens: count(answer.usage?.inputTokens) ?? inputTokens,
      outputTokens: count(answer.usage?.outputTokens) ?? estimateTokens(text),
      calls: 1,
    },
    warnings: Array.isArray(answer.warnings) ? answer.warnings.map(warningOf) : [],
  };
}

function saidIn(content: readonly (ModelContent | null)[]): string {
  const said = content.filter((part) => part?.type === "text").map((part) => part?.text);
  return said.filter((piece) => typeof piece === "string").join("");
}

function textOf(structured: unknown, said: string, content: readonly (ModelContent | null)[]) {
  if (typeof structured === "string" && structured.trim() !== "") return structured;
  if (said.trim() !== "") return said;
  const called = content.filter((part) => part?.type === "tool-call").map((part) => part?.input);
  return called.filter((input) => typeof input === "string").join("\n");
}

function callOf(part: ModelContent | null): AnsweredCall[] {
  if (part?.type !== "tool-call" || typeof part.toolName !== "string") return [];
  const { toolCallId: id, toolName: name, input } = part;
  const json = typeof input === "string" ? input : JSON.stringify(input ?? {});
  return [{ id: typeof id === "string" ? id : "", name, input: json }];
}

function finishOf(reason: unknown): string {
  const unified =
    typeof reason === "object" && reason !== null && "unified" in reason ? reason.unified : reason;
  return typeof unified === "string" ? unified : "other";
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
