import { HtmlError } from "./html-error.ts";
import type { NodeId } from "./tree.ts";
import type { View } from "./view.ts";

/** What a walk calls. */
export interface Visitor {
  /** A node begins; false leaves out what is in it (`leave` is called all the same). */
  enter(node: NodeId): boolean;
  /** A node ends. */
  leave?(node: NodeId): void;
}

/**
 * Visits the nodes of a view in document order, without recursion.
 * @throws HtmlError `INVALID_INPUT` when it is no view
 */
export function walk(view: View, visitor: Visitor): void {
  checkView(view);
  for (const root of view.roots) walkFrom(view, root, visitor);
}

/**
 * Refuses what is no view.
 * @throws HtmlError `INVALID_INPUT`
 */
export function checkView(view: unknown): void {
  if (Array.isArray((view as Partial<View> | undefined | null)?.roots)) return;
  throw new HtmlError("INVALID_INPUT", {
    message: "Expected a view of a page: wholePage(tree), cleanPage(tree) or mainContent(tree).",
  });
}

function walkFrom(view: View, root: NodeId, visitor: Visitor): void {
  const { tree, dropped } = view;
  if (dropped[root] === 1) return;
  let node = root;
  for (;;) {
    const inside = dropped[node] === 0 && visitor.enter(node) ? tree.firstChild(node) : 0;
    if (inside !== 0) {
      node = inside;
      continue;
    }
    if (dropped[node] === 0) visitor.leave?.(node);
    while (node !== root && tree.nextSibling(node) === 0) {
      node = tree.parent(node);
      visitor.leave?.(node);
    }
    if (node === root) return;
    node = tree.nextSibling(node);
  }
}
