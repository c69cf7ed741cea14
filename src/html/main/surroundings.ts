import { attributeIds, type AttributeNode } from "../scan/attribute-names.ts";
import type { Attributes } from "../scan/attributes.ts";
import { isHiding } from "../tree/is-hidden.ts";
import type { Measures } from "../view/measures.ts";
import { ADVERSE, NameSigns } from "./name-signs.ts";
import {
  NOT_FOR_MOST,
  Place,
  placeOfProperty,
  placeOfRole,
  placeOfTag,
  placeOfType,
} from "./places.ts";
import { KNOWN_TAGS, tagIds, type TagName } from "../scan/tags.ts";
import { isBlock } from "../tree/text-block.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";

/** What every node stands in, by node. */
export interface Surroundings {
  /** {@link Place} bits of the node and all around it. */
  readonly places: Int32Array;
  /** Bits of name groups of the node and all around it. */
  readonly names: Int32Array;
  /** The nearest element that begins a line. */
  readonly boxes: Int32Array;
  /** The nearest element that is one of several alike beside each other; 0 for none. */
  readonly groups: Int32Array;
  /** How many are alike, by element. */
  readonly alike: Int32Array;
  /** Elements around the node. */
  readonly depths: Int32Array;
}

/** An element with more of the page's text than this is not what its name says against it … */
const HOLDS_PAGE = 0.4;
/** … and says nothing at all with more than this. */
const IS_PAGE = 0.9;

/** Fewer elements alike are no group. */
const SMALLEST_GROUP = 3;

const ungrouped = new Uint8Array(KNOWN_TAGS);
for (const name of "p td th h1 h2 h3 h4 h5 h6".split(" ")) ungrouped[tagIds[name as TagName]] = 1;

/** Reads what every node stands in; time proportional to nodes and attributes. */
export function readSurroundings(tree: Tree, measures: Measures): Surroundings {
  const reader = new Reader(tree, measures);
  const { order } = measures;
  for (let index = 1; index < order.length; index++) reader.readOwn(order[index] as number);
  for (const node of order) reader.countAlike(node);
  for (let index = 1; index < order.length; index++) reader.inherit(order[index] as number);
  return reader;
}

/** Whether the element begins a line, as far as content is concerned. */
export function isBox(tree: Tree, node: NodeId): boolean {
  const tag = tree.tag(node);
  if (tag === 0) return tree.kind(node) === NodeKind.element && !tree.isForeign(node);
  return isBlock(tag) || tag === tagIds.td || tag === tagIds.th || tag === tagIds.button;
}

class Reader implements Surroundings {
  readonly places: Int32Array;
  readonly names: Int32Array;
  readonly boxes: Int32Array;
  readonly groups: Int32Array;
  readonly alike: Int32Array;
  readonly depths: Int32Array;
  readonly #signatures: Int32Array;
  readonly #tree: Tree;
  readonly #text: Int32Array;
  readonly #signs = new NameSigns();

  constructor(tree: Tree, measures: Measures) {
    this.#tree = tree;
    this.#text = measures.text;
    this.places = new Int32Array(tree.size);
    this.names = new Int32Array(tree.size);
    this.boxes = new Int32Array(tree.size);
    this.groups = new Int32Array(tree.size);
    this.alike = new Int32Array(tree.size);
    this.depths = new Int32Array(tree.size);
    this.#signatures = new Int32Array(tree.size);
  }

  /** What the element itself says. */
  readOwn(node: NodeId): void {
    const tree = this.#tree;
    if (tree.kind(node) !== NodeKind.element) return;
    this.places[node] = placeOfTag(tree.tag(node));
    this.#signatures[node] = tree.tag(node) * 1_000_003;
    const { attributeTable } = tree;
    for (let at = tree.firstAttribute(node); at !== 0; at = attributeTable.next(at)) {
      this.#readAttribute(node, at);
    }
  }

  #readAttribute(node: NodeId, at: AttributeNode): void {
    const { attributeTable } = this.#tree;
    const id = attributeTable.id(at);
    if (id === attributeIds.class) {
      const value = attributeTable.value(at);
      this.names[node] = (this.names[node] as number) | this.#signs.read(value);
      this.#signatures[node] = (this.#signatures[node] as number) ^ hash(value);
    } else if (id === attributeIds.id) {
      this.names[node] = (this.names[node] as number) | this.#signs.read(attributeTable.value(at));
    } else {
      this.places[node] = (this.places[node] as number) | placeOfAttribute(attributeTable, at);
    }
  }

  /** Counts which children of a node are alike: the same name and classes. */
  countAlike(parent: NodeId): void {
    const tree = this.#tree;
    const first = tree.firstChild(parent);
    if (first === 0 || first === tree.lastChild(parent)) return;
    const counts = new Map<number, number>();
    for (let node = first; node !== 0; node = tree.nextSibling(node)) {
      if (!this.#counts(node)) continue;
      const signature = this.#signatures[node] as number;
      counts.set(signature, (counts.get(signature) ?? 0) + 1);
    }
    for (let node = first; node !== 0; node = tree.nextSibling(node)) {
      if (this.#counts(node)) {
        this.alike[node] = counts.get(this.#signatures[node] as number) as number;
      }
    }
  }

  #counts(node: NodeId): boolean {
    const tree = this.#tree;
    return (this.#text[node] as number) > 0 && tree.firstChild(node) !== 0 && isBox(tree, node);
  }

  /** Adds what stands around; the parent has been read. */
  inherit(node: NodeId): void {
    const tree = this.#tree;
    const parent = tree.parent(node);
    this.depths[node] = (this.depths[parent] as number) + 1;
    this.#limit(node, parent);
    this.places[node] = (this.places[node] as number) | (this.places[parent] as number);
    this.names[node] = (this.names[node] as number) | (this.names[parent] as number);
    this.boxes[node] = isBox(tree, node) ? node : (this.boxes[parent] as number);
    const grouped =
      (this.alike[node] as number) >= SMALLEST_GROUP && ungrouped[tree.tag(node)] === 0;
    this.groups[node] = grouped ? node : (this.groups[parent] as number);
  }

  /** Takes back what an element cannot be where, or as large as, it is. */
  #limit(node: NodeId, parent: NodeId): void {
    let place = this.places[node] as number;
    const share = (this.#text[node] as number) / Math.max(1, this.#text[0] as number);
    if (share > HOLDS_PAGE) {
      this.names[node] = (this.names[node] as number) & ~ADVERSE;
      place &= ~NOT_FOR_MOST;
    }
    if (share > IS_PAGE) {
      this.names[node] = 0;
      place &= ~(Place.article | Place.section);
    }
    const inside = (this.places[parent] as number) & (Place.article | Place.main);
    if ((place & Place.header) !== 0 && inside !== 0) {
      place = (place & ~Place.header) | Place.headerInside;
    }
    this.places[node] = place;
  }
}

function placeOfAttribute(attributes: Attributes, at: AttributeNode): number {
  switch (attributes.id(at)) {
    case attributeIds.role:
      return placeOfRole(attributes.value(at));
    case attributeIds.itemprop:
      return placeOfProperty(attributes.value(at));
    case attributeIds.itemtype:
      return placeOfType(attributes.value(at));
    default:
      return isHiding(attributes, at) ? Place.hidden : 0;
  }
}

function hash(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) {
    sum = (Math.imul(sum, 31) + text.charCodeAt(index)) | 0;
  }
  return sum;
}
