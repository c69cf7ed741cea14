import { markAside } from "./aside.ts";
import { measure, type Measures } from "../view/measures.ts";
import type { PageKind } from "../facts/page-kind.ts";
import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";

/** Characters; about 25 words. A part with less is no content. */
export const FEWEST = 150;

/** A child with at least this share of the text is where the content is. */
const DESCENT = 0.75;

/** … and with at least this share of all text, links included. */
const LEAST_SHARE = 0.5;

/** A clean page whose content is looked for. */
interface RuleScope {
  readonly tree: Tree;
  /** What the clean page leaves out. */
  readonly dropped: Uint8Array;
  /** Of the clean page. */
  readonly measures: Measures;
  readonly kind: PageKind;
}

/**
 * The nodes that the landmarks of the page mean: `main`, or the densest part, without what stands
 * aside. One byte per node, 1 where its text is content; undefined when that is next to nothing.
 */
export function markByRules(scope: RuleScope): Uint8Array | undefined {
  const { tree, kind } = scope;
  const dropped = scope.dropped.slice();
  const landmark = findLandmark(tree, scope.measures);
  markAside({ tree, dropped, measures: scope.measures, kind });
  const measures = measure(tree, dropped);
  const root = isProse(kind) ? descend(tree, landmark, measures) : landmark;
  if ((measures.text[root] as number) < FEWEST) return undefined;
  const marked = new Uint8Array(tree.size);
  marked[root] = 1;
  for (const node of measures.order) {
    if (node !== 0 && marked[tree.parent(node)] === 1) marked[node] = 1;
  }
  return marked;
}

/** Whether the content of such a page is running text in one place. */
function isProse(kind: PageKind): boolean {
  return kind === "article" || kind === "documentation" || kind === "unknown";
}

/** The page's largest `main`, or the whole page. */
function findLandmark(tree: Tree, { order, text }: Measures): NodeId {
  let best = 0;
  for (const node of order) {
    if (tree.kind(node) !== NodeKind.element || !isLandmark(tree, node)) continue;
    if (best === 0 || (text[node] as number) > (text[best] as number)) best = node;
  }
  return (text[best] as number) >= FEWEST ? best : 0;
}

function isLandmark(tree: Tree, node: NodeId): boolean {
  return tree.tag(node) === tagIds.main || tree.attribute(node, "role") === "main";
}

/** Follows the child that holds most of the text that is not in links. */
function descend(tree: Tree, from: NodeId, measures: Measures): NodeId {
  let node = from;
  for (;;) {
    const most = plain(measures, node) * DESCENT;
    const least = (measures.text[node] as number) * LEAST_SHARE;
    let next = 0;
    for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
      if (tree.firstChild(child) === 0 || plain(measures, child) < most) continue;
      if ((measures.text[child] as number) >= least) next = child;
    }
    if (next === 0 || most === 0) return node;
    node = next;
  }
}

/** Characters of text outside links. */
function plain({ text, linked }: Measures, node: NodeId): number {
  return (text[node] as number) - (linked[node] as number);
}
