import { NodeKind, type NodeId, type Tree } from "../../../../html/index.ts";

/** Characters of one element's text. */
const LONGEST = 1_000_000;

/** The elements right below a node. */
export function elementsBelow(tree: Tree, parent: NodeId): NodeId[] {
  const found: NodeId[] = [];
  for (let node = tree.firstChild(parent); node !== 0; node = tree.nextSibling(node)) {
    if (tree.kind(node) === NodeKind.element) found.push(node);
  }
  return found;
}

/** An element's name without its prefix. */
export function localName(tree: Tree, node: NodeId): string {
  return tree.name(node).replace(/^.*:/, "");
}

/** The elements right below a node by name, prefix included; each list in document order. */
export class Members {
  readonly #tree: Tree;
  readonly #byName: ReadonlyMap<string, readonly NodeId[]>;

  constructor(tree: Tree, parent: NodeId) {
    this.#tree = tree;
    this.#byName = Map.groupBy(elementsBelow(tree, parent), (node) => nameOf(tree, node));
  }

  /** Those of the names, in the order of the names. */
  all(...names: readonly string[]): readonly NodeId[] {
    return names.flatMap((name) => this.#byName.get(name) ?? []);
  }

  /** The text of the first with one that is not empty. */
  text(...names: readonly string[]): string | undefined {
    for (const node of this.all(...names)) {
      const text = textOf(this.#tree, node);
      if (text !== "") return text;
    }
    return undefined;
  }
}

/** Prefixes that feeds give to the elements of their own format. */
const OWN_PREFIX = /^(?:rss|atom|a10|rdf)\d*:/;

function nameOf(tree: Tree, node: NodeId): string {
  return tree.name(node).replace(OWN_PREFIX, "");
}

/** All text below an element; markup inside counts with its text. */
export function textOf(tree: Tree, root: NodeId): string {
  let text = "";
  let node = tree.firstChild(root);
  while (node !== 0 && text.length < LONGEST) {
    if (tree.kind(node) === NodeKind.text) text += tree.text(node);
    let next = tree.firstChild(node);
    while (next === 0 && node !== root) {
      next = tree.nextSibling(node);
      if (next === 0) node = tree.parent(node);
    }
    node = next;
  }
  return text.trim();
}

/** What is between an element's tags, as it is written. */
export function sourceOf(tree: Tree, root: NodeId): string {
  let last = root;
  while (tree.lastChild(last) !== 0) last = tree.lastChild(last);
  if (last === root) return "";
  const { source } = tree;
  const name = source.slice(tree.start(root) + 1, tree.start(root) + 1 + tree.name(root).length);
  const end = source.indexOf(`</${name}`, tree.end(last));
  return source.slice(tree.end(root), end === -1 ? tree.end(last) : end);
}
