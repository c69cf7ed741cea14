import { CoreError } from "../../core/index.ts";
import { checkSelector, selectEach } from "./select.ts";
import type { NodeId, Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";
import { walk } from "./walk.ts";

/** Which elements of a page are meant, by CSS selectors. */
interface Selection {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/**
 * Refuses what is no list of CSS selectors, before there is a page.
 * @throws CoreError `INVALID_OPTION`
 * @throws HtmlError `INVALID_SELECTOR` with the selector in `details`
 */
export function checkSelection(selection: Selection): void {
  for (const option of ["include", "exclude"] as const) {
    const value: unknown = selection[option];
    if (Array.isArray(value) && value.every((one) => typeof one === "string")) {
      for (const selector of value) checkSelector(selector);
      continue;
    }
    throw new CoreError("INVALID_OPTION", {
      message: `Option '${option}' must be a list of CSS selectors; got ${JSON.stringify(value)}.`,
      details: { option, value },
    });
  }
}

/**
 * The view cut down to the outermost elements that match; undefined when none does. One that the
 * view leaves out is meant all the same and is shown as `whole` shows it, but not what no reader
 * of the page sees.
 * @throws HtmlError `INVALID_SELECTOR`
 */
export function includeIn(view: View, whole: View, include: readonly string[]): View | undefined {
  const { tree } = view;
  const seen = selectEach(tree, include).filter((node) => !isDropped(whole, node));
  if (seen.length === 0) return undefined;
  const roots = outermost(tree, seen);
  const dropped = view.dropped.slice();
  for (const root of roots) {
    if (isDropped(view, root)) show({ ...whole, roots: [root] }, dropped);
  }
  return { ...view, roots, dropped };
}

/**
 * The view without the elements that match.
 * @throws HtmlError `INVALID_SELECTOR`
 */
export function excludeFrom<V extends View>(view: V, exclude: readonly string[]): V {
  if (exclude.length === 0) return view;
  const dropped = view.dropped.slice();
  for (const node of selectEach(view.tree, exclude)) dropped[node] = 1;
  return { ...view, dropped };
}

function isDropped({ tree, dropped }: View, node: NodeId): boolean {
  let at = node;
  while (at !== 0 && dropped[at] === 0) at = tree.parent(at);
  return at !== 0;
}

function show(part: View, dropped: Uint8Array): void {
  walk(part, {
    enter(node) {
      dropped[node] = 0;
      return true;
    },
  });
}

/** The nodes that are in no other of them; they come in document order. */
function outermost(tree: Tree, nodes: readonly NodeId[]): NodeId[] {
  const inside = new Uint8Array(tree.size);
  return nodes.filter((node) => {
    let at = node;
    while (at !== 0 && inside[at] === 0) at = tree.parent(at);
    inside[node] = 1;
    return at === 0;
  });
}
