import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import { scriptFormula } from "./formula.ts";

/** Classes of what holds a formula as MathML beside its copy for the eye. */
const SOURCE = /(?:^|\s)(?:katex-mathml|mwe-math-mathml-\w+|MJX_Assistive_MathML)(?:\s|$)/;
/** Classes of such copies; others are pictures or elements of MathJax. */
const COPY = /(?:^|\s)(?:katex-html|mwe-math-fallback|MathJax|mjx|MJX)/;
/** Names and classes of what MathJax draws before the script that it drew. */
const DRAWN =
  /(?:^|\s)(?:MathJax(?:_Preview|_Display|_SVG|_SVG_Display|_CHTML|_PlainSource)?|MJXc-display|mjx-chtml|MathJax_MathML)(?:\s|$)/;
/** Nodes before a script that are looked at. */
const MOST_NEIGHBOURS = 8;

/**
 * Marks what shows a formula a second time: beside MathML what KaTeX, MathJax and MediaWiki draw
 * of it, before the script of a formula what MathJax made of it. Shows the scripts of formulas.
 */
export function markFormulaCopies(tree: Tree, dropped: Uint8Array): void {
  for (let math = tree.firstOfTag(tagIds.math); math !== 0; math = tree.nextOfTag(math)) {
    dropBeside(tree, dropped, math);
  }
  let script = tree.firstOfTag(tagIds.script);
  for (; script !== 0; script = tree.nextOfTag(script)) {
    if (scriptFormula(tree, script) === undefined) continue;
    dropped[script] = 0;
    dropBefore(tree, dropped, script);
  }
}

/** Leaves out the copies that are beside a formula. */
function dropBeside(tree: Tree, dropped: Uint8Array, math: NodeId): void {
  const holder = tree.parent(math);
  const isSource =
    tree.name(holder) === "mjx-assistive-mml" || SOURCE.test(tree.attribute(holder, "class") ?? "");
  if (!isSource) return;
  const frame = tree.parent(holder);
  for (let child = tree.firstChild(frame); child !== 0; child = tree.nextSibling(child)) {
    if (child !== holder && isCopy(tree, child)) dropped[child] = 1;
  }
}

function isCopy(tree: Tree, node: NodeId): boolean {
  if (tree.kind(node) !== NodeKind.element) return false;
  const tag = tree.tag(node);
  if (tag === tagIds.img || tag === tagIds.nobr || tag === tagIds.svg) return true;
  return tree.name(node).startsWith("mjx-") || COPY.test(tree.attribute(node, "class") ?? "");
}

function dropBefore(tree: Tree, dropped: Uint8Array, script: NodeId): void {
  let at = tree.previousSibling(script);
  for (let seen = 0; at !== 0 && seen < MOST_NEIGHBOURS; seen++) {
    const isElement = tree.kind(at) === NodeKind.element;
    if (isElement && !DRAWN.test(tree.attribute(at, "class") ?? "")) return;
    if (isElement) dropped[at] = 1;
    else if (tree.kind(at) === NodeKind.text && !tree.isBlankText(at)) return;
    at = tree.previousSibling(at);
  }
}
