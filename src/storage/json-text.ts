import { describeValue } from "../core/index.ts";
import type { Json } from "./collection.ts";

const DEEPEST = 512;

/** What keeps a value from being JSON: where it stands and what it is. */
interface JsonFlaw {
  /** As in `.prices[3]`; empty for the value itself. */
  readonly path: string;
  /** What came, in words. */
  readonly found: string;
}

/**
 * Plain data as JSON text from which {@link parseJson} makes the same data, -0 and a key named
 * `__proto__` included; or what keeps it from being so. The text is well-formed Unicode without
 * U+0000, whatever the strings hold.
 */
export function stringifyJson(value: unknown): string | JsonFlaw {
  const walk = { depth: 0, negativeZero: false };
  const flaw = flawOf(value, walk);
  if (flaw !== undefined) return flaw;
  return walk.negativeZero ? exactText(value as Json) : JSON.stringify(value);
}

/** The data of a text made by {@link stringifyJson}. */
export function parseJson(text: string): Json {
  return JSON.parse(text) as Json;
}

interface Walk {
  /** Levels around the value that is looked at; bounds cycles as well. */
  depth: number;
  /** Whether a -0 was met, which JSON.stringify would write as 0. */
  negativeZero: boolean;
}

function flawOf(value: unknown, walk: Walk): JsonFlaw | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number") {
    if (Object.is(value, -0)) walk.negativeZero = true;
    return Number.isFinite(value) ? undefined : flaw(String(value));
  }
  if (typeof value !== "object") return flaw(describeValue(value));
  if (walk.depth === DEEPEST) return flaw(`a cycle or more than ${DEEPEST} levels`);
  walk.depth += 1;
  const found = Array.isArray(value) ? flawOfArray(value, walk) : flawOfObject(value, walk);
  walk.depth -= 1;
  return found;
}

function flawOfArray(array: readonly unknown[], walk: Walk): JsonFlaw | undefined {
  // A plain loop meets the holes of a sparse array too.
  for (let index = 0; index < array.length; index += 1) {
    const found = flawOf(array[index], walk);
    if (found !== undefined) return flaw(found.found, `[${index}]${found.path}`);
  }
  return undefined;
}

function flawOfObject(object: object, walk: Walk): JsonFlaw | undefined {
  if (!isPlain(object)) return flaw(describeValue(object));
  if (Object.getOwnPropertySymbols(object).length > 0) return flaw("a key that is a symbol");
  for (const key of Object.keys(object)) {
    const found = flawOf((object as Record<string, unknown>)[key], walk);
    if (found !== undefined) return flaw(found.found, `.${key.slice(0, 80)}${found.path}`);
  }
  return undefined;
}

/** Whether it was made by a literal, in this realm or another. */
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A path is shortened, as deep data would make one of thousands of characters. */
function flaw(found: string, path = ""): JsonFlaw {
  return { found, path: path.length > 200 ? `${path.slice(0, 200)}…` : path };
}

function exactText(value: Json): string {
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(exactText).join(",")}]`;
  const members = Object.entries(value as Record<string, Json>);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${exactText(member)}`).join(",")}}`;
}
