import type { Json } from "../../storage/index.ts";

/** Bounds of a value; what the schema does not say is undefined. */
export interface ValueBounds {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMinimum: number | undefined;
  readonly exclusiveMaximum: number | undefined;
  readonly multipleOf: number | undefined;
  /** Characters of a text. */
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  /** Values of a list. */
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
}

/** What is looked at of a JSON Schema: what its values are, and the parts of them. */
export interface ValueSchema {
  /** The first of its types but null; undefined where it says nothing. */
  readonly type: string | undefined;
  /** Whether null is one of its values. */
  readonly nullable: boolean;
  readonly format: string | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly pattern: string | undefined;
  readonly bounds: ValueBounds;
  /** Whether the value need not stand on the page as it is: `x-derived`. */
  readonly derived: boolean;
  readonly properties: Readonly<Record<string, ValueSchema>>;
  /** Names of properties that must be there. */
  readonly required: readonly string[];
  readonly items: ValueSchema | undefined;
  /** The only values, where there are such. */
  readonly allowed: readonly Json[] | undefined;
}

/** Levels of a schema; what is deeper may be anything. */
const DEEPEST = 16;

/** Parts of a schema that are read, as references may repeat them; further ones may be anything. */
const MOST = 5_000;

/** References that lead to one another. */
const LONGEST_WAY = 16;

type Written = Readonly<Record<string, unknown>>;

/** A schema that is being read. */
interface Reading {
  readonly root: Written;
  left: number;
}

/**
 * Reads a JSON Schema as far as values can be looked for by it; what is malformed is ignored. Local
 * references (`#/$defs/name`) are followed, `allOf` is merged, of `anyOf` and `oneOf` the first
 * that is not null counts. 16 levels and 5,000 parts are read; what is beyond may be anything.
 * @see {@link extractValues} for an example
 */
export function readSchema(schema: unknown): ValueSchema {
  const root = isObject(schema) ? schema : {};
  return readPart(root, 0, { root, left: MOST });
}

function readPart(schema: unknown, depth: number, reading: Reading): ValueSchema {
  const isRead = isObject(schema) && depth < DEEPEST;
  const written = isRead ? wholeOf(schema, 0, reading) : {};
  const { properties, required, items } = written;
  const parts = isObject(properties) ? Object.entries(properties) : [];
  return {
    type: typeOf(written),
    nullable: isNullable(written),
    format: textOf(written["format"]),
    title: textOf(written["title"]),
    description: textOf(written["description"]),
    pattern: textOf(written["pattern"]),
    bounds: boundsOf(written),
    derived: written["x-derived"] === true,
    properties: Object.fromEntries(
      parts.map(([name, part]) => [name, readPart(part, depth + 1, reading)] as const),
    ),
    required: Array.isArray(required) ? required.filter((name) => typeof name === "string") : [],
    items: items === undefined ? undefined : readPart(items, depth + 1, reading),
    allowed: allowedBy(written),
  };
}

/** A schema with what it refers to and is made of. */
function wholeOf(schema: Written, way: number, reading: Reading): Written {
  if (way === LONGEST_WAY || reading.left-- <= 0) return {};
  const { $ref: reference, allOf, anyOf, oneOf, ...own } = schema;
  const target = typeof reference === "string" ? partAt(reading.root, reference) : undefined;
  const choices = listOf(anyOf ?? oneOf);
  const choice = choices.find((each) => each["type"] !== "null");
  let whole: Written = choices.some((each) => each["type"] === "null") ? { nullable: true } : {};
  for (const piece of [target, ...listOf(allOf), choice]) {
    if (isObject(piece)) whole = merged(whole, wholeOf(piece, way + 1, reading));
  }
  return merged(whole, own);
}

function listOf(value: unknown): Written[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Both of two schemas; where they differ the second counts. */
function merged(one: Written, two: Written): Written {
  const both: Record<string, unknown> = { ...one, ...two };
  if (isObject(one["properties"]) && isObject(two["properties"])) {
    both["properties"] = { ...one["properties"], ...two["properties"] };
  }
  if (Array.isArray(one["required"]) && Array.isArray(two["required"])) {
    both["required"] = [...new Set([...one["required"], ...two["required"]] as unknown[])];
  }
  return both;
}

/** What a local reference leads to: a JSON pointer behind `#`; undefined for nothing. */
export function partAt(root: Written, reference: string): unknown {
  if (!/^#(?:\/|$)/.test(reference)) return undefined;
  let at: unknown = root;
  for (const step of reference.slice(2).split("/").slice(0, 64)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (name === "" && at === root) continue;
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Written)[name];
  }
  return at;
}

function typeOf(schema: Written): string | undefined {
  const types: unknown[] = Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]];
  const type = types.find((each) => typeof each === "string" && each !== "null");
  if (typeof type === "string") return type;
  if (isObject(schema["properties"])) return "object";
  return schema["items"] === undefined ? undefined : "array";
}

function isNullable({ type, nullable, enum: values }: Written): boolean {
  if (nullable === true || type === "null") return true;
  return (
    (Array.isArray(type) && type.includes("null")) ||
    (Array.isArray(values) && values.includes(null))
  );
}

function boundsOf(schema: Written): ValueBounds {
  const bound = (name: keyof ValueBounds): number | undefined =>
    typeof schema[name] === "number" ? schema[name] : undefined;
  return {
    minimum: bound("minimum"),
    maximum: bound("maximum"),
    exclusiveMinimum: bound("exclusiveMinimum"),
    exclusiveMaximum: bound("exclusiveMaximum"),
    multipleOf: bound("multipleOf"),
    minLength: bound("minLength"),
    maxLength: bound("maxLength"),
    minItems: bound("minItems"),
    maxItems: bound("maxItems"),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function allowedBy(schema: Written): readonly Json[] | undefined {
  if (Array.isArray(schema["enum"])) return schema["enum"] as Json[];
  return schema["const"] === undefined ? undefined : [schema["const"] as Json];
}

/** Whether a value is an object and no array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
