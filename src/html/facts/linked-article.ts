import { ARTICLE_TYPES, hasType, isObject, listThings, type JsonObject } from "./json-ld.ts";

/** What linked data says of the page's article and of what is around it; empty where nothing. */
export interface LinkedArticle {
  readonly article: JsonObject;
  /** The first thing that says when it was published, the article or the page. */
  readonly dated: JsonObject;
  /** The site. */
  readonly site: JsonObject;
  /** What a reference by `@id` stands for on this page; everything else as it is. */
  readonly resolve: (value: unknown) => unknown;
}

/** Things that are looked through for one that is referred to. */
const MOST_THINGS = 10_000;

/** Finds the article in linked data, and the things that it refers to. */
export function linkedArticle(jsonLd: readonly unknown[]): LinkedArticle {
  const things = listThings(jsonLd);
  const article = things.find((thing) => hasType(thing, ARTICLE_TYPES)) ?? {};
  const isDated = (thing: JsonObject): boolean =>
    typeof (thing["datePublished"] ?? thing["uploadDate"]) === "string";
  const dated = isDated(article) ? article : (things.find(isDated) ?? {});
  const site = things.find((thing) => hasType(thing, /^WebSite$/)) ?? {};
  let known: ReadonlyMap<unknown, JsonObject> | undefined;
  const resolve = (value: unknown): unknown => {
    if (!isReference(value)) return value;
    known ??= thingsById(jsonLd);
    return known.get(value["@id"]) ?? value;
  };
  return { article, dated, site, resolve };
}

/** An object that only says which thing it stands for, and of which type that is. */
function isReference(value: unknown): value is JsonObject {
  return isObject(value) && value["@id"] !== undefined && value["name"] === undefined;
}

/** The things with a name, wherever they stand; the first of each `@id`. */
function thingsById(jsonLd: readonly unknown[]): ReadonlyMap<unknown, JsonObject> {
  const known = new Map<unknown, JsonObject>();
  const waiting: unknown[] = jsonLd.toReversed();
  for (let seen = 0; waiting.length > 0 && seen < MOST_THINGS; seen++) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    if (isObject(value) && value["@id"] !== undefined && value["name"] !== undefined) {
      if (!known.has(value["@id"])) known.set(value["@id"], value);
    }
    for (const inside of Object.values(value).toReversed()) waiting.push(inside);
  }
  return known;
}
