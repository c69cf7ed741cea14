import type { NodeId } from "../../html/index.ts";
import type { Json } from "../../storage/index.ts";
import { isObject } from "../value-schema.ts";
import { plain } from "./is-same.ts";
import type { Locator } from "./recipe.ts";
import type { LocatorScope, RecipePage } from "./recipe-page.ts";

/** Records of a page that are read. */
const MOST_RECORDS = 1000;

/** The records that a locator leads to. */
export function scopesOf(page: RecipePage, records: Locator): LocatorScope[] {
  if (records.css !== undefined) {
    return page
      .matches(records.css, 0)
      .slice(0, MOST_RECORDS)
      .filter((node) => page.isBodyRow(node))
      .map((node) => ({ node }));
  }
  const [first] = page.locate(records, { node: 0 });
  const list: unknown[] = Array.isArray(first?.value) ? (first.value as unknown[]) : [];
  return list.slice(0, MOST_RECORDS).flatMap((each) => {
    const thing = isObject(each) && isObject(each["item"]) ? { ...each, ...each["item"] } : each;
    return isObject(thing) ? [{ node: 0, thing }] : [];
  });
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

function textOf({ candidates: { text } }: RecipePage, { node, thing }: LocatorScope): string {
  return plain(thing === undefined ? text.text(node) : JSON.stringify(thing));
}

/** Whether a text has at least half of an item's texts, and of numbers those that are told apart. */
function hasItem(text: string, item: Json): boolean {
  const texts = textsIn(item);
  const found = texts.filter((each) => text.includes(each));
  return found.length > 0 && found.length * 2 >= texts.length;
}

function textsIn(item: Json): string[] {
  if (typeof item === "string")
    return /^https?:|^\d{4}-\d\d-\d\d/.test(item) ? [] : [plain(item).slice(0, 60)];
  if (Array.isArray(item)) return item.flatMap((each: Json) => textsIn(each));
  return isObject(item) ? Object.values(item).flatMap((each) => textsIn(each)) : [];
}
