import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import { nextNode } from "./walk.ts";
import type { View } from "../tree/view.ts";

/** What is written around a reading. */
interface RubyEdges {
  readonly before: string;
  readonly after: string;
}

const holders = new Set<number>([tagIds.ruby, tagIds.rtc]);

const nothing: RubyEdges = Object.freeze({ before: "", after: "" });

/** From here on characters are as wide as a square. */
const FIRST_WIDE = 0x2e80;

/**
 * The brackets around a reading, `rt` or `rtc`, that the page brings none for (`rp`). Readings
 * directly behind each other share a pair.
 */
export function rubyEdges(view: View, node: NodeId): RubyEdges {
  const { tree } = view;
  const parent = tree.tag(tree.parent(node));
  if (!holders.has(parent)) return nothing;
  const first = firstCharacter(view, node);
  if (first === 0) return nothing;
  const isWide = first >= FIRST_WIDE;
  const [previous, next] = [neighbour(tree, node, -1), neighbour(tree, node, 1)];
  const goesOn = tree.tag(node) === tagIds.rt && previous === tagIds.rt;
  const gap = isWide ? "" : " ";
  if (parent === tagIds.rtc) return goesOn ? { before: gap, after: "" } : nothing;
  const isOpen = previous !== tagIds.rp;
  const isClosed = endsOpen(tree.tag(node), next);
  const [opening, closing] = isWide ? ["\uff08", "\uff09"] : ["(", ")"];
  const before = isOpen ? opening : "";
  return { before: goesOn ? gap : before, after: isClosed ? "" : closing };
}

/** Whether what stands behind a reading closes its bracket. */
function endsOpen(tag: number, next: number): boolean {
  return next === tagIds.rp || (tag === tagIds.rt && next === tagIds.rt);
}

/** The code of the first visible character; 0 without one. */
function firstCharacter(view: View, node: NodeId): number {
  const { tree } = view;
  for (let at = nextNode(view, node, node); at !== 0; at = nextNode(view, at, node)) {
    const text = tree.kind(at) === NodeKind.text ? tree.text(at).trim() : "";
    if (text !== "") return text.charCodeAt(0);
  }
  return 0;
}

/** The tag of the next element on one side, unless text stands between or it is empty. */
function neighbour(tree: Tree, node: NodeId, side: -1 | 1): number {
  const beside = (at: NodeId): NodeId =>
    side < 0 ? tree.previousSibling(at) : tree.nextSibling(at);
  let at = beside(node);
  while (at !== 0) {
    if (tree.kind(at) === NodeKind.text && !tree.isBlankText(at)) return 0;
    if (tree.kind(at) === NodeKind.element && tree.firstChild(at) !== 0) return tree.tag(at);
    at = beside(at);
  }
  return 0;
}
