import {
  checkNumber,
  deadline,
  systemClock,
  systemIds,
  withDefaults,
  type Clock,
  type Deadline,
  type Ids,
} from "../core/index.ts";
import { AiError } from "./ai-error.ts";
import { ModelTalk } from "./ask-model.ts";
import type { LanguageModel } from "./model.ts";
import type { Answer } from "./read-answer.ts";
import type { TokenBudget } from "./token-budget.ts";

/** What one call may take. */
export interface GenerateLimits {
  /**
   * The most tokens of one request, by estimate, from 1; a request that needs more is not sent.
   * @default 100000
   */
  readonly maxInputTokens?: number;
  /**
   * The most tokens of one answer, from 1; the model's server is told.
   * @default 4096
   */
  readonly maxOutputTokens?: number;
  /**
   * The most milliseconds for everything, from 1; Infinity for no limit.
   * @default 120000
   */
  readonly timeoutMs?: number;
  /**
   * The most requests for one answer, from 1: failures that may pass are tried again.
   * @default 3
   */
  readonly attempts?: number;
}

const defaults: Required<GenerateLimits> = Object.freeze({
  maxInputTokens: 100_000,
  maxOutputTokens: 4096,
  timeoutMs: 120_000,
  attempts: 3,
});

/** Whom questions go to, and within what. */
interface LimitedParts extends GenerateLimits {
  readonly model: LanguageModel;
  readonly budget?: TokenBudget | undefined;
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What questions are asked with. */
export interface LimitedTalk {
  readonly talk: ModelTalk;
  readonly limit: Deadline;
  readonly maxOutputTokens: number;
}

/**
 * Has questions asked of a model within limits.
 * @throws AiError `TIMEOUT` with what was used; CoreError `INVALID_OPTION`; the
 *   signal's reason; what the questions throw
 */
export async function withinLimits<Result>(
  { model, budget, clock = systemClock, ids = systemIds, signal, ...given }: LimitedParts,
  ask: (talk: LimitedTalk) => Promise<Result>,
): Promise<Result> {
  const { maxInputTokens, maxOutputTokens, timeoutMs, attempts } = given;
  const limits = withDefaults(defaults, { maxInputTokens, maxOutputTokens, timeoutMs, attempts });
  for (const name of Object.keys(defaults) as (keyof GenerateLimits)[]) {
    checkNumber(name, limits[name], { min: 1 });
  }
  signal?.throwIfAborted();
  using limit = deadline(clock, limits.timeoutMs, signal);
  const talk = new ModelTalk({ ...limits, model, clock, ids, budget, limit });
  try {
    return await ask({ talk, limit, maxOutputTokens: limits.maxOutputTokens });
  } catch (error) {
    if (!limit.expired) throw error;
    const message = `The model took longer than ${limits.timeoutMs} ms.`;
    throw new AiError("TIMEOUT", { message, details: { usage: talk.usage } });
  }
}

/** Characters of an answer that an error carries. */
export const LONGEST_ANSWER = 2000;

/**
 * Refuses an answer that is not whole.
 * @throws AiError `TRUNCATED_ANSWER`, `REFUSED`, `MODEL_FAILED`
 */
export function checkWhole(
  { finishReason, text, said, thought }: Answer,
  { talk, maxOutputTokens }: Pick<LimitedTalk, "talk" | "maxOutputTokens">,
): void {
  const details = { answer: text.slice(0, LONGEST_ANSWER), usage: talk.usage };
  if (finishReason === "length" || finishReason === "interrupted") {
    const isThinking = said.trim() === "" && thought !== "";
    const when = isThinking ? " while it was still thinking" : "";
    const message = `The model's answer was cut off${when}; its limit is ${maxOutputTokens} tokens (maxOutputTokens).`;
    throw new AiError("TRUNCATED_ANSWER", { message, details });
  }
  if (finishReason === "content-filter") {
    throw new AiError("REFUSED", { message: "The model refused to answer.", details });
  }
  if (finishReason === "error") {
    throw new AiError("MODEL_FAILED", { message: "The model ended with an error.", details });
  }
}
