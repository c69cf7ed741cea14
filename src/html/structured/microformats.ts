import type { NodeId } from "../tree/tree.ts";
import { impliedProperties } from "./microformat-implied.ts";
import type { FormatItem } from "./microformat-item.ts";
import { formatValue, type FormatValue } from "./microformat-value.ts";
import type { StructuredPage } from "./read-page.ts";
import type { StructuredValue } from "./structured-value.ts";
import { childElements } from "./walk-page.ts";

/** The vocabularies of microformats2; other classes that begin with `h-` are for style. */
const ROOT =
  /^h-(?:adr|app|card|cite|entry|event|feed|geo|item|listing|measure|news|product|recipe|resume|review|review-aggregate|x-[a-z-]{1,40})$/;
const PROPERTY = /^(p|u|dt|e)-((?:[a-z\d]+-)?[a-z]+(?:-[a-z]+)*)$/;

/** Classes of one element that count. */
const MOST_CLASSES = 50;

/** What an item costs besides its characters. */
const ITEM = 40;

/**
 * The microformats2 of a page as the parsing specification writes them: `type`, `properties` by
 * name a list of values, `children`; items that are properties have a `value`, too. Values are
 * folded text, absolute URLs, `{ value, alt }` and `{ value, html }`.
 */
export function readMicroformats(page: StructuredPage): StructuredValue[] {
  const top: FormatItem[] = [];
  const all: FormatItem[] = [];
  const waiting: [NodeId, FormatItem | undefined][] = childElements(page.tree, 0)
    .toReversed()
    .map((node) => [node, undefined]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, around] = next;
    const item = readElement(page, node, around);
    if (item !== undefined) all.push(item);
    if (item !== undefined && around === undefined) top.push(item);
    for (const child of childElements(page.tree, node).toReversed())
      waiting.push([child, item ?? around]);
  }
  // Inner items first: what stands for them goes by what they say.
  for (const item of all.toReversed()) complete(page, item);
  return top.flatMap((item) => plain(page, item));
}

/** Adds what an element says to the item around it; gives the item that it begins. */
function readElement(
  page: StructuredPage,
  node: NodeId,
  around: FormatItem | undefined,
): FormatItem | undefined {
  const classes = classesOf(page, node);
  const type = classes.filter((name) => ROOT.test(name));
  const properties = classes.flatMap((name) => {
    const [, prefix = "", property = ""] = PROPERTY.exec(name) ?? [];
    return property === "" ? [] : [{ prefix, property }];
  });
  if (type.length > 0) return beginItem(page, { node, type, properties, around });
  if (around === undefined) return undefined;
  for (const { prefix, property } of properties) {
    if (!page.characters.take(property.length)) break;
    add(around, property, formatValue(page, node, prefix));
    if (prefix === "p" || prefix === "e") around.isNamed = true;
  }
  return undefined;
}

interface Beginning {
  readonly node: NodeId;
  readonly type: readonly string[];
  readonly properties: readonly { readonly prefix: string; readonly property: string }[];
  readonly around: FormatItem | undefined;
}

function beginItem(page: StructuredPage, beginning: Beginning): FormatItem | undefined {
  const { node, type, properties, around } = beginning;
  if (!page.characters.take(ITEM + type.join(" ").length)) return undefined;
  const isProperty = around !== undefined && properties.length > 0;
  const item: FormatItem = {
    node,
    type: type.toSorted(),
    properties: new Map(),
    children: [],
    isNamed: false,
    value: undefined,
    prefix: isProperty ? properties[0]?.prefix : undefined,
  };
  if (around === undefined) return item;
  around.isNamed = true;
  if (!isProperty) around.children.push(item);
  else for (const { property } of properties) add(around, property, item);
  return item;
}

function classesOf({ tree }: StructuredPage, node: NodeId): string[] {
  const text = tree.attribute(node, "class") ?? "";
  return text.includes("-") ? [...new Set(text.split(/\s+/, MOST_CLASSES))] : [];
}

function add(item: FormatItem, name: string, value: FormatValue | FormatItem): void {
  const known = item.properties.get(name);
  if (known === undefined) item.properties.set(name, [value]);
  else known.push(value);
}

/** Adds what an item says without a class, and what stands for it. */
function complete(page: StructuredPage, item: FormatItem): void {
  for (const [name, value] of impliedProperties(page, item)) {
    if (!item.properties.has(name)) add(item, name, value);
  }
  if (item.prefix === undefined) return;
  const [stated] = item.properties.get(item.prefix === "u" ? "url" : "name") ?? [];
  const isPlain = stated !== undefined && !isItem(stated) && item.prefix !== "e";
  item.value = isPlain ? stated : formatValue(page, item.node, item.prefix);
}

/** An item as it is written; one that is a property of several names is written each time. */
function plain(page: StructuredPage, item: FormatItem): StructuredValue[] {
  const { type, value, children } = item;
  if (!page.characters.take(ITEM)) return [];
  const properties = Array.from(item.properties, ([name, values]) => [
    name,
    values.flatMap((each): readonly StructuredValue[] => {
      if (isItem(each)) return plain(page, each);
      return page.characters.take(JSON.stringify(each).length) ? [each] : [];
    }),
  ]);
  const inside = children.flatMap((child) => plain(page, child));
  const stated = typeof value === "string" ? { value } : value;
  const own = { type, properties: Object.fromEntries(properties) as StructuredValue, ...stated };
  return [inside.length === 0 ? own : { ...own, children: inside }];
}

function isItem(value: FormatValue | FormatItem): value is FormatItem {
  return typeof value === "object" && "properties" in value;
}
