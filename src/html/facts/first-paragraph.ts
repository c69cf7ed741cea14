import { isHidden } from "../tree/is-hidden.ts";
import { nodeText } from "./page-facts.ts";
import { tagIds } from "../scan/tags.ts";
import { isBlock } from "../tree/text-block.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";

/** Characters; shorter ones are rather a date, a name or a label. */
const SHORTEST = 25;

/** Paragraphs that are looked at. */
const MOST_PARAGRAPHS = 200;

/**
 * The text of the first paragraph that is neither short, hidden nor in a site's header, footer or
 * navigation; on pages without one, of the first block that holds such a text by itself.
 */
export function firstParagraph(tree: Tree): string | undefined {
  return firstOf(tree, paragraphs(tree)) ?? firstOf(tree, blocksOfText(tree));
}

function firstOf(tree: Tree, nodes: Iterable<NodeId>): string | undefined {
  let left = MOST_PARAGRAPHS;
  for (const node of nodes) {
    if (left-- === 0) break;
    if (isInFurniture(tree, node) || isHidden(tree, node)) continue;
    const text = nodeText(tree, node);
    if (text.length >= SHORTEST) return text;
  }
  return undefined;
}

function* paragraphs(tree: Tree): Generator<NodeId> {
  for (let node = tree.firstOfTag(tagIds.p); node !== 0; node = tree.nextOfTag(node)) yield node;
}

/** Blocks without blocks in them, each once, that hold a text long enough. */
function* blocksOfText(tree: Tree): Generator<NodeId> {
  let last = 0;
  for (let node = 1; node < tree.size; node++) {
    const parent = tree.parent(node);
    if (tree.kind(node) !== NodeKind.text || parent === last) continue;
    if (!BLOCKS.has(tree.tag(parent)) || tree.end(node) - tree.start(node) < SHORTEST) continue;
    if (tree.text(node).trim().length < SHORTEST) continue;
    last = parent;
    if (!hasBlock(tree, parent)) yield parent;
  }
}

function hasBlock(tree: Tree, parent: NodeId): boolean {
  for (let child = tree.firstChild(parent); child !== 0; child = tree.nextSibling(child)) {
    if (isBlock(tree.tag(child))) return true;
  }
  return false;
}

/** What pages put text into instead of a paragraph. */
const BLOCKS = new Set<number>([
  tagIds.article,
  tagIds.blockquote,
  tagIds.body,
  tagIds.center,
  tagIds.div,
  tagIds.main,
  tagIds.section,
  tagIds.td,
]);

function isInFurniture(tree: Tree, node: NodeId): boolean {
  for (let at = tree.parent(node); at !== 0; at = tree.parent(at)) {
    if (FURNITURE.has(tree.tag(at))) return true;
  }
  return false;
}

const FURNITURE = new Set<number>([
  tagIds.header,
  tagIds.footer,
  tagIds.nav,
  tagIds.aside,
  tagIds.form,
  tagIds.dialog,
  tagIds.noscript,
  tagIds.template,
]);
