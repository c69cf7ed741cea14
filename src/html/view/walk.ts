import { HtmlError } from "../scan/html-error.ts";
import { reorderedTables } from "./table-order.ts";
import type { TagId } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";

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
 * @example
 * ```ts
 * import { NodeKind, parse, walk, wholePage } from "dragline/html";
 *
 * const view = wholePage(parse("<p>one<p>two"));
 * let texts = 0;
 * walk(view, {
 *   enter(node) {
 *     if (view.tree.kind(node) === NodeKind.text) texts += 1;
 *     return true;
 *   },
 * });
 * console.log(texts);
 * ```
 */
export function walk(view: View, visitor: Visitor): void {
  checkView(view);
  for (const root of view.roots) walkFrom(view, root, visitor);
}

/** Like {@link walk}, with the parts of tables in the order in which browsers show them. */
export function walkAsShown(view: View, visitor: Visitor): void {
  checkView(view);
  const reordered = reorderedTables(view.tree);
  const shown = reordered === undefined ? visitor : new ShownOrder(view, visitor, reordered);
  for (const root of view.roots) walkFrom(view, root, shown);
}

/** Shows a visitor the parts of tables in another order than their own. */
class ShownOrder implements Visitor {
  readonly #view: View;
  readonly #visitor: Visitor;
  readonly #reordered: ReadonlyMap<NodeId, readonly NodeId[]>;

  constructor(view: View, visitor: Visitor, reordered: ReadonlyMap<NodeId, readonly NodeId[]>) {
    this.#view = view;
    this.#visitor = visitor;
    this.#reordered = reordered;
  }

  enter(node: NodeId): boolean {
    const parts = this.#visitor.enter(node) ? this.#reordered.get(node) : NONE;
    if (parts === undefined) return true;
    for (const part of parts) walkFrom(this.#view, part, this);
    return false;
  }

  leave(node: NodeId): void {
    this.#visitor.leave?.(node);
  }
}

const NONE: readonly NodeId[] = [];

/**
 * The node behind `node` in document order, both below `root`, what is left out passed over; 0 when
 * there is none. A third of a visitor's time where only beginnings count.
 */
export function nextNode({ tree, dropped }: View, node: NodeId, root: NodeId): NodeId {
  let at = dropped[node] === 0 ? tree.firstChild(node) : 0;
  if (at !== 0 && dropped[at] === 0) return at;
  if (at === 0) at = node;
  for (;;) {
    while (at !== root && tree.nextSibling(at) === 0) at = tree.parent(at);
    if (at === root) return 0;
    at = tree.nextSibling(at);
    if (dropped[at] === 0) return at;
  }
}

/** The elements of a view with one of two tags, in document order. */
export function elementsOf(view: View, tag: TagId, other: TagId = tag): NodeId[] {
  const { tree, dropped } = view;
  const found: NodeId[] = [];
  const parts = new ViewParts(view);
  for (const sought of new Set([tag, other])) {
    for (let node = tree.firstOfTag(sought); node !== 0; node = tree.nextOfTag(node)) {
      if (parts.has(node)) found.push(node);
    }
  }
  if (tree.isOrdered) return tag === other ? found : found.toSorted((a, b) => a - b);
  if (found.length === 0) return found;
  const wanted = new Set(found);
  const ordered: NodeId[] = [];
  for (const root of view.roots) {
    if (dropped[root] === 1) continue;
    let node = root;
    do {
      if (wanted.has(node)) ordered.push(node);
      node = nextNode(view, node, root);
    } while (node !== 0);
  }
  return ordered;
}

/** Answers whether nodes are in a view; nodes near each other share most of the way up. */
class ViewParts {
  readonly #tree: Tree;
  readonly #dropped: Uint8Array;
  /** By node: 1 where it is in the view as far as is known. */
  readonly #known: Uint8Array;

  constructor({ tree, dropped, roots }: View) {
    this.#tree = tree;
    this.#dropped = dropped;
    this.#known = new Uint8Array(tree.size);
    for (const root of roots) this.#known[root] = 1;
  }

  /** Whether the node is below a root of the view, or one, and not left out. */
  has(node: NodeId): boolean {
    const known = this.#known;
    let at = node;
    while (this.#dropped[at] === 0 && known[at] === 0 && at !== 0) at = this.#tree.parent(at);
    if (this.#dropped[at] !== 0 || known[at] === 0) return false;
    for (let inside = node; inside !== at; inside = this.#tree.parent(inside)) known[inside] = 1;
    return true;
  }
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
