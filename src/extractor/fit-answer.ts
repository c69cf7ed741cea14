import { isJsonObject, type FittedAnswer, type JsonObject } from "../ai/index.ts";
import type { Json } from "../storage/index.ts";
import { readName } from "./names.ts";
import type { Property } from "./property.ts";
import { coerceValue, type ValueContext } from "./values/coerce-value.ts";

/** Faults that are told of one answer, and characters of a value in one. */
const MOST_FAULTS = 20;
const LONGEST_TOLD = 60;

/** What models write where there is nothing. */
const NOTHING =
  /^(?:|-+|–|—|n\/?a|none|null|nil|unknown|undefined|not (?:available|found|specified|stated|given|mentioned|provided)|k\. ?a\.)\.?$/i;

/**
 * Brings a model's answer into the form of the properties that it was asked for: taken out of what it
 * was wrapped in, members by their names in other spellings (`unit_price`), each value by itself as its
 * schema wants it. What does not fit is null, and told.
 * @param before what an answer before had that fits; it stays
 */
export function fitAnswer(
  root: Property,
  answer: JsonObject,
  { page, before }: { readonly page: ValueContext; readonly before: JsonObject | undefined },
): FittedAnswer {
  const faults: string[] = [];
  const fitted = fitObject(root, unwrapped(root, answer), { page, faults, before, path: "" });
  return { object: fitted, faults: faults.slice(0, MOST_FAULTS) };
}

/** An answer without the one member that it was wrapped in: `{"data": {…}}`, `{"result": [{…}]}`. */
function unwrapped({ parts }: Property, answer: JsonObject): JsonObject {
  if (parts.some(({ key }) => memberNamed(answer, key) !== undefined)) return answer;
  const values = Object.values(answer);
  const only = values.length === 1 ? values[0] : undefined;
  const inner = Array.isArray(only) && only.length === 1 ? (only[0] as Json) : only;
  return isJsonObject(inner) ? inner : answer;
}

/** A member by its name, else by the words of it. */
function memberNamed(object: JsonObject, key: string): Json | undefined {
  if (Object.hasOwn(object, key)) return object[key];
  const wanted = readName(key)?.key;
  const name = Object.keys(object).find((each) => readName(each)?.key === wanted);
  return wanted === undefined || name === undefined ? undefined : object[name];
}

interface Fitting {
  readonly page: ValueContext;
  readonly faults: string[];
  readonly before: Json | undefined;
  readonly path: string;
}

function fitObject({ parts }: Property, given: JsonObject, fitting: Fitting): JsonObject {
  const { path } = fitting;
  const before = isJsonObject(fitting.before) ? fitting.before : {};
  const fitted = parts.map((part) => {
    const at = path === "" ? part.key : `${path}.${part.key}`;
    const own = { ...fitting, before: before[part.key], path: at };
    return [part.key, fitValue(part, memberNamed(given, part.key), own)] as const;
  });
  return Object.fromEntries(fitted);
}

function fitValue(property: Property, given: Json | undefined, fitting: Fitting): Json {
  const { before = null } = fitting;
  if (isNothing(given, property)) return before;
  if (property.schema.type === "array" && property.items !== undefined) {
    const list = fitList(property.items, given, fitting);
    return list.length > 0 ? list : (before ?? list);
  }
  if (property.schema.type === "object") return fitInner(property, given, fitting);
  return coerceValue(given, property.schema, fitting.page) ?? refused(given, property, fitting);
}

/** An object in an answer; one whose members the schema does not name stays as it is. */
function fitInner(property: Property, given: Json, fitting: Fitting): Json {
  const object = Array.isArray(given) && given.length === 1 ? (given[0] as Json) : given;
  if (!isJsonObject(object)) return refused(given, property, fitting);
  return property.parts.length === 0 ? object : fitObject(property, object, fitting);
}

function fitList(items: Property, given: Json, fitting: Fitting): Json[] {
  return listOf(items, given).flatMap((each, at) => {
    const own = { ...fitting, before: undefined, path: `${fitting.path}[${at}]` };
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

function refused(given: Json, { schema }: Property, { faults, before, path }: Fitting): Json {
  if (before !== undefined && before !== null) return before;
  const told = JSON.stringify(given).slice(0, LONGEST_TOLD);
  faults.push(`${path}: ${told} is no ${schema.format ?? schema.type ?? "value"} of the schema`);
  return null;
}
