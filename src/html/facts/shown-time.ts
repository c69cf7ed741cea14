import { attributeIds, type AttributeNode } from "../scan/attribute-names.ts";
import { isChange } from "./is-change.ts";
import { isComment } from "../tree/is-comment.ts";
import { isHidden } from "../tree/is-hidden.ts";
import { nodeText } from "./page-facts.ts";
import { tagIds } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";

/** Elements that are looked at. */
const MOST_TIMES = 100;

/** Characters of a date and of what stands beside it. */
const LONGEST = 200;

/**
 * The time that the page shows as that of its publication: of the first element that is marked so
 * (`itemprop=datePublished`, `pubdate`), else of the first `time` in the `article` or `main` that
 * holds a heading of the page, when it is no change's; in others it is that of a teaser.
 * @param headings the page's `h1` elements
 */
export function shownTime(tree: Tree, headings: readonly NodeId[]): string | undefined {
  const marked = markedTime(tree);
  if (marked !== undefined) return marked;
  const times = timesOf(tree);
  if (times.length === 0) return undefined;
  const titled = new Set(headings.map((heading) => contentAround(tree, heading)));
  titled.delete(0);
  const found = times.find(
    (node) => titled.has(contentAround(tree, node)) && !isOfChange(tree, node),
  );
  return found === undefined ? undefined : tree.attribute(found, "datetime");
}

/** What the first shown element says that is marked as the date of publication. */
function markedTime(tree: Tree): string | undefined {
  let left = MOST_TIMES;
  for (let node = 1; node < tree.size && left > 0; node++) {
    if (!isMarked(tree, node)) continue;
    left--;
    if (tree.tag(node) === tagIds.meta || isHidden(tree, node) || isComment(tree, node)) continue;
    const stated = tree.attribute(node, "datetime") ?? tree.attribute(node, "content");
    const inside = timeIn(tree, node) ?? tree.attribute(node, "title");
    return stated ?? inside ?? nodeText(tree, node).slice(0, LONGEST);
  }
  return undefined;
}

/** What a `time` directly in an element says. */
function timeIn(tree: Tree, node: NodeId): string | undefined {
  let child = tree.firstChild(node);
  while (child !== 0 && tree.tag(child) !== tagIds.time) child = tree.nextSibling(child);
  return child === 0 ? undefined : tree.attribute(child, "datetime");
}

/** Whether what is around a time says that the text was changed then. */
function isOfChange(tree: Tree, time: NodeId): boolean {
  const around = nodeText(tree, tree.parent(time));
  return around.length <= LONGEST && isChange(around);
}

function timesOf(tree: Tree): NodeId[] {
  const found: NodeId[] = [];
  let node = tree.firstOfTag(tagIds.time);
  for (; node !== 0 && found.length < MOST_TIMES; node = tree.nextOfTag(node)) {
    if (tree.attribute(node, "datetime") === undefined) continue;
    if (!isHidden(tree, node)) found.push(node);
  }
  return found;
}

function isMarked(tree: Tree, node: NodeId): boolean {
  const { attributeTable } = tree;
  const at = tree.attributeNamed(node, attributeIds.itemprop);
  if (at !== 0 && MARKED.test(attributeTable.value(at))) return true;
  return tree.tag(node) === tagIds.time && tree.attribute(node, "pubdate") !== undefined;
}

/** As schema.org writes it, and as others do. */
const MARKED = /(?:^|\s)(?:datepublished|published-?date)(?:\s|$)/i;

/** The nearest `article` or `main`; 0 outside of them. */
function contentAround(tree: Tree, node: NodeId): NodeId {
  let at = tree.parent(node);
  while (at !== 0 && !CONTENT.has(tree.tag(at))) at = tree.parent(at);
  return at;
}

const CONTENT = new Set<number>([tagIds.article, tagIds.main]);

/** What a class says that marks the date of a text. */
const DATE_CLASS =
  /(?:^|[\s_-])(?:date|dateline|published|pub-?date|post(?:ed)?-?(?:on|date)|entry-date)(?:[\s_-]|$)/i;

/** Nodes whose classes are looked at. */
const MOST_NODES = 2_000;

/**
 * The text of the elements that a class marks as a date, when all of them say the same; a page with
 * several has those of other texts.
 */
export function markedDate(tree: Tree): string | undefined {
  let found: string | undefined;
  let left = MOST_TIMES;
  const end = Math.min(tree.size, MOST_NODES);
  for (let node = 1; node < end && left > 0; node++) {
    if (!hasDateClass(tree, node)) continue;
    left--;
    const text = nodeText(tree, node);
    if (!/\d/.test(text) || text.length > LONGEST || isHidden(tree, node)) continue;
    if (found !== undefined && found !== text) return undefined;
    found = text;
  }
  return found === undefined || isChange(found) ? undefined : found;
}

function hasDateClass(tree: Tree, node: NodeId): boolean {
  const at = tree.attributeNamed(node, attributeIds.class);
  if (at === 0 || !mayMarkDate(tree, at)) return false;
  return DATE_CLASS.test(tree.attributeTable.value(at));
}

const LOWER_A = 97;
const LOWER_B = 98;
const LOWER_O = 111;
const LOWER_S = 115;
const LOWER_T = 116;
const LOWER_U = 117;
/** Makes a letter lower case. */
const CASE = 32;

/** Whether the source of a class has "at", "ub" or "os", as all those words have. */
function mayMarkDate({ attributeTable, codes }: Tree, attribute: AttributeNode): boolean {
  const end = attributeTable.valueEnd(attribute);
  for (let at = attributeTable.valueStart(attribute); at < end; at++) {
    const code = (codes[at] as number) | CASE;
    const next = (codes[at + 1] as number) | CASE;
    if (code === LOWER_A && next === LOWER_T) return true;
    if (code === LOWER_U && next === LOWER_B) return true;
    if (code === LOWER_O && next === LOWER_S) return true;
  }
  return false;
}
