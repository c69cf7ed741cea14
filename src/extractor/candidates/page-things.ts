import {
  extractStructured,
  readPageState,
  type Metadata,
  type StructuredValue,
  type Tree,
} from "../../html/index.ts";
import { isObject } from "../schema/value-schema.ts";
import type { Source } from "./candidate.ts";
import { linkThings } from "./link-things.ts";
import type { Thing } from "./things.ts";

/** A thing of structured data, and in which form it stands on the page. */
export interface SourcedThing {
  readonly thing: Thing;
  readonly source: Source;
}

/** Things that are looked at. */
const MOST = 500;

/** Levels of microdata. */
const DEEPEST = 32;

/** Nodes of a graph in each other: they may go in a circle. */
const DEEPEST_GRAPH = 6;

/** Members in which further things are, which the page is about as well. */
const HOLDERS = ["@graph", "mainEntity", "mainEntityOfPage", "about", "itemListElement", "item"];

/** What a page tells of in a form for programs, in the order of the page; meta elements last. */
export function pageThings(tree: Tree, url: string): SourcedThing[] {
  const kinds = ["jsonLd", "microdata", "rdfa", "openGraph", "twitter", "meta"] as const;
  const found = extractStructured(tree, { url, kinds });
  const items = asList(found["microdata"]).map((item) => plainItem(item, 0));
  const groups = (kind: string): Thing[] =>
    [found[kind]].flatMap((group) => (isObject(group) ? [withoutPrefixes(group)] : []));
  return [
    ...listThings(linkThings(asList(found["jsonLd"]), url), "json-ld"),
    ...listThings(items, "microdata"),
    ...listThings(plainGraph(asList(found["rdfa"])), "rdfa"),
    ...stateThings(tree),
    ...[...groups("openGraph"), ...groups("twitter")].map((thing): SourcedThing => ({
      thing,
      source: "open-graph",
    })),
    ...groups("meta").map((thing): SourcedThing => ({ thing, source: "meta" })),
  ];
}

/** A page's metadata as a thing. */
export function metadataThing(metadata: Metadata): SourcedThing {
  const { openGraph: _graph, jsonLd: _data, publishedTime, modifiedTime, ...rest } = metadata;
  return {
    source: "metadata",
    thing: { ...rest, datePublished: publishedTime, dateModified: modifiedTime },
  };
}

function asList(value: StructuredValue | undefined): readonly StructuredValue[] {
  return Array.isArray(value) ? (value as readonly StructuredValue[]) : [];
}

/** Types of things that a page has for its way around the site. */
const OF_SITE =
  /(?:^|[/:#])(?:ListItem|BreadcrumbList|WebSite|SearchAction|SiteNavigationElement|ImageObject)$/;

function listThings(roots: readonly unknown[], source: Source): SourcedThing[] {
  const found: SourcedThing[] = [];
  const waiting = roots.toReversed();
  while (waiting.length > 0 && found.length < MOST) {
    const value = waiting.pop();
    if (Array.isArray(value)) for (const item of value.toReversed()) waiting.push(item);
    if (!isObject(value)) continue;
    if (!OF_SITE.test(String(value["@type"]))) found.push({ thing: value, source });
    for (const name of HOLDERS) if (typeof value[name] === "object") waiting.push(value[name]);
  }
  return found;
}

/** Objects of a page's state that are looked at, and members that an object needs to be a thing. */
const MOST_OBJECTS = 2000;
const FEWEST_MEMBERS = 2;

/** The objects in the state of a page that scripts show: what it is about is one of them. */
function stateThings(tree: Tree): SourcedThing[] {
  const found: SourcedThing[] = [];
  const waiting: unknown[] = readPageState(tree)
    .map(({ value }) => value)
    .toReversed();
  for (let seen = 0; waiting.length > 0 && seen < MOST_OBJECTS; seen++) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    const inside = (Object.values(value) as unknown[]).filter((each) => typeof each === "object");
    for (const each of inside.toReversed()) waiting.push(each);
    if (!isObject(value) || Object.keys(value).length - inside.length < FEWEST_MEMBERS) continue;
    found.push({ thing: value, source: "state" });
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

/** Nodes of a graph that are written out, as often as others refer to them. */
const MOST_NODES = 2000;

/** A graph that is being written out. */
interface Graph {
  readonly byId: ReadonlyMap<unknown, Thing>;
  readonly seen: Set<Thing>;
  left: number;
}

/**
 * Nodes of a graph as things, each with those that it refers to: those that are in no other one, and
 * of the rest the first that is in none of these, as in a circle.
 */
function plainGraph(nodes: readonly StructuredValue[]): Thing[] {
  const things: readonly Thing[] = nodes.flatMap((node) => (isObject(node) ? [node] : []));
  const byId = new Map(things.map((node) => [node["@id"], node]));
  const graph: Graph = { byId, seen: new Set(), left: MOST_NODES };
  const typed = things.filter((node) => node["@type"] !== undefined);
  const inside = new Set(typed.flatMap((node) => Object.values(node).flatMap(idsIn)));
  const outer = typed.filter((node) => !inside.has(node["@id"]));
  return [...outer, ...typed].flatMap((node) =>
    graph.seen.has(node) ? [] : [plainNode(node, graph, 0)],
  );
}

function idsIn(value: unknown): unknown[] {
  return Array.isArray(value)
    ? value.map((each: unknown) => (isObject(each) ? each["@id"] : undefined))
    : [];
}

function plainNode(node: Thing, graph: Graph, depth: number): Thing {
  graph.seen.add(node);
  graph.left--;
  const members = Object.entries(node).map(([name, list]) => {
    const values = (Array.isArray(list) ? (list as unknown[]) : [list]).map((each) => {
      if (!isObject(each)) return each;
      const target = graph.byId.get(each["@id"]);
      const isWritten = target !== undefined && depth < DEEPEST_GRAPH && graph.left > 0;
      return isWritten ? plainNode(target, graph, depth + 1) : (each["@value"] ?? each["@id"]);
    });
    const bare = name.startsWith("@") ? name : name.replace(/^.*[/#:]/, "");
    return [bare, values.length === 1 ? values[0] : values] as const;
  });
  return Object.fromEntries(members);
}

const PREFIX =
  /^(?:og|twitter|article|product|book|profile|music|video|place|business|dc|dcterms|citation)[:._]/;

/** Names of meta elements that are for browsers and robots. */
const OF_BROWSERS =
  /^(?:theme-color|color-scheme|msapplication|apple-|viewport|format-detection|generator|google|robots|referrer|theme|mobile-|application-)/;

/** Meta elements by their bare names; `product:price:amount` is the price. */
function withoutPrefixes(group: Readonly<Record<string, unknown>>): Thing {
  const telling = Object.entries(group).filter(([name]) => !OF_BROWSERS.test(name));
  const members = telling.map(([name, value]) => {
    const bare = name.replace(PREFIX, "").replace(/^price:amount$/, "price");
    return [bare.replace(/^(?:price:)?currency$/, "priceCurrency"), value] as const;
  });
  return Object.fromEntries(members);
}
