import type { ModelAnswer, ModelContent } from "./model.ts";
import { estimateTokens, type TokenUsage } from "./token-usage.ts";

/** A model's answer, read with care: what a model says of itself may be anything. */
export interface Answer {
  /** What is to hold the object; empty when the model wrote nothing. */
  readonly text: string;
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
  const text = textOf(answer.structuredOutputText, content);
  return {
    text,
    finishReason: finishOf(answer.finishReason),
    usage: {
      inputTokens: count(answer.usage?.inputTokens) ?? inputTokens,
      outputTokens: count(answer.usage?.outputTokens) ?? estimateTokens(text),
      calls: 1,
    },
    warnings: Array.isArray(answer.warnings) ? answer.warnings.map(warningOf) : [],
  };
}

function textOf(structured: unknown, content: readonly (ModelContent | null)[]): string {
  if (typeof structured === "string" && structured.trim() !== "") return structured;
  const said = content.filter((part) => part?.type === "text").map((part) => part?.text);
  const text = said.filter((piece) => typeof piece === "string").join("");
  if (text.trim() !== "") return text;
  const called = content.filter((part) => part?.type === "tool-call").map((part) => part?.input);
  return called.filter((input) => typeof input === "string").join("\n");
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
