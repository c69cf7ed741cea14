import type { NodeId } from "../../html/index.ts";
import type { Thing } from "../candidates/things.ts";
import type { PageText } from "../candidates/page-text.ts";

/** What a locator finds values in. */
export interface LocatorScope {
  /** The element that a value stands in; 0 for the whole page. */
  readonly node: NodeId;
  /** Elements beside it that are of the same record, in the order of the page. */
  readonly more?: readonly NodeId[];
  /** Cells that reach into a row from above. */
  readonly cells?: readonly NodeId[];
  /** The thing whose members are meant; the page's things when absent. */
  readonly thing?: Thing | undefined;
}

/** The whole page. */
export const PAGE: LocatorScope = Object.freeze({ node: 0 });

/** The elements that a record is made of. */
export function rootsOf({ node, more = [] }: LocatorScope): readonly NodeId[] {
  return [node, ...more];
}

/** The element of a record that an element stands in, or is; undefined for none. */
export function rootAround(text: PageText, node: NodeId, scope: LocatorScope): NodeId | undefined {
  return rootsOf(scope).find((root) => text.isIn(node, root));
}

/** Whether an element stands in a record, or in a cell that reaches into it. */
export function isInScope(text: PageText, node: NodeId, scope: LocatorScope): boolean {
  return (
    rootAround(text, node, scope) !== undefined ||
    scope.cells?.some((cell) => text.isIn(node, cell)) === true
  );
}

/** Those of elements, which are in the order of the page, that stand in a record. */
export function inScope(
  text: PageText,
  nodes: readonly NodeId[],
  scope: LocatorScope,
): readonly NodeId[] {
  return rootsOf(scope).flatMap((root) => {
    const [from, to] = text.orders(root);
    return nodes.slice(countBefore(text, nodes, from), countBefore(text, nodes, to));
  });
}

/** The last of elements, which are in the order of the page, that begins before a record. */
export function lastAbove(
  text: PageText,
  nodes: readonly NodeId[],
  { node }: LocatorScope,
): NodeId | undefined {
  return nodes[countBefore(text, nodes, text.order(node)) - 1];
}

/** How many of elements, which are in the order of the page, stand before a place in it. */
function countBefore(text: PageText, nodes: readonly NodeId[], place: number): number {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (text.order(nodes[middle] as NodeId) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
