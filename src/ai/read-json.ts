import { parseJson } from "../core/index.ts";
import { endOfString, findJson } from "./find-json.ts";
import { isJsonObject, plainJson, type JsonObject } from "./plain-json.ts";

/** What an answer's text holds: an object, and what had to be done to it; or why there is none. */
export type ReadAnswer =
  | { readonly object: JsonObject; readonly notes: readonly ReadNote[] }
  | { readonly fault: string };

/** What was done to a text to read it, or what is odd about it. */
export type ReadNote = "repaired" | "several" | "duplicate-keys";

/** Characters of an answer that is read. */
const LONGEST_ANSWER = 2_000_000;
/** Characters of JSON that is repaired: the time for it grows with the square of the quotes. */
const LONGEST_REPAIR = 32_768;
/** Levels of objects and lists, one within another. */
const DEEPEST = 100;

/**
 * Reads the JSON object of a model's answer: without thoughts, fences and prose around it, repaired
 * where it is no strict JSON. Of several the longest counts. What ends before its last bracket was
 * cut off, and is not repaired. Members named `__proto__` are left out, lone surrogates replaced.
 */
export async function readJson(answer: string): Promise<ReadAnswer> {
  if (answer.length > LONGEST_ANSWER)
    return { fault: `is longer than ${LONGEST_ANSWER} characters` };
  const text = withoutThoughts(answer).trim();
  if (text === "") return { fault: "is empty" };
  const { found, objects, open, deepest } = findJson(text);
  if (deepest > DEEPEST) return { fault: `is nested more than ${DEEPEST} levels deep` };
  const whole = strict(text) !== undefined ? text : found;
  if (whole === undefined) {
    return { fault: open ? "ends within the object: it was cut off" : "holds no JSON object" };
  }
  const read = await parseLoosely(whole);
  if (typeof read === "string") return { fault: read };
  return readValue(read, whole !== text && objects > 1 ? ["several"] : []);
}

/** Models that reason aloud put that first. */
function withoutThoughts(text: string): string {
  const end = text.trimStart().startsWith("<think>") ? text.indexOf("</think>") : -1;
  return end === -1 ? text : text.slice(end + "</think>".length);
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

async function parseLoosely(json: string): Promise<Parsed | string> {
  const read = strict(json);
  if (read !== undefined) return { ...read, json, notes: [] };
  if (json.length > LONGEST_REPAIR) return "is no valid JSON";
  if (/\b(?:NaN|Infinity)\b/.test(withoutStrings(json))) {
    return "has NaN or Infinity, which JSON does not know: use null";
  }
  const { jsonrepair } = await import("jsonrepair");
  try {
    const repaired = jsonrepair(json);
    return { value: parseJson(repaired), json: repaired, notes: ["repaired"] };
  } catch {
    return "is no valid JSON";
  }
}

function withoutStrings(json: string): string {
  let rest = "";
  for (let at = 0; at < json.length; at++) {
    if (json[at] === '"') at = endOfString(json, at);
    else rest += json[at];
  }
  return rest;
}

function readValue({ value, json, notes }: Parsed, several: readonly ReadNote[]): ReadAnswer {
  const plain = plainJson(value, DEEPEST);
  if ("fault" in plain) return plain;
  if (!isJsonObject(plain.value)) return { fault: "must be a JSON object" };
  const duplicate: ReadNote[] = countKeys(json) > plain.keys ? ["duplicate-keys"] : [];
  return { object: plain.value, notes: [...notes, ...several, ...duplicate] };
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
