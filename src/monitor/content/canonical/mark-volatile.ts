import { tagIds, type NodeId, type Tree, type View } from "../../../html/index.ts";
import { readImage } from "../../../html/internal.ts";
import { walk, NodeKind } from "../../../html/index.ts";
import { isAdvertisement, isAdvertisingUrl } from "./advertisement.ts";

/**
 * The view without what says nothing to a reader and comes and goes: slots of advertisements, images
 * that count visits, hidden inputs, frames without an address of their own.
 */
export function withoutVolatile(view: View): View {
  const { tree } = view;
  const dropped = view.dropped.slice();
  const roots = new Set(view.roots);
  const marked = { ...view, dropped };
  walk(marked, {
    enter(node) {
      if (tree.kind(node) !== NodeKind.element) return true;
      if (!isVolatile(tree, node)) return true;
      // What was asked for by name is wanted, whatever it is.
      if (!roots.has(node)) dropped[node] = 1;
      return roots.has(node);
    },
  });
  return marked;
}

function isVolatile(tree: Tree, node: NodeId): boolean {
  switch (tree.tag(node)) {
    case tagIds.img:
      return readImage(tree, node).isPixel;
    case tagIds.input:
      return tree.attribute(node, "type")?.trim().toLowerCase() === "hidden";
    case tagIds.iframe:
      return isEmptyFrame(tree.attribute(node, "src") ?? "");
    case tagIds.html:
    case tagIds.body:
    case tagIds.main:
    case tagIds.article:
      return false;
    default:
      return isAdvertisement(tree, node);
  }
}

function isEmptyFrame(source: string): boolean {
  return (
    source.trim() === "" ||
    /^\s*(?:about|javascript|data):/i.test(source) ||
    isAdvertisingUrl(source)
  );
}
