import { NOTHING, type AnswerFault, type FittedAnswer, type JsonObject } from "../ai/index.ts";
import { isJsonObject } from "../ai/internal.ts";
import type { Json } from "../storage/index.ts";
import { memberOf } from "./missing.ts";
import type { Property } from "./schema/property.ts";
import { coerceValue, type ValueContext } from "./values/coerce-value.ts";
import { numbersInWords } from "./values/number-words.ts";

/** Faults that are told of one answer, and characters of a value in one. */
const MOST_FAULTS = 20;
const LONGEST_TOLD = 60;

/**
 * Brings a model's answer into the form of the properties that it was asked for, each value by itself
 * as its schema wants it. What does not fit is null, and told.
 */
export function fitAnswer(root: Property, answer: JsonObject, page: ValueContext): FittedAnswer {
  const faults: AnswerFault[] = [];
  const object = fitObject(root, answer, { page, faults, path: "", at: [], isItem: false });
  return { object, faults: faults.slice(0, MOST_FAULTS) };
}

interface Fitting {
  readonly page: ValueContext;
  readonly faults: AnswerFault[];
  readonly path: string;
  /** The members on the way, up to the first list. */
  readonly at: readonly string[];
  readonly isItem: boolean;
}

function fitObject({ parts }: Property, given: JsonObject, fitting: Fitting): JsonObject {
  const { path, at, isItem } = fitting;
  const fitted = parts.map((part) => {
    const own = {
      ...fitting,
      path: path === "" ? part.key : `${path}.${part.key}`,
      at: isItem ? at : [...at, part.key],
    };
    return [part.key, fitValue(part, memberOf(given, part.key), own)] as const;
  });
  return Object.fromEntries(fitted);
}

function fitValue(property: Property, given: Json | undefined, fitting: Fitting): Json {
  if (isNothing(given, property)) return null;
  if (property.schema.type === "array" && property.items !== undefined) {
    return fitList(property.items, given, fitting);
  }
  if (property.schema.type === "object") return fitInner(property, given, fitting);
  return coerceGiven(given, property, fitting.page) ?? refused(given, property, fitting);
}

/** Addresses to write to and to call; others are those of pages. */
const CONTACT = /^(?:mailto|tel):[^\s]{1,500}$/i;

/** A value of a model's as its schema wants it; numbers in words and addresses of people too. */
export function coerceGiven(
  given: Json,
  { schema }: Property,
  page: ValueContext,
): Json | undefined {
  const value = coerceValue(given, schema, page);
  if (value !== undefined || typeof given !== "string") return value;
  if (/^(?:uri|url)$/.test(schema.format ?? "") && CONTACT.test(given)) return given;
  return coerceValue(numberSaid(given, page), schema, page);
}

/** The only number that a text says in words. */
function numberSaid(text: string, { language }: ValueContext): number | undefined {
  const [number, ...more] = /\p{N}/u.test(text) ? [] : numbersInWords(text, language);
  return more.length === 0 ? number : undefined;
}

/** An object in an answer; one whose members the schema does not name stays as it is. */
function fitInner(property: Property, given: Json, fitting: Fitting): Json {
  const object = Array.isArray(given) && given.length === 1 ? (given[0] as Json) : given;
  if (!isJsonObject(object)) return refused(given, property, fitting);
  return property.parts.length === 0 ? object : fitObject(property, object, fitting);
}

function fitList(items: Property, given: Json, fitting: Fitting): Json[] {
  return listOf(items, given).flatMap((each, index) => {
    const own = { ...fitting, path: `${fitting.path}[${index}]`, isItem: true };
    const value = fitValue(items, each, own);
    return value === null ? [] : [value];
  });
}

/** The items of a list; texts in one text are parted. */
function listOf({ parts }: Property, given: Json): readonly Json[] {
  if (Array.isArray(given)) return given as readonly Json[];
  if (typeof given !== "string" || parts.length > 0) return [given];
  return given.split(/\s*(?:[;\n]|,(?=\s))\s*/).filter((each) => each !== "");
}

function isNothing(given: Json | undefined, { schema }: Property): given is null | undefined {
  if (given === undefined || given === null) return true;
  return typeof given === "string" && schema.allowed === undefined && NOTHING.test(given.trim());
}

function refused(given: Json, { schema }: Property, { faults, path, at }: Fitting): null {
  const told = JSON.stringify(given).slice(0, LONGEST_TOLD);
  const fault = `${path}: ${told} is not a valid ${schema.format ?? schema.type ?? "value"} of the schema`;
  faults.push({ at, fault });
  return null;
}
