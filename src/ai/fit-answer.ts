import type { Json } from "../storage/index.ts";
import {
  containerIn,
  knownSchema,
  propertiesOf,
  withoutHolder,
  type KnownSchema,
  type Schema,
} from "./known-schema.ts";
import { isJsonObject, type JsonObject } from "./plain-json.ts";

/** A value of an answer that does not fit, or is not there. */
export interface AnswerFault {
  /** The members on the way to it, up to the first list. */
  readonly at: readonly string[];
  readonly fault: string;
}

/** An answer in the form of its schema, without what does not fit. */
export interface FittedAnswer {
  readonly object: JsonObject;
  readonly faults: readonly AnswerFault[];
}

/** Faults that are told of one answer, and characters of a value in one. */
const MOST_FAULTS = 20;
const LONGEST_TOLD = 60;

/**
 * Brings an answer into the form of its schema, value by value: numbers and booleans that are written
 * as texts, texts that are numbers, values in a list of one, values of a few in another case. What does
 * not fit is left out, or null where the schema takes that, and told, as what is required and missing.
 * Bounds, patterns and formats are not looked at.
 * @param isLast whether objects within it that lack what they need are left out too
 */
export function fitAnswer(answer: JsonObject, root: Schema, isLast = false): FittedAnswer {
  const fitting = new Fitting(root, isLast);
  const object = fitting.object(answer, { ...knownSchema(root, root), at: [], path: "" });
  return { object, faults: fitting.faults.slice(0, MOST_FAULTS) };
}

interface Place extends KnownSchema {
  readonly at: readonly string[];
  /** Where it is, in words: `/shop/id`. */
  readonly path: string;
  /** Whether it is in a list. */
  readonly isItem?: boolean;
}

class Fitting {
  readonly faults: AnswerFault[] = [];
  readonly #root: Schema;
  readonly #isLast: boolean;

  constructor(root: Schema, isLast: boolean) {
    this.#root = root;
    this.#isLast = isLast;
  }

  object(given: JsonObject, place: Place): JsonObject {
    const { schema } = place;
    const parts = propertiesOf(schema);
    const required = Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : [];
    const isKnown = Object.keys(given).some((name) => Object.hasOwn(parts, name));
    const isClosed = schema["additionalProperties"] === false && isKnown;
    const fitted = Object.entries(given).flatMap(([name, value]) => {
      if (!Object.hasOwn(parts, name)) return isClosed ? [] : [[name, value] as const];
      const told = this.faults.length;
      const own = this.#value(value, this.#within(place, name, parts[name]));
      if (own !== undefined) return [[name, own] as const];
      if (required.includes(name) && this.faults.length === told) this.#lacks(place, name);
      return [];
    });
    for (const name of required) {
      if (typeof name === "string" && !Object.hasOwn(given, name)) this.#lacks(place, name);
    }
    return Object.fromEntries(fitted);
  }

  #within({ at, path, isItem = false }: Place, name: string, part: unknown): Place {
    const known = knownSchema(part, this.#root);
    return { ...known, at: isItem ? at : [...at, name], path: `${path}/${name}`, isItem };
  }

  #lacks({ at, path, isItem = false }: Place, name: string): void {
    const place = path === "" ? "the object" : path;
    const fault = `${place} must have required property '${name.slice(0, LONGEST_TOLD)}'`;
    this.faults.push({ at: isItem ? at : [...at, name], fault });
  }

  /** The value, null where it does not fit and may be null; undefined to leave it out. */
  #value(given: Json, place: Place): Json | undefined {
    const { isNullable } = place;
    if (given === null) return isNullable || isOpen(place) ? null : undefined;
    const isAbsent = isSaidAbsent(given, place);
    const fitted = isAbsent
      ? undefined
      : (this.#fitting(given, place) ?? this.#fitting(withoutHolder(given), place));
    if (fitted !== undefined) return fitted;
    if (!isAbsent) this.#refuse(given, place);
    return isNullable ? null : undefined;
  }

  #refuse(given: Json, { at, path, types, schema }: Place): void {
    const wanted = Array.isArray(schema["enum"]) ? "one of the allowed values" : types.join(" or ");
    const told = JSON.stringify(given).slice(0, LONGEST_TOLD);
    this.faults.push({ at, fault: `${path} must be ${wanted}: ${told}` });
  }

  #fitting(given: Json, place: Place): Json | undefined {
    const { schema, types } = place;
    const allowed = schema["enum"];
    if (Array.isArray(allowed)) return allowedValue(given, allowed as readonly Json[]);
    if (types.length === 0) return given;
    const own =
      typeof given === "object" ? (Array.isArray(given) ? "array" : "object") : typeof given;
    for (const type of types.includes(own) ? [own] : types) {
      const fitted = this.#ofType(given, type, place);
      if (fitted !== undefined) return fitted;
    }
    return undefined;
  }

  #ofType(given: Json, type: string, place: Place): Json | undefined {
    if (type === "object") return this.#inner(given, place);
    if (type === "array") return this.#list(given, place);
    return scalar(given, type);
  }

  #inner(given: Json, place: Place): Json | undefined {
    if (!isJsonObject(given)) return undefined;
    const told = this.faults.length;
    const object = this.object(given, place);
    return this.#isLast && this.#lacksPart(told, place.path) ? undefined : object;
  }

  #list(given: Json, place: Place): Json | undefined {
    if (typeof given === "string" && (LISTED.test(given) || containerIn(given))) return undefined;
    const items = knownSchema(place.schema["items"], this.#root);
    const list = Array.isArray(given) ? (given as readonly Json[]) : [given];
    return list.flatMap((each, index) => {
      const path = `${place.path}/${index}`;
      const told = this.faults.length;
      const own = this.#value(each, { ...items, at: place.at, path, isItem: true });
      const isWhole = own !== undefined && (own !== null || items.isNullable);
      return isWhole && !this.#lacksPart(told, path) ? [own] : [];
    });
  }

  /** Whether something that an item needs is missing. */
  #lacksPart(from: number, path: string): boolean {
    const needed = `${path} must have required property `;
    return this.faults.slice(from).some(({ fault }) => fault.startsWith(needed));
  }
}

/** Whether any value is taken. */
function isOpen({ types, schema }: KnownSchema): boolean {
  return types.length === 0 && !Array.isArray(schema["enum"]);
}

/** Whether a text says that there is nothing, where no text is wanted. */
function isSaidAbsent(given: Json, place: KnownSchema): given is string {
  const { types, schema } = place;
  if (typeof given !== "string" || isOpen(place)) return false;
  return !types.includes("string") && !Array.isArray(schema["enum"]) && NOTHING.test(given.trim());
}

/** Several things in one text, which may be a list or one thing. */
const LISTED = /[,;\n]/;

/** What models write where there is nothing. */
export const NOTHING =
  /^(?:|-+|–|—|n\/?a|nan|none|null|nil|unknown|undefined|not (?:available|found|specified|stated|given|mentioned|provided)|k\. ?a\.)\.?$/i;

function allowedValue(given: Json, allowed: readonly Json[]): Json | undefined {
  const exact = allowed.find((each) => each === given);
  if (exact !== undefined) return exact;
  if (typeof given === "object") return given;
  const alike = allowed.filter((each) => folded(each) === folded(given));
  return alike.length === 1 ? alike[0] : undefined;
}

function folded(value: Json): string {
  return (typeof value === "string" ? value : JSON.stringify(value))
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .trim();
}

function scalar(given: Json, type: string): Json | undefined {
  if (type === "string") {
    if (typeof given === "string") return given;
    return typeof given === "number" || typeof given === "boolean" ? String(given) : undefined;
  }
  if (type === "boolean") return typeof given === "boolean" ? given : WORDS.get(folded(given));
  const number = typeof given === "string" ? numberIn(given) : given;
  const isNumber = typeof number === "number" && Number.isFinite(number);
  return isNumber && (type === "number" || Number.isInteger(number)) ? number : undefined;
}

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["false", false],
  ["no", false],
]);

/** A number as programs write it: what groups digits may mean anything. */
function numberIn(text: string): number | undefined {
  return /^\s*[-+]?(?:\d{1,18}|\d{0,18}\.\d{1,18})(?:e[-+]?\d{1,3})?\s*$/i.test(text)
    ? Number(text)
    : undefined;
}
