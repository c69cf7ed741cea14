import type { Json } from "../storage/index.ts";
import { fitAnswer, type AnswerFault, type FittedAnswer } from "./fit-answer.ts";
import type { Schema } from "./known-schema.ts";
import { isJsonObject, type JsonObject } from "./plain-json.ts";
import type { Answer } from "./read-answer.ts";
import { readJson, type ReadNote, type ReadValue } from "./read-json.ts";
import type { SchemaJudge } from "./schema-judge.ts";
import { unwrapAnswer } from "./unwrap-answer.ts";

/** Brings an answer into the schema's form, value by value. */
export type AnswerFitter = (answer: JsonObject) => FittedAnswer;

/** An answer that was judged. */
export interface Judged {
  /** All that is wrong with it; none when it matches. */
  readonly faults: readonly AnswerFault[];
  /** What of it can be used, alone or with what it lacks. */
  readonly part: Part | undefined;
}

export interface Part {
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

/** What answers are judged by. */
interface AnswerJudgeParts {
  readonly judge: Pick<SchemaJudge, "faults">;
  readonly signal: AbortSignal;
  readonly schema: Schema;
  /** In the place of `fitAnswer`. */
  readonly fit: AnswerFitter | undefined;
}

/** Judges the answers to one question. */
export class AnswerJudge {
  readonly #parts: AnswerJudgeParts;

  constructor(parts: AnswerJudgeParts) {
    this.#parts = parts;
  }

  /**
   * Judges an answer: reads what it holds, and takes the last of it that fits.
   * @param asked the schema of what was asked for
   * @param before what is there already
   * @throws the signal's reason
   */
  async judge({ text }: Pick<Answer, "text">, asked: Schema, before?: JsonObject): Promise<Judged> {
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
    const { fit = (answer) => fitAnswer(answer, asked) } = this.#parts;
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
    const { judge, signal, schema } = this.#parts;
    const object = before === undefined ? given : mergeAnswers(before, given);
    const judged = await judge.faults({ schema, value: object }, signal);
    const others = judged.filter((fault) => faults.length === 0 || !LACKS.test(fault));
    const isValid = judged.length === 0;
    const part = others.length > 0 ? undefined : { object, notes, known, isValid };
    const wrong = others.map((fault) => ({ at: [], fault }));
    return { faults: [...faults, ...wrong], part };
  }

  /**
   * A part that matches, if need be without objects in it that lack something; undefined when none is left.
   * @throws the signal's reason
   */
  async whole(part: Part): Promise<Part | undefined> {
    if (part.isValid) return part;
    const { judge, signal, schema } = this.#parts;
    const { object } = fitAnswer(part.object, schema, true);
    const faults = await judge.faults({ schema, value: object }, signal);
    return faults.length === 0 ? { ...part, object } : undefined;
  }
}

const NONE_ASKED_FOR = "the object has none of the members that were asked for";

/** What is wrong with an object that only lacks something. */
const LACKS = / must have required property /;

function unusable(fault: string): Judged {
  return { faults: [{ at: [], fault }], part: undefined };
}

/** Those that fit first, the last of them before others; then those with the most members. */
function ranked(candidates: readonly Candidate[]): Candidate[] {
  const isWhole = ({ faults, known }: Candidate): boolean => faults.length === 0 && known > 0;
  const rest = candidates.filter((each) => !isWhole(each));
  return [...candidates.filter(isWhole), ...rest.toSorted((one, other) => other.known - one.known)];
}

/** Whether there is no value in it. */
export function isNothing(value: Json | undefined): boolean {
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
