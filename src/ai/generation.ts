import { AiError } from "./ai-error.ts";
import type { ModelTalk } from "./ask-model.ts";
import type { ModelMessage } from "./model.ts";
import type { AnswerFault } from "./fit-answer.ts";
import {
  AnswerJudge,
  isNothing,
  type AnswerFitter,
  type Judged,
  type Part,
} from "./judge-answer.ts";
import { partOfSchema, type Schema } from "./known-schema.ts";
import type { JsonObject } from "./plain-json.ts";
import { makePrompt, repairPrompt, type PromptPart } from "./prompt.ts";
import type { Answer } from "./read-answer.ts";
import type { ReadNote } from "./read-json.ts";
import type { SchemaJudge } from "./schema-judge.ts";
import type { TokenUsage } from "./token-usage.ts";
import { checkWhole, LONGEST_ANSWER } from "./within-limits.ts";

/** What is worth knowing about how an object came about. */
export interface GenerateWarning {
  /**
   * `repaired`: the text was no strict JSON; `several`: it held more than one object, and the last that
   * fits was taken; `duplicate-keys`: of members with one name the last counts; `asked-again`: the first
   * answer did not match; `left-out`: values that did not fit the schema were left out;
   * `nothing-answered`: nothing of what was asked for has a value; `model`: the provider's own warning.
   */
  readonly kind: ReadNote | "asked-again" | "left-out" | "nothing-answered" | "model";
  readonly message: string;
}

/** An object that matches its schema, and what it cost. */
export interface GeneratedObject {
  readonly object: JsonObject;
  readonly usage: TokenUsage;
  readonly warnings: readonly GenerateWarning[];
}

/** Whom a generation asks, and who judges. */
interface GenerationParts {
  readonly talk: ModelTalk;
  readonly judge: Pick<SchemaJudge, "compiles" | "faults">;
  readonly signal: AbortSignal;
}

/** What is to be generated. */
interface Question {
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

const noteMessages: Readonly<Record<ReadNote, string>> = {
  repaired: "The answer was not strict JSON and was repaired.",
  several: "The answer held more than one object; the last that fits was used.",
  "duplicate-keys": "The answer had members of the same name; the last of each was used.",
};

/** The making of one object: ask, read, judge, ask once more. */
export class Generation {
  readonly #parts: GenerationParts;
  readonly #question: Question;
  readonly #answers: AnswerJudge;
  readonly #warnings: GenerateWarning[] = [];

  constructor(parts: GenerationParts, question: Question) {
    this.#parts = parts;
    this.#question = question;
    this.#answers = new AnswerJudge({ ...parts, ...question });
  }

  /** @throws AiError as `generateObject` does; the signal's reason */
  async run(): Promise<GeneratedObject> {
    await this.#checkSchema();
    const { schema, told } = this.#question;
    const prompt = makePrompt({ ...this.#question, schema: told });
    const first = await this.#ask(prompt, schema);
    const judged = await this.#answers.judge(first, schema);
    if (judged.faults.length === 0 && judged.part !== undefined) return this.#finish(judged.part);
    this.#warn("asked-again", `The first answer did not match: ${listed(judged.faults)}`);
    const second = await this.#askAgain(prompt, first, judged);
    if (second === undefined) return this.#keep(judged, first);
    const before = judged.part?.known === 0 ? undefined : judged.part?.object;
    const rejudged = await this.#answers.judge(second.answer, second.schema, before);
    if (rejudged.faults.length === 0 && rejudged.part !== undefined) {
      return this.#finish(rejudged.part);
    }
    if (rejudged.part === undefined && judged.part !== undefined) return this.#keep(judged, first);
    return this.#keep(rejudged, second.answer, judged.part);
  }

  async #checkSchema(): Promise<void> {
    const { judge, signal } = this.#parts;
    const { type } = this.#question.schema;
    const fault =
      typeof type === "string" && type !== "object"
        ? `describes the type '${type.slice(0, 20)}'; it must describe an object`
        : await judge.compiles(this.#question.schema, signal);
    if (fault === undefined) return;
    throw new AiError("INVALID_SCHEMA", { message: `The schema ${fault}.`.replace(/\.\.$/, ".") });
  }

  async #ask(prompt: ModelMessage[], schema: Schema): Promise<Answer> {
    const { maxOutputTokens, temperature } = this.#question;
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
   * Asks for what the first answer lacks, or for all where nothing of it can be used. Undefined where
   * there is no second answer, as it costs too much, or as the model fails and there is a part.
   */
  async #askAgain(
    prompt: ModelMessage[],
    answer: Answer,
    { faults, part }: Judged,
  ): Promise<{ readonly answer: Answer; readonly schema: Schema } | undefined> {
    const { schema, told, nonce } = this.#question;
    const paths = part === undefined ? [[]] : faults.map(({ at }) => at);
    const lacking = partOfSchema(schema, paths);
    const isPart = lacking !== schema;
    const untold = told === undefined || isPart ? lacking : undefined;
    const list = faults.map(({ fault }) => fault);
    const again = { answer: answer.text, faults: list, schema: untold, isPart, nonce };
    try {
      return { answer: await this.#ask(repairPrompt(prompt, again), lacking), schema: lacking };
    } catch (error) {
      this.#parts.signal.throwIfAborted();
      const isOfModel = error instanceof AiError;
      if (isOfModel && (part !== undefined || error.code === "BUDGET_EXCEEDED")) return undefined;
      throw error;
    }
  }

  /** What fits, and the warning of what did not. @param before what fitted of an answer before */
  async #keep({ faults, part }: Judged, answer: Answer, before?: Part): Promise<GeneratedObject> {
    for (const each of [part, before]) {
      const valid = each && (await this.#answers.whole(each));
      if (valid === undefined) continue;
      this.#warn("left-out", `Left out of the answer: ${listed(faults)}`);
      return this.#finish(valid);
    }
    throw this.#noObject(faults, answer);
  }

  #finish({ object, notes }: Part): GeneratedObject {
    for (const note of notes) this.#warn(note, noteMessages[note]);
    if (isNothing(object)) {
      this.#warn(
        "nothing-answered",
        "The model gave no value for any property that it was asked for.",
      );
    }
    return { object, usage: this.#parts.talk.usage, warnings: this.#warnings };
  }

  /** A provider says the same with each answer. */
  #warn(kind: GenerateWarning["kind"], message: string): void {
    const isKnown = this.#warnings.some(
      (known) => known.kind === kind && known.message === message,
    );
    if (!isKnown) this.#warnings.push({ kind, message });
  }

  #noObject(given: readonly AnswerFault[], { text }: Answer): AiError {
    const faults = given.map(({ fault }) => fault);
    return new AiError("NO_OBJECT", {
      message: `The model's answers hold no object that matches the schema: ${faults[0] ?? ""}.`,
      details: { faults, answer: text.slice(0, LONGEST_ANSWER), usage: this.#parts.talk.usage },
    });
  }
}

function listed(faults: readonly AnswerFault[]): string {
  return faults.map(({ fault }) => fault).join("; ");
}
