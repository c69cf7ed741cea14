import type { Json } from "../storage/index.ts";
import { containerIn, foldName, knownSchema, propertiesOf, type Schema } from "./known-schema.ts";
import { isJsonObject, type JsonObject } from "./plain-json.ts";

/** An object of an answer, and how many members of the schema it has. */
interface Unwrapped {
  readonly object: JsonObject;
  readonly known: number;
}

/** Wrappings, one within another. */
const MOST_WRAPPINGS = 6;

/**
 * Takes the object that was asked for out of what models put around it: `{"data": {…}}`, a list of
 * one, the call of a tool, the schema's own `properties`, a text of JSON; a bare list where the schema
 * has one list alone. Its members are called as in the schema, those within it too.
 */
export function unwrapAnswer(answer: Json, root: Schema): Unwrapped | undefined {
  let at: Json | undefined = answer;
  for (let left = MOST_WRAPPINGS; left > 0 && at !== undefined; left--) {
    if (typeof at === "string") at = containerIn(at);
    else if (Array.isArray(at)) at = fromList(at as readonly Json[], root);
    else if (isJsonObject(at)) {
      const inner = calledWith(at, root) ?? (countKnown(at, root) > 0 ? undefined : onlyInner(at));
      if (inner === undefined) return named(at, root);
      at = inner;
    } else return undefined;
  }
  return isJsonObject(answer) ? named(answer, root) : undefined;
}

function named(object: JsonObject, root: Schema): Unwrapped {
  return { object: renamed(object, root, root) as JsonObject, known: countKnown(object, root) };
}

/** Members of an object whose names may be spelled otherwise: more are no answer to a schema. */
const MOST_NAMES = 1000;

/** Members with a value that a part of the schema names; one where it names none. */
function countKnown(object: JsonObject, root: Schema, part: unknown = root): number {
  const names = Object.keys(propertiesOf(knownSchema(part, root).schema));
  if (names.length === 0) return 1;
  const given = Object.keys(object);
  const isLong = given.length > MOST_NAMES;
  const called = new Map(isLong ? [] : given.map((name) => [foldName(name), name] as const));
  return names.filter((name) => {
    const own = Object.hasOwn(object, name) ? name : called.get(foldName(name));
    return own !== undefined && object[own] !== null;
  }).length;
}

/** What a list holds alone; the list under its name where the schema has no other. */
function fromList(list: readonly Json[], root: Schema): Json | undefined {
  const only = list.length === 1 ? list[0] : undefined;
  if (isJsonObject(only) && countKnown(only, root) > 0) return only;
  const parts = Object.entries(propertiesOf(knownSchema(root, root).schema));
  const lists = parts.filter(([, part]) => knownSchema(part, root).types.includes("array"));
  const [name = "", part] = lists.length === 1 ? (lists[0] ?? []) : [];
  if (part === undefined) return only;
  const { items } = knownSchema(part, root).schema;
  const [first] = list;
  const isOther = isJsonObject(first) && !isItem(first, items, root);
  return isOther ? only : { [name]: [...list] };
}

function isItem(object: JsonObject, items: unknown, root: Schema): boolean {
  const { types } = knownSchema(items, root);
  return types.includes("object") && countKnown(object, root, items) > 0;
}

/** Names of what a tool is given. */
const ARGUMENTS = ["arguments", "parameters", "args", "params", "input"];
/** Names that stand beside those, or around them. */
const BESIDE = new Set([
  "name",
  "toolname",
  "tool",
  "id",
  "toolcallid",
  "type",
  "function",
  "index",
]);

/** What a tool was called with, or the members of a schema that was filled in. */
function calledWith(object: JsonObject, root: Schema): Json | undefined {
  const parts = propertiesOf(knownSchema(root, root).schema);
  const given = Object.keys(object);
  const isOf = (name: string): boolean =>
    Object.hasOwn(object, name) && !Object.hasOwn(parts, name);
  const inner = ["tool_calls", "function"].find((name) => isOf(name) && isContainer(object[name]));
  const name = inner ?? ARGUMENTS.find((each) => isOf(each) && isContainer(object[each]));
  const isCall = given.every((each) => each === name || BESIDE.has(foldName(each)));
  if (name !== undefined && isCall) return object[name];
  return isOf("properties") && object["type"] === "object" ? object["properties"] : undefined;
}

/** Names that say nothing about what is in a list. */
const WRAPPERS: ReadonlySet<string> = new Set(
  "answer answers data entries items list output records response result results rows values".split(
    " ",
  ),
);

/**
 * The only object or list of an object that has nothing else that was asked for. A list of texts or
 * numbers under a name of its own may be of something else.
 */
function onlyInner(object: JsonObject): Json | undefined {
  const inner = Object.entries(object).filter(([, value]) => isContainer(value));
  const [name, value] = inner.length === 1 ? (inner[0] ?? []) : [];
  if (name === undefined || value === undefined) return undefined;
  const isOfTexts = Array.isArray(value) && !value.every((each) => isJsonObject(each as Json));
  return isOfTexts && !WRAPPERS.has(foldName(name)) ? undefined : value;
}

function isContainer(value: Json | undefined): boolean {
  if (typeof value === "string") return containerIn(value) !== undefined;
  return typeof value === "object" && value !== null;
}

/** A value whose members are called as the schema calls them. */
function renamed(value: Json, part: unknown, root: Schema): Json {
  const { schema, types } = knownSchema(part, root);
  if (typeof value === "string") {
    const isText = types.length === 0 || types.includes("string");
    const inner = isText ? undefined : containerIn(value);
    return inner === undefined ? value : renamed(inner, part, root);
  }
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const isAlone = list.length === 1 && types.includes("object") && !types.includes("array");
    return isAlone
      ? renamed(list[0] as Json, part, root)
      : list.map((each) => renamed(each, schema["items"], root));
  }
  return isJsonObject(value) ? renamedMembers(value, schema, root) : value;
}

function renamedMembers(object: JsonObject, schema: Schema, root: Schema): JsonObject {
  const parts = propertiesOf(schema);
  const byName = new Map<string, string>();
  if (Object.keys(object).length > MOST_NAMES) return object;
  for (const name of Object.keys(parts)) {
    if (!Object.hasOwn(object, name)) byName.set(foldName(name), name);
  }
  const members = Object.entries(object).map(([given, value]) => {
    const name = Object.hasOwn(parts, given) ? given : (byName.get(foldName(given)) ?? given);
    if (name !== given) byName.delete(foldName(given));
    return [name, renamed(value, parts[name], root)] as const;
  });
  return Object.fromEntries(members);
}
