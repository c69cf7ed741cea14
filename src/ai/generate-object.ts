import {
  checkArgument,
  systemClock,
  systemIds,
  traced,
  type Clock,
  type Ids,
} from "../core/index.ts";
import { checkModel, type LanguageModel } from "./model.ts";
import { Generation, type GeneratedObject } from "./generation.ts";
import type { AnswerFitter } from "./judge-answer.ts";
import type { PromptPart } from "./prompt.ts";
import { SchemaJudge } from "./schema-judge.ts";
import type { TokenBudget } from "./token-budget.ts";
import { withinLimits, type GenerateLimits, type LimitedTalk } from "./within-limits.ts";

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
  /**
   * Brings an answer into the schema's form before it is judged, in the place of what is done without
   * it: numbers that are written as texts and the like.
   */
  readonly fit?: AnswerFitter | undefined;
}

/**
 * Has a model make an object that matches a JSON Schema. The answer is read leniently and judged
 * strictly: taken out of what it was wrapped in, its members under the schema's own names, each value
 * by itself in the schema's form. What does not fit or is missing is asked for once more, and left out
 * with a warning where it is optional.
 * @throws AiError `INVALID_MODEL`, `INVALID_SCHEMA`, `BUDGET_EXCEEDED` (before anything is sent),
 *   `MODEL_REJECTED`, `MODEL_UNAVAILABLE`, `MODEL_FAILED`, `PACKAGE_MISSING`, `MODEL_CLOSED`,
 *   `NO_OBJECT`, `TRUNCATED_ANSWER`, `REFUSED`, `TIMEOUT`
 * @throws CoreError `INVALID_OPTION`; the signal's reason
 */
export async function generateObject(
  collaborators: GenerateCollaborators,
  request: ObjectRequest,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<GeneratedObject> {
  checkArgument("collaborators of generateObject({ model }, request)", collaborators, "object");
  checkArgument("request of generateObject({ model }, request)", request, "object");
  const { schema, instructions, data, temperature, fit, ...given } = request;
  const { model, clock = systemClock, ids = systemIds } = collaborators;
  checkModel(model);
  const { provider, modelId } = model;
  const parts = { ...collaborators, ...given, signal };
  const generate = async ({ talk, limit, maxOutputTokens }: LimitedTalk) => {
    const { judge = new SchemaJudge(clock) } = collaborators;
    const nonce = ids.token(NONCE_BYTES);
    const told = takesSchemas(model) ? undefined : schema;
    const question = { schema, told, instructions, data, nonce, maxOutputTokens, temperature, fit };
    return new Generation({ talk, judge, signal: limit.signal }, question).run();
  };
  return traced("dragline:ai:generate", { provider, modelId }, () => withinLimits(parts, generate));
}

const NONCE_BYTES = 12;

/** Whether the model's server is given the schema; most providers do not say. */
function takesSchemas(model: LanguageModel): boolean {
  return "supportsStructuredOutputs" in model && model.supportsStructuredOutputs === true;
}
