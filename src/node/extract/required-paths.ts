import type { ValueSchema } from "../../extractor/index.ts";
import { isObject } from "../../extractor/internal.ts";

/**
 * Paths of what a schema requires and a value lacks, `offers[1].price`. What may be null may be
 * absent too.
 */
export function lackingPaths(schema: ValueSchema, value: unknown, path = ""): readonly string[] {
  const { items, properties } = schema;
  if (Array.isArray(value) && items !== undefined) {
    return value.flatMap((each, at) => lackingPaths(items, each, `${path}[${at}]`));
  }
  if (!isObject(value)) return [];
  const required = new Set(schema.required);
  return Object.entries(properties).flatMap(([name, part]) => {
    const own = path === "" ? name : `${path}.${name}`;
    const held = value[name];
    const isThere = held !== undefined && held !== null && !isEmptyList(held);
    if (isThere) return lackingPaths(part, held, own);
    return required.has(name) && !part.nullable ? [own] : [];
  });
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
