import type { Json } from "../../../storage/index.ts";

/** What is looked at of a JSON Schema: what its values are, and the parts of them. */
export interface ValueSchema {
  /** The first of its types but null; undefined where it says nothing. */
  readonly type: string | undefined;
  readonly properties: Readonly<Record<string, ValueSchema>>;
  /** Names of properties that must be there. */
  readonly required: readonly string[];
  readonly items: ValueSchema | undefined;
  /** The only values, where there are such. */
  readonly allowed: readonly Json[] | undefined;
}

/** Levels of a schema; what is deeper may be anything. */
const DEEPEST = 16;

const ANYTHING: ValueSchema = Object.freeze({
  type: undefined,
  properties: {},
  required: [],
  items: undefined,
  allowed: undefined,
});

/** Reads a JSON Schema as far as values can be looked for by it; what is malformed is ignored. */
export function readSchema(schema: unknown, depth = 0): ValueSchema {
  if (!isObject(schema) || depth === DEEPEST) return ANYTHING;
  const { properties, required, items } = schema;
  const parts = isObject(properties) ? Object.entries(properties) : [];
  return {
    type: typeOf(schema),
    properties: Object.fromEntries(
      parts.map(([name, part]) => [name, readSchema(part, depth + 1)] as const),
    ),
    required: Array.isArray(required) ? required.filter((name) => typeof name === "string") : [],
    items: items === undefined ? undefined : readSchema(items, depth + 1),
    allowed: allowedBy(schema),
  };
}

function typeOf(schema: Readonly<Record<string, unknown>>): string | undefined {
  const types: unknown[] = Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]];
  const type = types.find((each) => typeof each === "string" && each !== "null");
  if (typeof type === "string") return type;
  if (isObject(schema["properties"])) return "object";
  return schema["items"] === undefined ? undefined : "array";
}

function allowedBy(schema: Readonly<Record<string, unknown>>): readonly Json[] | undefined {
  if (Array.isArray(schema["enum"])) return schema["enum"] as Json[];
  return schema["const"] === undefined ? undefined : [schema["const"] as Json];
}

/** Whether a value is an object and no array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
