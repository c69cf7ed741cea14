import {
  checkNumber,
  deadline,
  systemClock,
  systemIds,
  traced,
  withDefaults,
  type Clock,
  type Ids,
} from "../core/index.ts";
import { AiError } from "./ai-error.ts";
import { ModelTalk } from "./ask-model.ts";
import { checkModel, type LanguageModel } from "./model.ts";
import { Generation, type GeneratedObject } from "./generation.ts";
import type { PromptPart } from "./prompt.ts";
import { SchemaJudge } from "./schema-judge.ts";
import type { TokenBudget } from "./token-budget.ts";
import type { TokenUsage } from "./token-usage.ts";

/** What an object is generated with; each is borrowed. */
export interface GenerateCollaborators {
  /** Whom to ask. */
  readonly model: LanguageModel;
  /** Judges schema and answers, in threads: share one among calls. One for this call when absent. */
  readonly judge?: Pick<SchemaJudge, "compiles" | "faults"> | undefined;
  /** The tokens of the job that the call is a part of; no limit when absent. */
  readonly budget?: TokenBudget | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

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

/** What is asked for. */
export interface ObjectRequest extends GenerateLimits {
  /** The JSON Schema of the object: drafts 2020-12, 2019-09 and 07. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** What to do; trusted as it is. */
  readonly instructions: string;
  /** Strangers' text, each part with a label of the caller's; fenced as data. */
  readonly data: readonly PromptPart[];
  /** Sent when given: some models refuse every other than their own. */
  readonly temperature?: number | undefined;
}

const defaults: Required<GenerateLimits> = Object.freeze({
  maxInputTokens: 100_000,
  maxOutputTokens: 4096,
  timeoutMs: 120_000,
  attempts: 3,
});

/**
 * Has a model make an object that matches a JSON Schema. The answer is read leniently and judged
 * strictly; one that does not match is sent back once, with all that is wrong.
 * @throws AiError `INVALID_MODEL`, `INVALID_SCHEMA`, `BUDGET_EXCEEDED` (before anything is sent),
 *   `MODEL_REJECTED`, `MODEL_UNAVAILABLE`, `MODEL_FAILED`, `PACKAGE_MISSING`, `MODEL_CLOSED`,
 *   `NO_OBJECT`, `TRUNCATED_ANSWER`, `REFUSED`, `TIMEOUT`
 * @throws CoreError `INVALID_OPTION`; the signal's reason
 */
export async function generateObject(
  collaborators: GenerateCollaborators,
  { schema, instructions, data, temperature, ...given }: ObjectRequest,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<GeneratedObject> {
  const { model, clock = systemClock, ids = systemIds, budget } = collaborators;
  checkModel(model);
  const limits = withDefaults(defaults, given);
  for (const name of Object.keys(defaults) as (keyof GenerateLimits)[]) {
    checkNumber(name, limits[name], { min: 1 });
  }
  signal?.throwIfAborted();
  const { provider, modelId } = model;
  return traced("dragline:ai:generate", { provider, modelId }, async () => {
    using limit = deadline(clock, limits.timeoutMs, signal);
    const talk = new ModelTalk({ ...limits, model, clock, ids, budget, limit });
    const { judge = new SchemaJudge(clock) } = collaborators;
    const { maxOutputTokens } = limits;
    const nonce = ids.token(NONCE_BYTES);
    const told = takesSchemas(model) ? undefined : schema;
    const question = { schema, told, instructions, data, nonce, maxOutputTokens, temperature };
    try {
      return await new Generation({ talk, judge, signal: limit.signal }, question).run();
    } catch (error) {
      if (limit.expired) throw timedOut(limits.timeoutMs, talk.usage);
      throw error;
    }
  });
}

const NONCE_BYTES = 12;

/** Whether the model's server is given the schema; most providers do not say. */
function takesSchemas(model: LanguageModel): boolean {
  return "supportsStructuredOutputs" in model && model.supportsStructuredOutputs === true;
}

function timedOut(ms: number, usage: TokenUsage): AiError {
  const message = `The model took longer than ${ms} ms.`;
  return new AiError("TIMEOUT", { message, details: { usage } });
}
