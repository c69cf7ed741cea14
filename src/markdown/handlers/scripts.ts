import { tagIds, type NodeId } from "../../html/index.ts";
import { readScript } from "../../html/internal.ts";
import type { ElementContext, ElementHandler } from "./element-handler.ts";
import { tagged } from "./marks.ts";

const [sub, sup] = [tagged("sub"), tagged("sup")];

/**
 * `sub` and `sup`: so that numbers and words stay what they are, as {@link readScript} has it; HTML
 * tags on request.
 */
export const script: ElementHandler = Object.freeze({
  enter(element) {
    const { out, options, view, node } = element;
    if (options.inlineHtml) return tagsOf(element).enter(element);
    const { text, before, space } = readScript(view, node, (link) => isLink(element, link));
    if (space === "wanted") out.space();
    else if (space === "none") out.space(false);
    if (before !== "") out.text(before);
    if (text === undefined) return true;
    out.text(text);
    return false;
  },
  exit(element) {
    if (element.options.inlineHtml) tagsOf(element).exit?.(element);
  },
} satisfies ElementHandler);

function tagsOf({ tree, node }: ElementContext): ElementHandler {
  return tree.tag(node) === tagIds.sub ? sub : sup;
}

/** Whether an `a` is written as a link or as a reference to a footnote. */
function isLink({ tree, options, target }: ElementContext, link: NodeId): boolean {
  if (options.links === "text") return false;
  return target(tree.attribute(link, "href")) !== undefined;
}
