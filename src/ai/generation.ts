import { AiError } from "./ai-error.ts";
import type { ModelTalk } from "./ask-model.ts";
import type { ModelMessage } from "./model.ts";
import type { JsonObject } from "./plain-json.ts";
import { makePrompt, repairPrompt, type PromptPart } from "./prompt.ts";
import type { Answer } from "./read-answer.ts";
import { readJson, type ReadNote } from "./read-json.ts";
import type { SchemaJudge } from "./schema-judge.ts";
import type { TokenUsage } from "./token-usage.ts";
import { checkWhole, LONGEST_ANSWER } from "./within-limits.ts";

/** What is worth knowing about how an object came about. */
export interface GenerateWarning {
  /**
   * `repaired`: the text was no strict JSON; `several`: it held more than one object and the longest
   * was taken; `duplicate-keys`: of members with one name the last counts; `asked-again`: the first
   * answer did not match; `left-out`: values that did not fit the schema were left out; `model`: the
   * provider's own warning.
   */
  readonly kind: ReadNote | "asked-again" | "left-out" | "model";
  readonly message: string;
}

/** An object that matches its schema, and what it cost. */
export interface GeneratedObject {
  readonly object: JsonObject;
  readonly usage: TokenUsage;
  readonly warnings: readonly GenerateWarning[];
}

/** An answer in the form of its schema, and what of it did not fit, by its place. */
export interface FittedAnswer {
  readonly object: JsonObject;
  readonly faults: readonly string[];
}

/** @param before what an answer before had that fits; it stays */
export type AnswerFitter = (answer: JsonObject, before: JsonObject | undefined) => FittedAnswer;

/** Whom a generation asks, and who judges. */
export interface GenerationParts {
  readonly talk: ModelTalk;
  readonly judge: Pick<SchemaJudge, "compiles" | "faults">;
  readonly signal: AbortSignal;
}

/** What is to be generated. */
export interface Question {
  readonly schema: Readonly<Record<string, unknown>>;
  /** The schema again, where the prompt has to tell it. */
  readonly told: Readonly<Record<string, unknown>> | undefined;
  readonly instructions: string;
  readonly data: readonly PromptPart[];
  readonly nonce: string;
  readonly maxOutputTokens: number;
  readonly temperature: number | undefined;
  readonly fit: AnswerFitter | undefined;
}

/** An answer that was judged: the object, or what is wrong with it. */
type Judged = Fitting | { readonly faults: readonly string[]; readonly part?: Fitting };

/** An answer that fits, or what of it does. */
interface Fitting {
  readonly object: JsonObject;
  readonly notes: readonly ReadNote[];
}

const noteMessages: Readonly<Record<ReadNote, string>> = {
  repaired: "The answer was no strict JSON and was repaired.",
  several: "The answer held more than one object; the longest was taken.",
  "duplicate-keys": "The answer had members of the same name; the last of each was taken.",
};

interface FirstAnswer {
  readonly faults: readonly string[];
  readonly answer: Answer;
  /** What of it fits. */
  readonly part: Fitting | undefined;
}

/** The making of one object: ask, read, judge, ask once more. */
export class Generation {
  readonly #parts: GenerationParts;
  readonly #question: Question;
  readonly #warnings: GenerateWarning[] = [];

  constructor(parts: GenerationParts, question: Question) {
    this.#parts = parts;
    this.#question = question;
  }

  /** @throws AiError as `generateObject` does; the signal's reason */
  async run(): Promise<GeneratedObject> {
    await this.#checkSchema();
    const { schema, told, nonce } = this.#question;
    const prompt = makePrompt({ ...this.#question, schema: told });
    const first = await this.#ask(prompt);
    const judged = await this.#judge(first);
    if ("object" in judged) return this.#finish(judged);
    const { faults, part } = judged;
    this.#warn("asked-again", `The first answer did not match: ${faults.join("; ")}`);
    const untold = told === undefined ? schema : undefined;
    const repair = { answer: first.text, faults, schema: untold, nonce };
    const again = repairPrompt(prompt, repair);
    const second = await this.#askAgain(again, { faults, answer: first, part });
    if ("object" in second) return this.#leave(second, faults);
    const rejudged = await this.#judge(second, part?.object);
    if ("object" in rejudged) return this.#finish(rejudged);
    if (rejudged.part !== undefined) return this.#leave(rejudged.part, rejudged.faults);
    if (part !== undefined) return this.#leave(part, faults);
    throw this.#noObject(rejudged.faults, second);
  }

  async #checkSchema(): Promise<void> {
    const { judge, signal } = this.#parts;
    const { type } = this.#question.schema;
    const fault =
      typeof type === "string" && type !== "object"
        ? `is of the type '${type.slice(0, 20)}' and must be of an object`
        : await judge.compiles(this.#question.schema, signal);
    if (fault === undefined) return;
    throw new AiError("INVALID_SCHEMA", { message: `The schema ${fault}.`.replace(/\.\.$/, ".") });
  }

  async #ask(prompt: ModelMessage[]): Promise<Answer> {
    const { schema, maxOutputTokens, temperature } = this.#question;
    const answer = await this.#parts.talk.ask({
      prompt,
      maxOutputTokens,
      ...(temperature !== undefined && { temperature }),
      responseFormat: { type: "json", schema, name: "answer" },
    });
    for (const warning of answer.warnings) this.#warn("model", warning);
    checkWhole(answer, { talk: this.#parts.talk, maxOutputTokens });
    return answer;
  }

  /**
   * Where there is no second answer, as it costs too much or the model fails, what fits of the first
   * one; where nothing does, what is wrong with it.
   */
  async #askAgain(
    prompt: ModelMessage[],
    { faults, answer, part }: FirstAnswer,
  ): Promise<Answer | Fitting> {
    try {
      return await this.#ask(prompt);
    } catch (error) {
      this.#parts.signal.throwIfAborted();
      if (part !== undefined && error instanceof AiError) return part;
      const isCost = error instanceof AiError && error.code === "BUDGET_EXCEEDED";
      throw isCost ? this.#noObject(faults, answer) : error;
    }
  }

  async #judge({ text }: Answer, before?: JsonObject): Promise<Judged> {
    const read = await readJson(text);
    if ("fault" in read) return { faults: [`the answer ${read.fault}`] };
    const { judge, signal } = this.#parts;
    const { schema, fit } = this.#question;
    const fitted = fit?.(read.object, before);
    const object = fitted?.object ?? read.object;
    const faults = await judge.faults({ schema, value: object }, signal);
    if (faults.length > 0) return { faults };
    const part = { object, notes: read.notes };
    const left = fitted?.faults ?? [];
    return left.length === 0 ? part : { faults: left, part };
  }

  /** What fits, and the warning of what did not. */
  #leave(part: Fitting, faults: readonly string[]): GeneratedObject {
    this.#warn("left-out", `Left out of the answer: ${faults.join("; ")}`);
    return this.#finish(part);
  }

  #finish({ object, notes }: Fitting): GeneratedObject {
    for (const note of notes) this.#warn(note, noteMessages[note]);
    return { object, usage: this.#parts.talk.usage, warnings: this.#warnings };
  }

  /** A provider says the same with each answer. */
  #warn(kind: GenerateWarning["kind"], message: string): void {
    const isKnown = this.#warnings.some(
      (known) => known.kind === kind && known.message === message,
    );
    if (!isKnown) this.#warnings.push({ kind, message });
  }

  #noObject(faults: readonly string[], { text }: Answer): AiError {
    return new AiError("NO_OBJECT", {
      message: `The model's answers hold no object that matches the schema: ${faults[0] ?? ""}.`,
      details: { faults, answer: text.slice(0, LONGEST_ANSWER), usage: this.#parts.talk.usage },
    });
  }
}
