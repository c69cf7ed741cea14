import { AiError } from "./ai-error.ts";
import type { ModelTalk } from "./ask-model.ts";
import type { ModelMessage } from "./model.ts";
import type { Json } from "../storage/index.ts";
import { fitAnswer, type AnswerFault, type FittedAnswer } from "./fit-answer.ts";
import { partOfSchema, type Schema } from "./known-schema.ts";
import { isJsonObject, type JsonObject } from "./plain-json.ts";
import { makePrompt, repairPrompt, type PromptPart } from "./prompt.ts";
import type { Answer } from "./read-answer.ts";
import { readJson, type ReadNote, type ReadValue } from "./read-json.ts";
import type { SchemaJudge } from "./schema-judge.ts";
import type { TokenUsage } from "./token-usage.ts";
import { unwrapAnswer } from "./unwrap-answer.ts";
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

/** Brings an answer into the schema's form, value by value. */
export type AnswerFitter = (answer: JsonObject) => FittedAnswer;

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

/** An answer that was judged. */
interface Judged {
  /** All that is wrong with it; none when it matches. */
  readonly faults: readonly AnswerFault[];
  /** What of it can be used, alone or with what it lacks. */
  readonly part: Part | undefined;
}

interface Part {
  readonly object: JsonObject;
  readonly notes: readonly ReadNote[];
  /** Members of what was asked for that it has. */
  readonly known: number;
  /** Whether it matches the schema as it is. */
  readonly isValid: boolean;
}

/** A value of an answer, as far as it fits. */
interface Candidate extends FittedAnswer {
  /** Members of the schema that it has. */
  readonly known: number;
  readonly notes: readonly ReadNote[];
}

/** Values of an answer that are judged. */
const MOST_JUDGED = 4;

const noteMessages: Readonly<Record<ReadNote, string>> = {
  repaired: "The answer was no strict JSON and was repaired.",
  several: "The answer held more than one object; the last that fits was taken.",
  "duplicate-keys": "The answer had members of the same name; the last of each was taken.",
};

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
    const { schema, told } = this.#question;
    const prompt = makePrompt({ ...this.#question, schema: told });
    const first = await this.#ask(prompt, schema);
    const judged = await this.#judge(first, schema);
    if (judged.faults.length === 0 && judged.part !== undefined) return this.#finish(judged.part);
    this.#warn("asked-again", `The first answer did not match: ${listed(judged.faults)}`);
    const second = await this.#askAgain(prompt, first, judged);
    if (second === undefined) return this.#keep(judged, first);
    const before = judged.part?.known === 0 ? undefined : judged.part?.object;
    const rejudged = await this.#judge(second.answer, second.schema, before);
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
        ? `is of the type '${type.slice(0, 20)}' and must be of an object`
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

  /**
   * @param asked the schema of what was asked for
   * @param before what is there already
   */
  async #judge({ text }: Answer, asked: Schema, before?: JsonObject): Promise<Judged> {
    const read = await readJson(text);
    if ("fault" in read) return unusable(`the answer ${read.fault}`);
    const candidates = this.#candidates(read.values, asked);
    let best: Judged | undefined;
    for (const candidate of ranked(candidates).slice(0, MOST_JUDGED)) {
      const judged = await this.#judgeOne(candidate, before);
      if (judged.faults.length === 0) return judged;
      best ??= judged;
    }
    return best ?? unusable("the answer must be a JSON object");
  }

  #candidates(values: readonly ReadValue[], asked: Schema): Candidate[] {
    const { fit = (answer) => fitAnswer(answer, asked) } = this.#question;
    const unwrapped = values.flatMap(({ value, notes }) => {
      const object = unwrapAnswer(value, asked);
      return object === undefined ? [] : [{ ...object, notes }];
    });
    const several: ReadNote[] = unwrapped.length > 1 ? ["several"] : [];
    return unwrapped.map(({ object, known, notes }) => {
      const isOther = known === 0 && !isNothing(object);
      const { object: fitted, faults } = fit(object);
      const other = isOther ? [{ at: [], fault: NONE_ASKED_FOR }] : [];
      return {
        object: fitted,
        faults: [...faults, ...other],
        known,
        notes: [...notes, ...several],
      };
    });
  }

  async #judgeOne(
    { object: given, faults, known, notes }: Candidate,
    before?: JsonObject,
  ): Promise<Judged> {
    const { judge, signal } = this.#parts;
    const { schema } = this.#question;
    const object = before === undefined ? given : mergeAnswers(before, given);
    const judged = await judge.faults({ schema, value: object }, signal);
    const others = judged.filter((fault) => faults.length === 0 || !LACKS.test(fault));
    const isValid = judged.length === 0;
    const part = others.length > 0 ? undefined : { object, notes, known, isValid };
    const wrong = others.map((fault) => ({ at: [], fault }));
    return { faults: [...faults, ...wrong], part };
  }

  /** What fits, and the warning of what did not. @param before what fitted of an answer before */
  async #keep({ faults, part }: Judged, answer: Answer, before?: Part): Promise<GeneratedObject> {
    for (const each of [part, before]) {
      const valid = each && (await this.#valid(each));
      if (valid === undefined) continue;
      this.#warn("left-out", `Left out of the answer: ${listed(faults)}`);
      return this.#finish(valid);
    }
    throw this.#noObject(faults, answer);
  }

  /** A part that matches, if need be without objects in it that lack something. */
  async #valid(part: Part): Promise<Part | undefined> {
    if (part.isValid) return part;
    const { judge, signal } = this.#parts;
    const { schema } = this.#question;
    const { object } = fitAnswer(part.object, schema, true);
    const faults = await judge.faults({ schema, value: object }, signal);
    return faults.length === 0 ? { ...part, object } : undefined;
  }

  #finish({ object, notes }: Part): GeneratedObject {
    for (const note of notes) this.#warn(note, noteMessages[note]);
    if (isNothing(object)) {
      this.#warn("nothing-answered", "The model gave no value for anything that was asked for.");
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

const NONE_ASKED_FOR = "the object has none of the members that were asked for";

/** What is wrong with an object that only lacks something. */
const LACKS = / must have required property /;

function unusable(fault: string): Judged {
  return { faults: [{ at: [], fault }], part: undefined };
}

function listed(faults: readonly AnswerFault[]): string {
  return faults.map(({ fault }) => fault).join("; ");
}

/** Those that fit first, the last of them before others; then those with the most members. */
function ranked(candidates: readonly Candidate[]): Candidate[] {
  const isWhole = ({ faults, known }: Candidate): boolean => faults.length === 0 && known > 0;
  const rest = candidates.filter((each) => !isWhole(each));
  return [...candidates.filter(isWhole), ...rest.toSorted((one, other) => other.known - one.known)];
}

/** Whether there is no value in it. */
function isNothing(value: Json | undefined): boolean {
  return value === null || (isJsonObject(value) && Object.values(value).every(isNothing));
}

/** What was there, and what came to it: its holes are filled, its lists replaced by longer ones. */
function mergeAnswers(before: JsonObject, after: JsonObject): JsonObject {
  const merged = Object.entries(after).map(([name, value]) => {
    const own = Object.hasOwn(before, name) ? before[name] : undefined;
    return [name, merge(own, value)] as const;
  });
  return { ...before, ...Object.fromEntries(merged) };
}

function merge(before: Json | undefined, after: Json): Json {
  if (isJsonObject(before) && isJsonObject(after)) return mergeAnswers(before, after);
  if (Array.isArray(before) && Array.isArray(after)) {
    return after.length > before.length ? after : before;
  }
  return before ?? after;
}
