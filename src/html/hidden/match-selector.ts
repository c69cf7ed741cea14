import type { NodeId, Tree } from "../tree/tree.ts";
import { NodeKind } from "../tree/tree.ts";
import type { AttributeTest, Compound, Selector } from "./selector.ts";

/** Compounds that are held against elements, for a whole page; then nothing matches any more. */
const MOST_TESTS = 2_000_000;

/** Answers which selectors of style sheets match elements of a page. */
export class SelectorMatcher {
  readonly #tree: Tree;
  /** Classes and ids of elements that were asked for. */
  readonly #classes = new Map<NodeId, ReadonlySet<string>>();
  readonly #ids = new Map<NodeId, string | undefined>();
  #left = MOST_TESTS;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  idOf(node: NodeId): string | undefined {
    if (this.#ids.has(node)) return this.#ids.get(node);
    const id = this.#tree.attribute(node, "id");
    this.#ids.set(node, id);
    return id;
  }

  classesOf(node: NodeId): ReadonlySet<string> {
    let known = this.#classes.get(node);
    if (known === undefined) {
      const value = this.#tree.attribute(node, "class")?.trim() ?? "";
      known = value === "" ? NONE : new Set(value.split(/\s+/));
      this.#classes.set(node, known);
    }
    return known;
  }

  matches({ compounds }: Selector, node: NodeId): boolean {
    return this.#from(compounds, 0, node);
  }

  /** Whether the compounds from one on hold, the first of them for the node. */
  #from(compounds: readonly Compound[], index: number, node: NodeId): boolean {
    const compound = compounds[index] as Compound;
    if (!this.#fits(compound, node)) return false;
    if (index + 1 === compounds.length) return true;
    const { combinator } = compound;
    const once = combinator === ">" || combinator === "+";
    const step = combinator === " " || combinator === ">" ? this.#outside : this.#before;
    for (let at = step(node); at !== 0; at = step(at)) {
      if (this.#from(compounds, index + 1, at)) return true;
      if (once || this.#left <= 0) return false;
    }
    return false;
  }

  readonly #outside = (node: NodeId): NodeId => this.#tree.parent(node);

  readonly #before = (node: NodeId): NodeId => {
    let at = this.#tree.previousSibling(node);
    while (at !== 0 && this.#tree.kind(at) !== NodeKind.element)
      at = this.#tree.previousSibling(at);
    return at;
  };

  #fits(compound: Compound, node: NodeId): boolean {
    this.#left -= 1;
    if (this.#left <= 0) return false;
    const tree = this.#tree;
    if (compound.tag !== "" && tree.name(node) !== compound.tag) return false;
    if (compound.id !== "" && this.idOf(node) !== compound.id) return false;
    if (compound.classes.length > 0) {
      const own = this.classesOf(node);
      if (!compound.classes.every((name) => own.has(name))) return false;
    }
    return (
      compound.attributes.every((test) => holds(test, tree.attribute(node, test.name))) &&
      this.#stands(compound, node) &&
      !compound.not.some((not) => this.#fits(not, node))
    );
  }

  #stands({ place }: Compound, node: NodeId): boolean {
    if (place === "") return true;
    if (place === "root") return this.#tree.name(node) === "html";
    if (place === "first") return this.#before(node) === 0;
    let at = this.#tree.nextSibling(node);
    while (at !== 0 && this.#tree.kind(at) !== NodeKind.element) at = this.#tree.nextSibling(at);
    return at === 0;
  }
}

const NONE: ReadonlySet<string> = new Set();

function holds({ operator, value }: AttributeTest, actual: string | undefined): boolean {
  if (actual === undefined) return false;
  switch (operator) {
    case "":
      return true;
    case "=":
      return actual === value;
    case "~=":
      return actual.split(/\s+/).includes(value);
    case "|=":
      return actual === value || actual.startsWith(`${value}-`);
    case "^=":
      return value !== "" && actual.startsWith(value);
    case "$=":
      return value !== "" && actual.endsWith(value);
    default:
      return value !== "" && actual.includes(value);
  }
}
