import { NodeKind, type NodeId, type View } from "../../html/index.ts";
import type { ElementContext, ElementHandler } from "../element-handler.ts";
import { following } from "../following.ts";

/**
 * `math`: the TeX that it was made from, in dollar signs; else its text. The second copy that
 * KaTeX and MediaWiki write for the eye is left out.
 */
export const math: ElementHandler = Object.freeze({
  enter(element) {
    const { tree, out, node } = element;
    // Inside another formula nothing is looked for: each would read all of the rest.
    if (tree.isForeign(tree.parent(node))) return true;
    const tex = texOf(element);
    if (tex === "") return true;
    const fence = tree.attribute(node, "display") === "block" ? "$$" : "$";
    out.inline(fence + (out.isFlat ? withoutBars(tex) : tex) + fence);
    leaveOutCopy(element);
    return false;
  },
} satisfies ElementHandler);

/** A bar would end the cell of a table. */
function withoutBars(tex: string): string {
  return tex.replaceAll("\\|", "\\Vert ").replaceAll("|", "\\vert ");
}

/** The TeX on one line; `a<b`, which readers would take for a tag, as `a< b`. */
function texOf({ view, tree, node }: ElementContext): string {
  let at = following(view, node, node);
  while (at !== 0) {
    if (tree.name(at) === "annotation" && tree.attribute(at, "encoding") === "application/x-tex") {
      const tex = textBelow(view, at).replace(/\s+/g, " ").trim();
      return tex.replace(/<(?=[a-z/!?])/gi, "< ");
    }
    at = following(view, at, node);
  }
  return "";
}

function textBelow(view: View, root: NodeId): string {
  let text = "";
  let at = following(view, root, root);
  while (at !== 0) {
    if (view.tree.kind(at) === NodeKind.text) text += view.tree.text(at);
    at = following(view, at, root);
  }
  return text;
}

/** Classes of what holds the formula beside its copy. */
const FIRST_COPY = /(?:^|\s)(?:katex-mathml|mwe-math-mathml-\w+)(?:\s|$)/;

function leaveOutCopy(element: ElementContext): void {
  const { tree, node } = element;
  const frame = tree.parent(node);
  if (!FIRST_COPY.test(tree.attribute(frame, "class") ?? "")) return;
  const copy = tree.nextSibling(frame);
  if (copy !== 0) element.leaveOut(copy);
}
