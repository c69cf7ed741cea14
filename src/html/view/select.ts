import { checkTree } from "../tree/check-tree.ts";
import { checkArgument, loadDependency } from "../../core/index.ts";
import type * as CssSelect from "css-select";
import { Document, Element, type ChildNode } from "domhandler";
import { toDomhandler } from "./domhandler.ts";
import { HtmlError } from "../scan/html-error.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";

/**
 * The elements of a page that match a CSS selector (of css-select), in document order.
 * @throws HtmlError `INVALID_SELECTOR` with the selector in `details`
 * @example
 * ```ts
 * import { nodeText, parse, select } from "dragline/html";
 *
 * const tree = parse('<ul><li class="price">79.90</li></ul>');
 * console.log(select(tree, "li.price").map((node) => nodeText(tree, node)));
 * ```
 */
export function select(tree: Tree, selector: string): NodeId[] {
  return selectEach(tree, [selector]);
}

/**
 * {@link select} for several selectors: a list of elements for each.
 * @throws HtmlError `INVALID_SELECTOR`
 * @see {@link select} for an example
 */
export function selectLists(tree: Tree, selectors: readonly string[]): NodeId[][] {
  checkTree(tree);
  checkArgument("selectors of selectLists(tree, selectors)", selectors, "strings");
  if (selectors.length === 0) return [];
  const document = toDomhandler(tree);
  return selectors.map((selector) => {
    const matched = new Set(matches(document, selector));
    return matched.size === 0 ? [] : nodesOf(tree, document, matched);
  });
}

/** The elements that match any of the selectors, in document order. */
export function selectEach(tree: Tree, selectors: readonly string[]): NodeId[] {
  if (selectors.length === 0) return [];
  const document = toDomhandler(tree);
  const matched = new Set(selectors.flatMap((selector) => matches(document, selector)));
  return nodesOf(tree, document, matched);
}

/**
 * Refuses what is no selector.
 * @throws HtmlError `INVALID_SELECTOR`
 * @example
 * ```ts
 * import { checkSelector, isHtmlError } from "dragline/html";
 *
 * try {
 *   checkSelector("article > h2:first-child");
 * } catch (error) {
 *   if (isHtmlError(error, "INVALID_SELECTOR")) console.error(error.message);
 * }
 * ```
 */
export function checkSelector(selector: string): void {
  matches(new Document([]), selector);
}

function matches(document: Document, selector: string): Element[] {
  // Loaded when the first selector comes: most pages are read without one.
  const { selectAll } = loadDependency("css-select", import.meta.url) as typeof CssSelect;
  try {
    return selectAll<ChildNode | Document, Element>(selector, document);
  } catch (cause) {
    const message = `Expected a CSS selector; got ${JSON.stringify(selector)}.`;
    throw new HtmlError("INVALID_SELECTOR", { message, cause, details: { selector } });
  }
}

/** The nodes that elements were made of: both trees have their elements in the same order. */
function nodesOf(tree: Tree, document: Document, elements: ReadonlySet<Element>): NodeId[] {
  const found: NodeId[] = [];
  const waiting: (ChildNode | Document)[] = [document];
  let node = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at instanceof Element) {
      node = nextElement(tree, node);
      if (elements.has(at)) found.push(node);
    }
    if (!(at instanceof Element) && !(at instanceof Document)) continue;
    for (let child = at.lastChild; child !== null; child = child.prev) waiting.push(child);
  }
  return found;
}

/** The next element in document order. */
function nextElement(tree: Tree, from: NodeId): NodeId {
  let node = from;
  do {
    let next = tree.firstChild(node);
    while (next === 0 && node !== 0) {
      next = tree.nextSibling(node);
      if (next === 0) node = tree.parent(node);
    }
    node = next;
  } while (node !== 0 && tree.kind(node) !== NodeKind.element);
  return node;
}
