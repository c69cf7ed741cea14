import { coerceValue, isObject, type ValueSchema } from "../../../extractor/index.ts";
import type { Json } from "../../../storage/index.ts";
import { findMember } from "./find-member.ts";
import type { Entities, Entity } from "./list-entities.ts";

/** Values that were found, and the properties that have none. */
export interface MatchedSchema {
  readonly values: Readonly<Record<string, Json>>;
  readonly missing: readonly string[];
}

/** Types of things that a page is about rather than of what surrounds it. */
const MAIN =
  /(?:^|[/:])(?:Product|ProductGroup|\w*Article|BlogPosting|\w*Event|Recipe|JobPosting|Book|Movie|Course|Offer|LocalBusiness|Restaurant|Hotel|SoftwareApplication|VideoObject|Dataset)$/;

/** How many properties more than another a thing of such a type is worth. */
const MAIN_BONUS = 0.5;

/**
 * Finds a schema's properties in what a page tells of: in the thing that has most of them, and
 * where that lacks one in what the page says of itself. A property that is nowhere, or of another
 * type, is null and missing.
 */
export function matchSchema(schema: ValueSchema, { things, page }: Entities): MatchedSchema {
  const main = bestThing(schema, things);
  const names = Object.keys(schema.properties);
  const missing: string[] = [];
  const values = names.map((name) => {
    const part = schema.properties[name] as ValueSchema;
    const value =
      (main && valueIn(main, name, part)) ??
      valueIn(page, name, part) ??
      listOf(part, name, things);
    if (value === undefined) missing.push(name);
    return [name, value ?? null] as const;
  });
  return { values: Object.fromEntries(values), missing };
}

function bestThing(schema: ValueSchema, things: readonly Entity[]): Entity | undefined {
  let best: Entity | undefined;
  let most = 0;
  for (const thing of things) {
    const found = countIn(thing, schema);
    const worth = found === 0 ? 0 : found + (isMain(thing) ? MAIN_BONUS : 0);
    if (worth > most) [best, most] = [thing, worth];
  }
  return best;
}

function countIn(thing: Entity, { properties }: ValueSchema): number {
  return Object.entries(properties).filter(
    ([name, part]) => valueIn(thing, name, part) !== undefined,
  ).length;
}

function isMain(thing: Entity): boolean {
  const type = thing["@type"];
  const names: unknown[] = Array.isArray(type) ? type : [type];
  return names.some((name) => typeof name === "string" && MAIN.test(name));
}

function valueIn(thing: Entity, name: string, schema: ValueSchema): Json | undefined {
  const found = findMember(thing, name);
  if (found !== undefined) return valueOf(found, schema);
  // An object of the schema may only group what the thing has itself.
  return schema.type === "object" ? objectOf(thing, schema) : undefined;
}

/** A value as the schema wants it, whatever its depth. */
function valueOf(value: unknown, schema: ValueSchema): Json | undefined {
  if (schema.type === "object") {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return isObject(first) ? objectOf(first, schema) : undefined;
  }
  if (schema.type !== "array") return coerceValue(value, schema);
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (schema.items === undefined) return list as Json[];
  const { items } = schema;
  const values = list.flatMap((each) => valueOf(each, items) ?? []);
  return values.length === 0 && list.length > 0 ? undefined : values;
}

/** An object with what was found; undefined when nothing is, or something required is not. */
function objectOf(thing: Entity, { properties, required }: ValueSchema): Json | undefined {
  const names = Object.keys(properties);
  if (names.length === 0) return thing as Json;
  const found = names.map((name) => {
    const value = valueIn(thing, name, properties[name] as ValueSchema);
    return [name, value] as const;
  });
  const isThere = found.filter(([, value]) => value !== undefined).map(([name]) => name);
  if (isThere.length === 0 || required.some((name) => !isThere.includes(name))) return undefined;
  return Object.fromEntries(found.map(([name, value]) => [name, value ?? null] as const));
}

/** Things of one type that the page has several of, for a list of objects: `products`. */
function listOf(schema: ValueSchema, name: string, things: readonly Entity[]): Json | undefined {
  const { items } = schema;
  if (schema.type !== "array" || items?.type !== "object") return undefined;
  const wanted = name.toLowerCase().replace(/s$/, "");
  const values = things
    .filter((thing) => String(thing["@type"]).toLowerCase().endsWith(wanted))
    .flatMap((thing) => objectOf(thing, items) ?? []);
  return values.length === 0 ? undefined : values;
}
