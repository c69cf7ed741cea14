import { isObject } from "../schema/value-schema.ts";
import type { Thing } from "../candidates/things.ts";
import { dataForms, type Locator } from "./recipe.ts";
import { typeOf, type RecipePage } from "./recipe-page.ts";

/** Levels of structured data that are looked into for lists. */
const DEEPEST = 5;

/** Lists of objects with so many items in a page's structured data, or in a thing of it. */
export function listsIn(
  { candidates: { things } }: RecipePage,
  length: number,
  within?: Thing,
): Locator[] {
  if (within !== undefined) {
    return pathsIn(within, length).map((path) => ({ data: "json-ld" as const, path }));
  }
  return things.flatMap(({ thing, source }) => {
    const data = dataForms.find((form) => form === source);
    if (data === undefined) return [];
    const type = typeOf(thing);
    return pathsIn(thing, length).map((path) => ({
      data,
      path,
      ...(type !== undefined && { type }),
    }));
  });
}

function pathsIn(thing: Thing, length: number, depth = 0): string[] {
  if (depth === DEEPEST) return [];
  return Object.entries(thing).flatMap(([member, value]) => {
    if (Array.isArray(value)) {
      return value.length === length && value.every((each) => isObject(each)) ? [member] : [];
    }
    if (!isObject(value)) return [];
    return pathsIn(value, length, depth + 1).map((path) => `${member}.${path}`);
  });
}
