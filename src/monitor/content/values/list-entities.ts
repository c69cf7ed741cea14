import { isObject } from "../../../extractor/index.ts";
import { extractStructured, type StructuredValue, type Tree } from "../../../html/index.ts";

/** A thing that a page tells of, as members by name. */
export type Entity = Readonly<Record<string, unknown>>;

/** What a page tells of in a form for programs. */
export interface Entities {
  /** Things of JSON-LD and microdata, in the order of the page. */
  readonly things: readonly Entity[];
  /** What the page says of itself in meta elements. */
  readonly page: Entity;
}

/** Things that are looked at. */
const MOST = 500;

/** Levels of microdata. */
const DEEPEST = 32;

/** Members in which further things are, which the page is about as well. */
const HOLDERS = ["@graph", "mainEntity", "mainEntityOfPage", "about", "itemListElement", "item"];

/** Lists the things that a page tells of. */
export function listEntities(tree: Tree, url: string): Entities {
  const kinds = ["jsonLd", "microdata", "openGraph", "twitter", "meta"] as const;
  const found = extractStructured(tree, { url, kinds });
  const items = asList(found["microdata"]).map((item) => plainItem(item, 0));
  const groups: unknown[] = [found["meta"], found["twitter"], found["openGraph"]];
  return {
    things: things([...asList(found["jsonLd"]), ...items]),
    page: Object.assign({}, ...groups.filter(isObject).map(withoutPrefixes)) as Entity,
  };
}

function asList(value: StructuredValue | undefined): readonly StructuredValue[] {
  return Array.isArray(value) ? (value as readonly StructuredValue[]) : [];
}

function things(roots: readonly unknown[]): Entity[] {
  const found: Entity[] = [];
  const waiting = roots.toReversed();
  while (waiting.length > 0 && found.length < MOST) {
    const value = waiting.pop();
    if (Array.isArray(value)) for (const item of value.toReversed()) waiting.push(item);
    if (!isObject(value)) continue;
    found.push(value);
    for (const name of HOLDERS) if (typeof value[name] === "object") waiting.push(value[name]);
  }
  return found;
}

/** An item of microdata as JSON-LD would have it: a single value is no list. */
function plainItem(item: unknown, depth: number): unknown {
  if (!isObject(item) || !isObject(item["properties"]) || depth === DEEPEST) return item;
  const members = Object.entries(item["properties"]).map(([name, list]) => {
    const values = (Array.isArray(list) ? list : [list]).map((each) => plainItem(each, depth + 1));
    return [name, values.length === 1 ? values[0] : values] as const;
  });
  return { "@type": item["type"], ...Object.fromEntries(members) };
}

const PREFIX =
  /^(?:og|twitter|article|product|book|profile|music|video|place|business|dc|dcterms)[:.]/;

/** Meta elements by their bare names; `product:price:amount` is the price. */
function withoutPrefixes(group: Readonly<Record<string, unknown>>): Entity {
  const members = Object.entries(group).map(([name, value]) => {
    const bare = name.replace(PREFIX, "").replace(/^price:amount$/, "price");
    return [bare.replace(/^(?:price:)?currency$/, "priceCurrency"), value] as const;
  });
  return Object.fromEntries(members);
}
