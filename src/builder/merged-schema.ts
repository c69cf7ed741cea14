import type { Json } from "../storage/index.ts";
import { isJsonObject } from "../ai/internal.ts";

/** The JSON Schema that all of some values fit, and nothing with other members. */
export function mergedSchema(values: readonly Json[]): Record<string, Json> {
  const types = [...new Set(values.map(typeOf))].toSorted();
  const objects = values.filter(isJsonObject);
  const lists = values.filter((value) => Array.isArray(value)) as unknown as (readonly Json[])[];
  const names = [...new Set(objects.flatMap((value) => Object.keys(value)))];
  const properties = names.map((name) => {
    const own = objects.flatMap((value) =>
      Object.hasOwn(value, name) ? [value[name] as Json] : [],
    );
    return [name, mergedSchema(own)] as const;
  });
  const required = names.filter((name) => objects.every((value) => Object.hasOwn(value, name)));
  const items = lists.flat();
  return {
    type: types.length === 1 ? (types[0] as string) : types,
    ...(objects.length > 0 && {
      properties: Object.fromEntries(properties),
      required,
      additionalProperties: false,
    }),
    ...(items.length > 0 && { items: mergedSchema(items) }),
  };
}

/** Whole numbers are numbers: the next one may have a fraction. */
function typeOf(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
