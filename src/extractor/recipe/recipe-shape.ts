import type { Json } from "../../storage/index.ts";
import type { Property } from "../schema/property.ts";
import { isObject } from "../schema/value-schema.ts";

/** The values of a schema that recipes read: single ones with lists of them, and lists of objects. */
interface RecipeShape {
  /** By dotted path. */
  readonly fields: ReadonlyMap<string, Property>;
  readonly lists: ReadonlyMap<string, ListShape>;
  /** Paths that the schema requires, together with all objects around them. */
  readonly required: ReadonlySet<string>;
}

/** A list of objects. */
export interface ListShape {
  readonly items: Property;
  /** By dotted path within an item. */
  readonly fields: ReadonlyMap<string, Property>;
  /** Lists of objects in items, in the same way. */
  readonly lists: ReadonlyMap<string, ListShape>;
}

/** What recipes read of a property and its parts. */
export function shapeOf(root: Property): RecipeShape {
  const fields = new Map<string, Property>();
  const lists = new Map<string, ListShape>();
  collect(root, "", { fields, lists, levels: MOST_LEVELS });
  return { fields, lists, required: new Set(requiredIn(root, "")) };
}

function requiredIn({ parts, schema }: Property, path: string): string[] {
  return parts
    .filter(({ key }) => schema.required.includes(key))
    .flatMap((part) => {
      const own = path === "" ? part.key : `${path}.${part.key}`;
      return part.schema.type === "object" ? requiredIn(part, own) : [own];
    });
}

interface Collected {
  readonly fields: Map<string, Property>;
  readonly lists: Map<string, ListShape>;
  /** Levels of lists that may still be in each other. */
  readonly levels: number;
}

/** Lists of objects in each other that are read. */
const MOST_LEVELS = 3;

function collect(property: Property, path: string, into: Collected): void {
  const { items, parts, schema } = property;
  if (schema.type === "array" && items?.schema.type === "object") {
    const lists = new Map<string, ListShape>();
    const inside = { fields: new Map<string, Property>(), lists, levels: into.levels - 1 };
    for (const part of items.parts) collect(part, part.key, inside);
    if (into.levels > 0) into.lists.set(path, { items, fields: inside.fields, lists });
  } else if (schema.type === "object") {
    for (const part of parts) collect(part, path === "" ? part.key : `${path}.${part.key}`, into);
  } else into.fields.set(path, property);
}

/** The value at a dotted path; undefined where there is none. */
export function valueAt(values: Json | undefined, path: string): Json | undefined {
  let at: unknown = values;
  for (const key of path === "" ? [] : path.split(".")) at = isObject(at) ? at[key] : undefined;
  return at === null ? undefined : (at as Json | undefined);
}

/** Puts a value at a dotted path. */
export function putAt(values: Record<string, unknown>, path: string, value: Json): void {
  const keys = path.split(".");
  const last = keys.pop() as string;
  let at = values;
  for (const key of keys) {
    if (!Object.hasOwn(at, key)) at[key] = {};
    at = at[key] as Record<string, unknown>;
  }
  at[last] = value;
}
