import {
  backoff,
  unlessAborted,
  wait,
  type Clock,
  type Deadline,
  type Ids,
} from "../core/index.ts";
import { AiError } from "./ai-error.ts";
import type {
  LanguageModel,
  ModelCall,
  ModelText,
  ModelToolCall,
  ModelToolResult,
} from "./model.ts";
import { judgeFailure, type ModelFailure } from "./model-failure.ts";
import { readAnswer, type Answer } from "./read-answer.ts";
import { checkTokens, type TokenBudget } from "./token-budget.ts";
import { addUsage, estimateTokens, noUsage, type TokenUsage } from "./token-usage.ts";

/** What a model is asked with. */
interface AskParts {
  readonly model: LanguageModel;
  readonly clock: Clock;
  readonly ids: Ids;
  /** That of the job. */
  readonly budget: TokenBudget | undefined;
  /** The most tokens of one request's input. */
  readonly maxInputTokens: number;
  /** The most requests for one answer. */
  readonly attempts: number;
  /** Bounds everything. */
  readonly limit: Deadline;
}

/** Waits between attempts whose server does not say how long to wait. */
const waits = { baseMs: 500, maxMs: 10_000 };

/** The questions to a model for one object: each is asked until it is answered, all are counted. */
export class ModelTalk {
  readonly #parts: AskParts;
  #usage = noUsage;

  constructor(parts: AskParts) {
    this.#parts = parts;
  }

  /** What was used so far. */
  get usage(): TokenUsage {
    return this.#usage;
  }

  /**
   * Asks, again after a wait where an attempt failed for a reason that may pass.
   * @throws AiError `BUDGET_EXCEEDED`, `MODEL_REJECTED`, `MODEL_UNAVAILABLE`, `MODEL_FAILED`; the
   *   limit's reason
   */
  async ask(call: Omit<ModelCall, "abortSignal">): Promise<Answer> {
    const { attempts, limit } = this.#parts;
    for (let attempt = 1; ; attempt++) {
      const result = await this.#attempt(call);
      if ("text" in result) return result;
      const wait = this.#waitAfter(result, attempt);
      if (!result.mayPass || attempt >= attempts || wait >= limit.remaining()) {
        throw this.#failed(result, attempt);
      }
      await this.#pause(wait);
    }
  }

  #pause(ms: number): Promise<void> {
    return wait(this.#parts.clock, ms, this.#parts.limit.signal);
  }

  #waitAfter({ retryAfterMs }: ModelFailure, attempt: number): number {
    return retryAfterMs ?? backoff(attempt, this.#parts.ids.random(), waits);
  }

  async #attempt(call: Omit<ModelCall, "abortSignal">): Promise<Answer | ModelFailure> {
    const { model, limit, clock, budget, maxInputTokens } = this.#parts;
    const inputTokens = estimateInput(call);
    checkTokens("input", inputTokens, maxInputTokens);
    const settle = budget?.take({ inputTokens, outputTokens: call.maxOutputTokens });
    // What a model may have read, although it did not answer.
    let used: TokenUsage = { inputTokens, outputTokens: 0, calls: 1 };
    try {
      const given = { ...call, prompt: [...call.prompt], abortSignal: limit.signal };
      const work = (async (): Promise<unknown> => await model.doGenerate(given))();
      const answer = readAnswer(await unlessAborted(work, limit.signal), inputTokens);
      used = answer.usage;
      return answer;
    } catch (error) {
      limit.signal.throwIfAborted();
      const failure = judgeFailure(error, clock.now());
      if (failure.status !== undefined) used = { ...noUsage, calls: 1 };
      return failure;
    } finally {
      settle?.(used);
      this.#usage = addUsage(this.#usage, used);
    }
  }

  #failed({ code, message, status, retryAfterMs, cause }: ModelFailure, attempt: number): AiError {
    const tries = attempt === 1 ? "" : ` after ${attempt} attempts`;
    return new AiError(code, {
      message: `${message}${tries}.`,
      details: {
        usage: this.#usage,
        ...(status !== undefined && { status }),
        ...(retryAfterMs !== undefined && { retryAfterMs }),
      },
      cause,
    });
  }
}

/** Tokens of a request, by estimate: its texts, and the schemas that go beside them. */
function estimateInput({ prompt, responseFormat, tools }: Omit<ModelCall, "abortSignal">): number {
  const schemas = [responseFormat?.schema, ...(tools ?? [])];
  let tokens = 0;
  for (const schema of schemas) tokens += estimateTokens(JSON.stringify(schema ?? {}));
  for (const { content } of prompt) {
    const texts = typeof content === "string" ? [content] : content.map(textOf);
    for (const text of texts) tokens += estimateTokens(text) + MESSAGE_TOKENS;
  }
  return tokens;
}

function textOf(part: ModelText | ModelToolCall | ModelToolResult): string {
  if (part.type === "text") return part.text;
  return part.type === "tool-call" ? JSON.stringify(part.input ?? null) : part.output.value;
}

/** Tokens around a message. */
const MESSAGE_TOKENS = 4;
