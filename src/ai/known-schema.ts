import { parseJson } from "../core/index.ts";
import type { Json } from "../storage/index.ts";
import { isJsonObject, plainJson } from "./plain-json.ts";

/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/** What is known of a part of a schema: its references followed, null apart. */
export interface KnownSchema {
  readonly schema: Schema;
  /** The types of its values other than null; empty when it does not say. */
  readonly types: readonly string[];
  readonly isNullable: boolean;
}

/** References that are followed, one after another. */
const MOST_HOPS = 10;
/** Levels that a text of JSON within a value has. */
const DEEPEST = 100;

/** Looks into a part of the schema `root`. */
export function knownSchema(part: unknown, root: Schema, hops = MOST_HOPS): KnownSchema {
  const followed = follow(part, root);
  const options = optionsOf(followed);
  const others = options.filter((each) => !isNull(each));
  if (others.length === 1 && hops > 0) {
    const only = knownSchema(others[0], root, hops - 1);
    return { ...only, isNullable: only.isNullable || others.length < options.length };
  }
  const { type, enum: allowed } = followed;
  const told = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === "string");
  const types = told.length === 0 ? impliedTypes(followed) : told.filter((each) => each !== "null");
  const isListed = !Array.isArray(allowed) || allowed.includes(null);
  const isOfTypes = told.includes("null") || (told.length === 0 && Array.isArray(allowed));
  return { schema: followed, types, isNullable: isOfTypes && isListed };
}

function optionsOf({ anyOf, oneOf }: Schema): readonly unknown[] {
  const options = [anyOf, oneOf].find((each) => Array.isArray(each));
  return (options as readonly unknown[] | undefined) ?? [];
}

function impliedTypes({ properties, items }: Schema): string[] {
  if (isSchema(properties)) return ["object"];
  return isSchema(items) ? ["array"] : [];
}

function follow(part: unknown, root: Schema): Schema {
  let at = part;
  for (let hop = 0; hop < MOST_HOPS && isSchema(at); hop++) {
    const { $ref: reference } = at;
    if (typeof reference !== "string") return at;
    at = reference
      .split("/")
      .slice(1)
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<unknown>((inside, step) => memberOf(inside, step), root);
  }
  return {};
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Schema)[name];
}

function isNull(part: unknown): boolean {
  return isSchema(part) && part["type"] === "null";
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The parts of an object's schema, by their names. */
export function propertiesOf({ properties }: Schema): Readonly<Record<string, unknown>> {
  return isSchema(properties) ? properties : {};
}

/** The part of a schema with the members that paths lead to, and what the paths pass through. */
export function partOfSchema(root: Schema, paths: readonly (readonly string[])[]): Schema {
  return selected(root, paths, root);
}

function selected(part: unknown, paths: readonly (readonly string[])[], root: Schema): Schema {
  const { schema } = knownSchema(part, root);
  if (paths.some((path) => path.length === 0)) return isSchema(part) ? part : {};
  const names = new Set(paths.flatMap(([name]) => name ?? []));
  const parts = Object.entries(propertiesOf(schema)).filter(([name]) => names.has(name));
  const properties = parts.map(([name, inner]) => {
    const rest = paths.filter(([first]) => first === name).map((path) => path.slice(1));
    return [name, selected(inner, rest, root)] as const;
  });
  const { required } = schema;
  const needed = Array.isArray(required)
    ? required.filter((name) => names.has(name as string))
    : [];
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    ...(Array.isArray(required) && { required: needed }),
  };
}

/** Characters of a name that is compared. */
const LONGEST_NAME = 100;

/** A name without what spellings differ in: `unit_price`, `unitPrice` and `Unit price` are the same. */
export function foldName(name: string): string {
  if (name.length > LONGEST_NAME) return name;
  if (/^[ -~]*$/.test(name)) return name.toLowerCase().replace(/[^a-z0-9]/g, "") || name;
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]/gu, "") || name;
}

/** The object or list that a text is; undefined for other values. */
export function containerIn(text: string): Json | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    const plain = plainJson(parseJson(text), DEEPEST);
    return "value" in plain ? plain.value : undefined;
  } catch {
    return undefined;
  }
}

/** A value taken out of the list of one, the text of JSON or the holder `{"value": …}` that it is in. */
export function withoutHolder(value: Json): Json {
  if (Array.isArray(value) && value.length === 1) return value[0] as Json;
  if (typeof value === "string") return containerIn(value) ?? value;
  if (!isJsonObject(value)) return value;
  return value["value"] ?? value;
}
