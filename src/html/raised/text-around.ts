import { isBlock } from "../tree/text-block.ts";
import { tagIds, type TagId } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";

/** Stands, in the text before an element, where another `sup` or `sub` has ended. */
export const SCRIPT_END = "\u2063";

/** Nodes that are looked at on each side. */
const MOST_NODES = 24;
/** Characters that are looked at on each side. */
const MOST_TEXT = 40;

const WHITE = /[ \t\n\f\r]+/g;

/** The end of the text that stands before the node on its line, white space folded. */
export function textBefore({ tree, dropped }: View, node: NodeId): string {
  let text = "";
  let at = node;
  for (let seen = 0; seen < MOST_NODES && text.length < MOST_TEXT; seen++) {
    at = nodeBefore(tree, at);
    if (at === 0) break;
    if (dropped[at] === 1) continue;
    if (isScript(tree.tag(at))) text = SCRIPT_END + text;
    while (tree.lastChild(at) !== 0 && !endsLine(tree.tag(at))) at = tree.lastChild(at);
    if (endsText(tree.tag(at))) break;
    if (tree.kind(at) === NodeKind.text && dropped[at] !== 1) text = endOf(tree, at) + text;
  }
  return text.replaceAll(WHITE, " ");
}

/** The node before, or before what it is in, on the same line; 0 where it is the first. */
function nodeBefore(tree: Tree, node: NodeId): NodeId {
  let at = node;
  while (tree.previousSibling(at) === 0) {
    at = tree.parent(at);
    if (at === 0 || endsLine(tree.tag(at))) return 0;
  }
  return tree.previousSibling(at);
}

function endOf(tree: Tree, text: NodeId): string {
  // Of a long text only its end is read.
  return tree.text(text).slice(-MOST_TEXT);
}

/** The beginning of the text that follows the node on its line, white space folded. */
export function textBehind({ tree, dropped }: View, node: NodeId): string {
  let text = "";
  let at = node;
  for (let seen = 0; seen < MOST_NODES && text.length < MOST_TEXT; seen++) {
    while (tree.nextSibling(at) === 0) {
      at = tree.parent(at);
      if (at === 0 || endsLine(tree.tag(at))) return text.replaceAll(WHITE, " ");
    }
    at = tree.nextSibling(at);
    if (dropped[at] === 1) continue;
    while (tree.firstChild(at) !== 0 && !endsLine(tree.tag(at))) at = tree.firstChild(at);
    if (endsLine(tree.tag(at))) break;
    if (tree.kind(at) === NodeKind.text) text += tree.text(at).slice(0, MOST_TEXT);
  }
  return text.replaceAll(WHITE, " ");
}

function isScript(tag: TagId): boolean {
  return tag === tagIds.sup || tag === tagIds.sub;
}

function endsText(tag: TagId): boolean {
  return tag === tagIds.img || endsLine(tag);
}

function endsLine(tag: TagId): boolean {
  return tag === tagIds.br || tag === tagIds.td || tag === tagIds.th || isBlock(tag);
}
