import { NodeKind, tagIds, type NodeId } from "../../html/index.ts";
import type { Json } from "../../storage/index.ts";
import { isObject } from "../schema/value-schema.ts";
import { plain } from "./is-same.ts";
import type { Locator } from "./recipe.ts";
import type { RecipePage } from "./recipe-page.ts";
import { PAGE, rootsOf, type LocatorScope } from "./scope.ts";

/** Records that are read of a page, and in a record. */
const MOST_RECORDS = 1000;

/** Elements beside each other that are of one record. */
const MOST_FOLLOWING = 200;

/** The records that a locator leads to, on a page or in a record. */
export function scopesOf(
  page: RecipePage,
  records: Locator,
  within: LocatorScope = PAGE,
): LocatorScope[] {
  if (records.css !== undefined) {
    const nodes = page.matches(records.css, within).slice(0, MOST_RECORDS);
    return recordsAt(page, nodes, { follow: records.follow, within });
  }
  const [first] = page.locate(records, within);
  const list: unknown[] = Array.isArray(first?.value) ? (first.value as unknown[]) : [];
  return list.slice(0, MOST_RECORDS).flatMap((each) => {
    const thing = isObject(each) && isObject(each["item"]) ? { ...each, ...each["item"] } : each;
    return isObject(thing) ? [{ node: 0, thing }] : [];
  });
}

/** What the elements of records are of. */
interface Place {
  /** Tags of what follows each and is of its record too. */
  readonly follow: Locator["follow"];
  readonly within: LocatorScope;
}

/** The records that begin with elements. */
export function recordsAt(
  page: RecipePage,
  nodes: readonly NodeId[],
  { follow, within }: Place,
): LocatorScope[] {
  if (follow !== undefined) {
    const firsts = new Set(nodes);
    const most = new Set(rootsOf(within));
    return nodes.map((node) => ({ node, more: following(page, node, { firsts, follow, most }) }));
  }
  return nodes
    .filter((node) => page.isBodyRow(node))
    .map((node) => {
      const cells = reaching(page, node);
      return cells.length === 0 ? { node } : { node, cells };
    });
}

interface Following {
  readonly firsts: ReadonlySet<NodeId>;
  readonly follow: readonly string[];
  /** Elements that are looked no further than, where a record is made of several. */
  readonly most: ReadonlySet<NodeId>;
}

/** What stands beside an element and is of its record. */
function following(page: RecipePage, node: NodeId, { firsts, follow, most }: Following): NodeId[] {
  const { text, tree } = page.candidates;
  const found: NodeId[] = [];
  const isBound = most.has(node);
  for (let at = tree.nextSibling(node); at !== 0; at = tree.nextSibling(at)) {
    if (tree.kind(at) !== NodeKind.element || !text.isShown(at)) continue;
    const isOther = firsts.has(at) || !follow.includes(tree.name(at));
    if (isOther || (isBound && !most.has(at)) || found.length === MOST_FOLLOWING) break;
    found.push(at);
  }
  return found;
}

/** The cells that reach into a row of a table from above. */
function reaching(page: RecipePage, row: NodeId): NodeId[] {
  const { text, tree } = page.candidates;
  if (tree.tag(row) !== tagIds.tr) return [];
  return [...new Set(page.cellsOf(row))].filter((cell) => !text.isIn(cell, row));
}

/** The element that a record is in; 0 for one of structured data. */
export function parentOf({ candidates: { tree } }: RecipePage, { node }: LocatorScope): NodeId {
  return node === 0 ? 0 : tree.parent(node);
}

/** The items of records, in order; undefined for records that are no item. Undefined when some item has no record. */
export function alignItems(
  page: RecipePage,
  scopes: readonly LocatorScope[],
  items: readonly Json[],
): (Json | undefined)[] | undefined {
  if (scopes.length < items.length) return undefined;
  const texts = scopes.map((scope) => textOf(page, scope));
  let next = 0;
  const aligned = texts.map((text) => {
    const item = items[next];
    if (item === undefined || !hasItem(text, item)) return undefined;
    next++;
    return item;
  });
  if (next === items.length) return aligned;
  return scopes.length === items.length ? [...items] : undefined;
}

function textOf({ candidates: { text } }: RecipePage, scope: LocatorScope): string {
  const { thing, cells = [] } = scope;
  if (thing !== undefined) return plain(JSON.stringify(thing));
  return plain([...rootsOf(scope), ...cells].map((root) => text.text(root)).join(" "));
}

/** Whether a text has at least half of an item's texts, and of numbers those that are told apart. */
function hasItem(text: string, item: Json): boolean {
  return shareOf(text, item) >= 0.5;
}

/** Share of an item's texts that stand in a text; 0 without any. */
function shareOf(text: string, item: Json): number {
  const texts = textsIn(item);
  return texts.filter((each) => text.includes(each)).length / Math.max(1, texts.length);
}

/** Share of the texts of an item that stand in a record. */
export function shareIn(page: RecipePage, scope: LocatorScope, item: Json): number {
  return shareOf(textOf(page, scope), item);
}

function textsIn(item: Json): string[] {
  if (typeof item === "string")
    return /^https?:|^\d{4}-\d\d-\d\d/.test(item) ? [] : [plain(item).slice(0, 60)];
  if (Array.isArray(item)) return item.flatMap((each: Json) => textsIn(each));
  return isObject(item) ? Object.values(item).flatMap((each) => textsIn(each)) : [];
}
