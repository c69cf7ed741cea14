import { attributeIds } from "../scan/attribute-names.ts";
import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import { madeFormula, type Formula } from "./formula.ts";
import { mathOfKatex } from "./katex.ts";
import { mathOfMathJax } from "./mathjax.ts";

const KATEX = "katex-html";
const MATHJAX = "mjx-container";

/** Whether a node is what KaTeX or MathJax draw of a formula. Asked of many nodes: cheap. */
export function isDrawnFormula(tree: Tree, node: NodeId): boolean {
  const tag = tree.tag(node);
  if (tag === tagIds.span) {
    const first = tree.firstAttribute(node);
    if (first === 0 || tree.attributeTable.id(first) !== attributeIds.class) return false;
    return tree.source.startsWith(KATEX, tree.attributeTable.valueStart(first));
  }
  if (tag !== 0 || tree.kind(node) !== NodeKind.element) return false;
  return tree.source.startsWith(MATHJAX, tree.start(node) + 1);
}

/**
 * What a drawn formula says, in TeX; undefined where MathML in it, or nothing known, says more.
 */
export function drawnFormula(tree: Tree, node: NodeId): Formula | undefined {
  if (tree.tag(node) === tagIds.span) {
    if (isLong(tree, node)) return undefined;
    const frame = tree.attribute(tree.parent(tree.parent(node)), "class") ?? "";
    return madeFormula(mathOfKatex(tree, node), /(?:^|\s)katex-display(?:\s|$)/.test(frame));
  }
  for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
    if (tree.name(child) === "mjx-assistive-mml") return undefined;
  }
  return madeFormula(mathOfMathJax(tree, node), tree.attribute(node, "display") === "true");
}

/** Elements of a drawing of KaTeX; of a larger one the letters are read as they stand. */
const MOST_NODES = 20_000;

function isLong(tree: Tree, root: NodeId): boolean {
  let node = tree.firstChild(root);
  for (let seen = 0; node !== 0; seen += 1) {
    if (seen > MOST_NODES) return true;
    let next = tree.firstChild(node);
    while (next === 0 && node !== root) {
      next = tree.nextSibling(node);
      if (next === 0) node = tree.parent(node);
    }
    node = next;
  }
  return false;
}
