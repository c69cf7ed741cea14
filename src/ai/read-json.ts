import { parseJson } from "../core/index.ts";
import type { Json } from "../storage/index.ts";
import { endOfString, findJson, type JsonSpan } from "./find-json.ts";
import { isJsonObject, plainJson, type JsonObject } from "./plain-json.ts";

/** A value that a text holds, and what had to be done to it. */
export interface ReadValue {
  readonly value: Json;
  readonly notes: readonly ReadNote[];
}

/** What was done to a text to read it, or what is odd about it. */
export type ReadNote = "repaired" | "several" | "duplicate-keys";

/** Characters of an answer that is read. */
const LONGEST_ANSWER = 2_000_000;
/** Characters of JSON of one answer that is repaired: the time for it grows with the square of the quotes. */
const LONGEST_REPAIR = 32_768;
/** Values, side by side, that are read. */
const MOST_VALUES = 6;
/** Levels of objects and lists, one within another. */
const DEEPEST = 100;

/**
 * Reads the JSON of a model's answer: without fences and prose around it, repaired where it is no
 * strict JSON, numbers that JSON does not know as null. Of several values the last is the first, and
 * the longest is among them. What ends before its last bracket was cut off, and is not repaired.
 * Members named `__proto__` are left out, lone surrogates replaced. At least one value.
 */
export async function readJson(
  answer: string,
): Promise<{ readonly values: readonly ReadValue[] } | { readonly fault: string }> {
  if (answer.length > LONGEST_ANSWER)
    return { fault: `is longer than ${LONGEST_ANSWER} characters` };
  const text = unescaped(answer.trim());
  if (text === "") return { fault: "is empty" };
  const { spans, open, deepest } = findJson(text);
  if (deepest > DEEPEST) return { fault: `is nested more than ${DEEPEST} levels deep` };
  const found = strict(text) === undefined ? chosen(text, spans) : [text];
  if (found.length === 0) {
    return { fault: open ? "ends within the object: it was cut off" : "holds no JSON object" };
  }
  const values: ReadValue[] = [];
  let fault = "";
  let repairable = LONGEST_REPAIR;
  for (const json of found) {
    const parsed = await parseLoosely(json, repairable);
    repairable -= json.length;
    const read = typeof parsed === "string" ? { fault: parsed } : plainValue(parsed);
    if ("fault" in read) fault ||= read.fault;
    else values.push(read);
  }
  return values.length > 0 ? { values } : { fault };
}

/** The object that a text holds, also where it is written as a string; undefined when there is none. */
export async function readObject(text: string): Promise<JsonObject | undefined> {
  const read = await readJson(text);
  if ("fault" in read) return undefined;
  const [first] = read.values;
  if (typeof first?.value === "string") return readObject(first.value);
  return read.values.map(({ value }) => value).find(isJsonObject);
}

/** JSON with a back-slash before each of its quotes, as the text of a string has it. */
function unescaped(text: string): string {
  return /^[{[]\s*\\"/.test(text) ? text.replaceAll('\\"', '"') : text;
}

/** Texts of values: the last ones, and the longest behind them. */
function chosen(text: string, spans: readonly JsonSpan[]): string[] {
  const last = spans.slice(-MOST_VALUES).toReversed();
  const [longest] = spans.toSorted((one, other) => other.to - other.from - (one.to - one.from));
  const all = longest === undefined || last.includes(longest) ? last : [...last, longest];
  return all.map(({ from, to }) => text.slice(from, to));
}

interface Parsed {
  readonly value: unknown;
  /** The strict JSON that the value was read from. */
  readonly json: string;
  readonly notes: readonly ReadNote[];
}

function strict(json: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseJson(json) };
  } catch {
    return undefined;
  }
}

/** @param most characters that are repaired */
async function parseLoosely(json: string, most: number): Promise<Parsed | string> {
  const read = strict(json);
  if (read !== undefined) return { ...read, json, notes: [] };
  if (json.length > most) return "is not valid JSON";
  const { jsonrepair } = await import("jsonrepair");
  try {
    const repaired = jsonrepair(withoutNonNumbers(json));
    return { value: parseJson(repaired), json: repaired, notes: ["repaired"] };
  } catch {
    return "is not valid JSON";
  }
}

/** Numbers that JSON does not know are nothing. */
function withoutNonNumbers(json: string): string {
  let known = "";
  for (let at = 0; at < json.length; at++) {
    const from = at;
    if (json[at] === '"') at = endOfString(json, at);
    else while (at + 1 < json.length && json[at + 1] !== '"') at += 1;
    const piece = json.slice(from, at + 1);
    known += json[from] === '"' ? piece : piece.replace(NON_NUMBER, "$1null");
  }
  return known;
}

const NON_NUMBER = /([:,[]\s*)[-+]?(?:NaN|Infinity)(?=\s*[,}\]])/g;

function plainValue({ value, json, notes }: Parsed): ReadValue | { readonly fault: string } {
  const plain = plainJson(value, DEEPEST);
  if ("fault" in plain) return plain;
  const duplicate: ReadNote[] = countKeys(json) > plain.keys ? ["duplicate-keys"] : [];
  return { value: plain.value, notes: [...notes, ...duplicate] };
}

/** The members of all objects in strict JSON, those of the same name each. */
function countKeys(json: string): number {
  let keys = 0;
  for (let at = 0; at < json.length; at++) {
    if (json[at] !== '"') continue;
    at = endOfString(json, at);
    let next = at + 1;
    while (
      json[next] === " " ||
      json[next] === "\n" ||
      json[next] === "\t" ||
      json[next] === "\r"
    ) {
      next += 1;
    }
    if (json[next] === ":") keys += 1;
  }
  return keys;
}
