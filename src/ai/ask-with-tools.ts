import { checkArgument, traced } from "../core/index.ts";
import type { GenerateCollaborators } from "./generate-object.ts";
import { checkModel, type ModelMessage, type ModelTool } from "./model.ts";
import type { JsonObject } from "./plain-json.ts";
import type { Answer, AnsweredCall } from "./read-answer.ts";
import { readObject } from "./read-json.ts";
import type { TokenUsage } from "./token-usage.ts";
import { writtenCalls, type WrittenCalls } from "./written-calls.ts";
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
 * Asks a model for its next step in a conversation with tools: which it calls, with what. A call that
 * it writes at the end of its text is one too; what it thinks aloud is no part of its text.
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
  request: ToolRequest,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<ToolStep> {
  checkArgument("collaborators of askWithTools({ model }, request)", collaborators, "object");
  checkArgument("request of askWithTools({ model }, request)", request, "object");
  const { messages, tools, temperature, ...limits } = request;
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
    const { said, calls } = await calledIn(answer, tools);
    return { text: said, calls: await Promise.all(calls.map(readCall)), usage: talk.usage };
  };
  const parts = { ...collaborators, ...limits, signal };
  return traced("dragline:ai:tools", { provider, modelId }, () => withinLimits(parts, step));
}

/** What a model said, and the tools that it called; in words too, at the end of what it said or thought. */
async function calledIn(
  { said, thought, calls }: Answer,
  tools: readonly ModelTool[],
): Promise<WrittenCalls> {
  if (calls.length > 0) return { said, calls: calls.map((call) => namedAs(call, tools)) };
  if (said.trim() !== "") return (await writtenCalls(said, tools)) ?? { said, calls };
  const { calls: thoughtOf = [] } = (await writtenCalls(thought, tools)) ?? {};
  return { said, calls: thoughtOf };
}

/** A call by the name of the tool, where a server left marks of the model's template in it. */
function namedAs(call: AnsweredCall, tools: readonly ModelTool[]): AnsweredCall {
  const { name } = call;
  const bare = name.replace(/^\s*functions\./, "").replace(/<\|[^]*$/, "");
  const isKnown = (given: string): boolean => tools.some((tool) => tool.name === given);
  return !isKnown(name) && isKnown(bare.trim()) ? { ...call, name: bare.trim() } : call;
}

async function readCall({ id, name, input }: AnsweredCall, index: number): Promise<ToolCall> {
  const object = input.trim() === "" ? {} : await readObject(input);
  return { id: id === "" ? `call_${index}` : id, name, input: object };
}
