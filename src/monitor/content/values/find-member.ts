import { isObject } from "../../../extractor/index.ts";
import type { Entity } from "./list-entities.ts";

/** Other names of what pages tell of; each list is of the same. */
const SAME: readonly (readonly string[])[] = [
  ["name", "title", "headline"],
  ["price", "lowprice", "amount"],
  ["currency", "pricecurrency"],
  ["rating", "ratingvalue", "averagerating"],
  ["reviewcount", "reviewscount", "numberofreviews", "ratingcount"],
  ["availability", "instock", "available", "isavailable", "stock"],
  ["image", "imageurl", "thumbnail", "thumbnailurl"],
  ["datepublished", "published", "publishedat", "publishedtime", "publishdate", "date"],
  ["datemodified", "modified", "modifiedat", "modifiedtime", "updatedat", "lastmodified"],
  ["author", "authorname", "creator"],
  ["brand", "brandname", "manufacturer"],
  ["url", "link", "canonicalurl"],
  ["body", "articlebody", "text"],
  ["summary", "description", "abstract"],
];

const groups = new Map(SAME.flatMap((names) => names.map((name) => [name, names] as const)));

/** Members that are parts of a thing: what they say is said of it. */
const PARTS = ["offers", "aggregaterating", "pricespecification", "location", "address", "geo"];

/** Parts in parts. */
const DEEPEST = 3;

/**
 * The member of a thing that a property means: by name, whatever its case, `_` and `-`; by the
 * names of a path, joined (`brandName`); by another name of the same; or the same in a part of it,
 * its offers for example. Undefined without one.
 */
export function findMember(thing: Entity, property: string): unknown {
  const name = plainName(property);
  for (const wanted of [name, ...(groups.get(name) ?? [])]) {
    const found = inThing(thing, wanted, 0);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A name as it is compared: without case, `_`, `-`, colons and spaces. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_:@.-]/g, "");
}

function inThing(thing: Entity, name: string, depth: number): unknown {
  const members = Object.entries(thing).map(([own, value]) => [plainName(own), value] as const);
  const direct = members.find(([own, value]) => own === name && !isEmpty(value));
  if (direct !== undefined) return direct[1];
  if (depth === DEEPEST) return undefined;
  for (const [own, value] of members) {
    const part = firstThing(value);
    if (part === undefined) continue;
    const isPath = name.length > own.length && name.startsWith(own);
    const found =
      (isPath ? inThing(part, name.slice(own.length), depth + 1) : undefined) ??
      (PARTS.includes(own) && !isOfWhole(name) ? inThing(part, name, depth + 1) : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether every thing has a member of the name, so that a part's is not that of the whole. */
function isOfWhole(name: string): boolean {
  return /^(?:name|title|headline|url|link|image|description|type|id|context)$/.test(name);
}

function firstThing(value: unknown): Entity | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return isObject(first) ? first : undefined;
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}
