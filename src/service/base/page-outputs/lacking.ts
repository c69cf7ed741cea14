import type { Json } from "../../../storage/index.ts";
import { readSchema, type ValueSchema } from "../../../extractor/index.ts";
import { isObject } from "../../../extractor/internal.ts";

/** A JSON Schema, as it was submitted. */
export type OutputSchema = Readonly<Record<string, Json>>;

/** Dotted paths of what the schema requires and the data has no value of. */
export function lackingOf(schema: OutputSchema, data: unknown): readonly string[] {
  return lackingIn(readSchema(schema), data, "");
}

function lackingIn(schema: ValueSchema, data: unknown, path: string): readonly string[] {
  const values = isObject(data) ? data : {};
  const own = schema.required.filter((name) => !hasValue(values[name]));
  const inside = Object.entries(schema.properties).flatMap(([name, part]) =>
    isObject(values[name]) ? lackingIn(part, values[name], `${path}${name}.`) : [],
  );
  return [...own.map((name) => `${path}${name}`), ...inside];
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null;
}
