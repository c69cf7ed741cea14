import { markDrawings } from "./drawings.ts";
import { markFormulaCopies } from "../formulas/formula-copies.ts";
import { NoscriptImages } from "./noscript-images.ts";
import { KNOWN_TAGS, tagIds, type TagName } from "../scan/tags.ts";
import { NodeKind, UNSEEN, type NodeId, type Tree } from "../tree/tree.ts";

const NEVER = 1;
const FALLBACK = 2;
const TEMPLATE = 3;
const NOSCRIPT = 4;

/** By tag number; 0 for elements that are seen. */
const rules = new Uint8Array(KNOWN_TAGS);
assign(NEVER, "head title base link meta script style noembed noframes datalist");
assign(FALLBACK, "audio canvas iframe video");
assign(TEMPLATE, "template");
assign(NOSCRIPT, "noscript");

function assign(rule: number, names: string): void {
  for (const name of names.split(" ")) rules[tagIds[name as TagName]] = rule;
}

/** The tags with a rule. */
const ruled = [...rules.keys()].filter((tag) => rules[tag] !== 0);

/** A page with fewer characters of text than this shows its `noscript` … */
const EMPTY_PAGE = 150;

/** … and so does one whose `noscript`s say so many times as much as all the rest. */
const MUCH_MORE = 8;

/** Marks what no reader of the page sees. */
export function markInvisible(tree: Tree, dropped: Uint8Array): void {
  for (let node = tree.firstOfTag(UNSEEN); node !== 0; node = tree.nextOfTag(node)) {
    dropped[node] = 1;
  }
  for (const tag of ruled) {
    let node = tree.firstOfTag(tag);
    for (; node !== 0; node = tree.nextOfTag(node)) markElement(tree, node, dropped);
  }
  markDrawings(tree, dropped);
  markFormulaCopies(tree, dropped);
  const first = tree.firstOfTag(tagIds.noscript);
  if (first === 0) return;
  const bare = isBare(tree, dropped);
  const twins = new NoscriptImages(tree, dropped);
  for (let node = first; node !== 0; node = tree.nextOfTag(node)) {
    if (twins.areIn(node) ? twins.show(node) : bare) dropped[node] = 0;
  }
}

function markElement(tree: Tree, node: NodeId, dropped: Uint8Array): void {
  const rule = rules[tree.tag(node)];
  if (rule === NEVER || rule === NOSCRIPT) dropped[node] = 1;
  else if (rule === TEMPLATE) {
    if (tree.attribute(node, "shadowrootmode") === undefined) dropped[node] = 1;
  } else if (rule === FALLBACK) {
    for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
      if (tree.tag(child) !== tagIds.source) dropped[child] = 1;
    }
  }
}

/** Whether what a page shows is little, be it by itself or beside what its `noscript`s say. */
function isBare(tree: Tree, dropped: Uint8Array): boolean {
  if (textLength(tree, 0, { dropped, limit: EMPTY_PAGE }) < EMPTY_PAGE) return true;
  let unseen = 0;
  let node = tree.firstOfTag(tagIds.noscript);
  for (; node !== 0; node = tree.nextOfTag(node)) {
    unseen += textLength(tree, node, { dropped, limit: Number.POSITIVE_INFINITY });
  }
  const limit = unseen / MUCH_MORE;
  return limit > EMPTY_PAGE && textLength(tree, 0, { dropped, limit }) < limit;
}

interface TextCount {
  readonly dropped: Uint8Array;
  /** Counting ends when this is reached. */
  readonly limit: number;
}

/** Characters of the text below a node that is not left out, white space folded. */
function textLength(tree: Tree, root: NodeId, { dropped, limit }: TextCount): number {
  let length = 0;
  let node = tree.firstChild(root);
  while (node !== 0 && length < limit) {
    const isSeen = dropped[node] === 0;
    if (isSeen && tree.kind(node) === NodeKind.text) {
      length += tree.text(node).replace(/\s+/g, " ").trim().length;
    }
    let next = isSeen ? tree.firstChild(node) : 0;
    while (next === 0 && node !== root) {
      next = tree.nextSibling(node);
      if (next === 0) node = tree.parent(node);
    }
    node = next;
  }
  return length;
}
