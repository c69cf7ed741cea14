import { traced } from "../core/index.ts";
import type { GenerateCollaborators } from "./generate-object.ts";
import { checkModel, type ModelMessage, type ModelTool } from "./model.ts";
import type { JsonObject } from "./plain-json.ts";
import type { AnsweredCall } from "./read-answer.ts";
import { readJson } from "./read-json.ts";
import type { TokenUsage } from "./token-usage.ts";
import {
  checkWhole,
  withinLimits,
  type GenerateLimits,
  type LimitedTalk,
} from "./within-limits.ts";

/** A conversation so far, and the tools that may be called next. */
export interface ToolRequest extends GenerateLimits {
  readonly messages: readonly ModelMessage[];
  /** At least one. */
  readonly tools: readonly ModelTool[];
  /** Sent when given: some models refuse every other than their own. */
  readonly temperature?: number | undefined;
}

/** A tool that a model calls. */
export interface ToolCall {
  /** By which its result is told. */
  readonly id: string;
  readonly name: string;
  /** What it is given; judged by no schema. Undefined when it is no object of JSON. */
  readonly input: JsonObject | undefined;
}

/** A model's next step. */
export interface ToolStep {
  /** What it said besides; empty when nothing. */
  readonly text: string;
  /** In the order in which it wants them called; empty when it only said something. */
  readonly calls: readonly ToolCall[];
  readonly usage: TokenUsage;
}

/**
 * Asks a model for its next step in a conversation with tools: which it calls, with what.
 * @throws AiError `INVALID_MODEL`, `BUDGET_EXCEEDED` (before anything is sent), `MODEL_REJECTED`,
 *   `MODEL_UNAVAILABLE`, `MODEL_FAILED`, `PACKAGE_MISSING`, `MODEL_CLOSED`, `TRUNCATED_ANSWER`,
 *   `REFUSED`, `TIMEOUT`
 * @throws CoreError `INVALID_OPTION`; the signal's reason
 * @example
 * ```ts
 * const { calls } = await askWithTools({ model }, { messages, tools: [open, click] });
 * ```
 */
export async function askWithTools(
  collaborators: Omit<GenerateCollaborators, "judge">,
  { messages, tools, temperature, ...limits }: ToolRequest,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<ToolStep> {
  const { model } = collaborators;
  checkModel(model);
  const { provider, modelId } = model;
  const step = async (limited: LimitedTalk): Promise<ToolStep> => {
    const { talk, maxOutputTokens } = limited;
    const answer = await talk.ask({
      prompt: [...messages],
      maxOutputTokens,
      ...(temperature !== undefined && { temperature }),
      tools: [...tools],
      toolChoice: { type: "auto" },
    });
    checkWhole(answer, limited);
    const calls = await Promise.all(answer.calls.map(readCall));
    return { text: answer.said, calls, usage: talk.usage };
  };
  const parts = { ...collaborators, ...limits, signal };
  return traced("dragline:ai:tools", { provider, modelId }, () => withinLimits(parts, step));
}

async function readCall({ id, name, input }: AnsweredCall, index: number): Promise<ToolCall> {
  const read = input.trim() === "" ? { object: {} } : await readJson(input);
  const object = "object" in read ? read.object : undefined;
  return { id: id === "" ? `call_${index}` : id, name, input: object };
}
