import { checkArgument } from "../../core/index.ts";
import { decodeHTML } from "entities/decode";
import { attributeIdOf, type AttributeId, type AttributeNode } from "../scan/attribute-names.ts";
import { Attributes, nameEnd } from "../scan/attributes.ts";
import type { CodeUnits } from "../scan/code-units.ts";
import { decodeText } from "../scan/decode.ts";
import { tagNames, type TagId } from "../scan/tags.ts";

/** A node of a {@link Tree}: a number below `tree.size`. 0 is the document. */
export type NodeId = number;

/** What a node is. */
export type NodeKind = (typeof NodeKind)[keyof typeof NodeKind];

/** The kinds of node. */
export const NodeKind = Object.freeze({
  /** The root, node 0. */
  document: 0,
  /** An element. */
  element: 1,
  /** A run of text; neighbours are not always merged. */
  text: 2,
  /** A comment. */
  comment: 3,
  /** The document type declaration. */
  doctype: 4,
});

/** How a node's numbers lie in {@link TreeCells.cells}; for the code of this room. */
export const Cell = Object.freeze({
  /** {@link NodeKind} in bits 0 to 2, tag number in bits 8 to 15, {@link NodeFlag}s above. */
  meta: 0,
  /** Offset into the source: of an element's "<", of a text's first character. */
  start: 1,
  /** Offset behind an element's start tag, behind a text's last character. */
  end: 2,
  parent: 3,
  first: 4,
  last: 5,
  next: 6,
  previous: 7,
  /** The first attribute; 0 for none. */
  attributes: 8,
  /** The next node of the same chain; see {@link TreeCells.chains}. */
  alike: 9,
  /** Numbers per node. */
  stride: 10,
});

// Own constants, because the compiler folds them and not properties of what is exported.
const {
  stride: STRIDE,
  start: START,
  end: END,
  parent: PARENT,
  first: FIRST,
  last: LAST,
  next: NEXT,
  previous: PREVIOUS,
  attributes: ATTRIBUTES,
  alike: ALIKE,
} = Cell;

/** Facts about a node, in the upper half of its meta cell. */
export const NodeFlag = Object.freeze({
  /** Still on the stack of open elements (while parsing). */
  open: 1 << 16,
  /** An element of svg or math. */
  foreign: 1 << 17,
  /** Text in which `&` means itself (script, style, CDATA). */
  raw: 1 << 18,
  /** Text of a title or textarea, in which NUL is kept as U+FFFD. */
  escapable: 1 << 19,
  /** Text of nothing but white space. */
  blank: 1 << 20,
  /** Text that is written the same in every markup language; see {@link Tree.isPlainText}. */
  plain: 1 << 21,
  /** Text with a character that is not plain, and without carriage returns and NUL. */
  regular: 1 << 22,
});

/** The chain of comments and document types; no tag has that number. */
export const UNSEEN = 255;

/** What the parser hands to a tree. */
export interface TreeCells {
  /** {@link Cell.stride} numbers per node. */
  readonly cells: Int32Array;
  /** The numbers of {@link Attributes}. */
  readonly slots: Int32Array;
  /** By tag number the first such element; {@link UNSEEN}: the first comment or document type. */
  readonly chains: Int32Array;
  /** Nodes in use. */
  readonly size: number;
  /** Whether the limit of nodes cut the page short. */
  readonly truncated: boolean;
  /** Whether numbers grow in document order. */
  readonly ordered: boolean;
}

/**
 * A parsed page. Nodes are numbers and their links lie in one array, so a tree costs two objects
 * however large the page; names, text and attributes are read from the source when asked for.
 * The strings are slices that keep the source alive: copy what is stored for long.
 */
export class Tree {
  /** The HTML that was parsed. */
  readonly source: string;
  /** Number of nodes, the document included. */
  readonly size: number;
  /** Whether the limit of nodes was reached, so that the rest of the page is missing. */
  readonly truncated: boolean;
  /** Whether node numbers grow in document order, as they do but for misnested formatting and tables. */
  readonly isOrdered: boolean;
  /** Where the attributes of its elements are; {@link attribute} is simpler. */
  readonly attributeTable: Attributes;
  /** {@link Cell.stride} numbers per node. */
  readonly #cells: Int32Array;
  readonly #chains: Int32Array;
  readonly #units: CodeUnits;

  /** Made by `parse`. */
  constructor(units: CodeUnits, parts: TreeCells) {
    checkArgument("units of a tree, which parse(html) makes,", units, "object");
    checkArgument("parts of a tree, which parse(html) makes,", parts, "object");
    this.source = units.source;
    this.#units = units;
    this.size = parts.size;
    this.truncated = parts.truncated;
    this.isOrdered = parts.ordered;
    this.#cells = parts.cells;
    this.#chains = parts.chains;
    this.attributeTable = new Attributes(units, parts.slots);
  }

  /** What the node is. */
  kind(node: NodeId): NodeKind {
    return ((this.#cells[node * STRIDE] as number) & 7) as NodeKind;
  }

  /**
   * The number of an HTML element's name (`tagIds.p`); 0 for unknown names, for what is inside
   * `svg` and `math`, and for nodes that are no elements.
   */
  tag(node: NodeId): TagId {
    return ((this.#cells[node * STRIDE] as number) >>> 8) & 0xff;
  }

  /** The element's name in lower case; empty for other nodes. */
  name(node: NodeId): string {
    const tag = this.tag(node);
    if (tag !== 0) return tagNames[tag] as string;
    if (this.kind(node) !== NodeKind.element) return "";
    const start = this.#at(node, START) + 1;
    return this.source
      .slice(start, nameEnd(this.#units.current, start, this.#at(node, END)))
      .toLowerCase();
  }

  /**
   * The element with that tag and the least number, which is the first of the document when
   * {@link isOrdered}; 0 when there is none, and for tag 0.
   */
  firstOfTag(tag: TagId): NodeId {
    return this.#chains[tag] as NodeId;
  }

  /** The element with the same tag and the next number; 0 when there is none, and for tag 0. */
  nextOfTag(node: NodeId): NodeId {
    return this.#at(node, ALIKE);
  }

  /** Whether the node is text of nothing but white space. */
  isBlankText(node: NodeId): boolean {
    return ((this.#cells[node * STRIDE] as number) & NodeFlag.blank) !== 0;
  }

  /**
   * Whether the node is text whose source between white space at its edges is written the same in
   * every markup language: words with single spaces between them, without entities, invisible
   * characters, markup characters and addresses.
   */
  isPlainText(node: NodeId): boolean {
    return ((this.#cells[node * STRIDE] as number) & NodeFlag.plain) !== 0;
  }

  /** Whether the node is text in which `&` means itself: of a script, a style, a CDATA section. */
  isRawText(node: NodeId): boolean {
    return ((this.#cells[node * STRIDE] as number) & NodeFlag.raw) !== 0;
  }

  /** Whether the element belongs to svg or math. */
  isForeign(node: NodeId): boolean {
    return ((this.#cells[node * STRIDE] as number) & NodeFlag.foreign) !== 0;
  }

  /** The parent; 0 for the document's children and the document itself. */
  parent(node: NodeId): NodeId {
    return this.#at(node, PARENT);
  }

  /** The first child; 0 when there is none. */
  firstChild(node: NodeId): NodeId {
    return this.#at(node, FIRST);
  }

  /** The last child; 0 when there is none. */
  lastChild(node: NodeId): NodeId {
    return this.#at(node, LAST);
  }

  /** The next sibling; 0 when there is none. */
  nextSibling(node: NodeId): NodeId {
    return this.#at(node, NEXT);
  }

  /** The previous sibling; 0 when there is none. */
  previousSibling(node: NodeId): NodeId {
    return this.#at(node, PREVIOUS);
  }

  /** Offset in the source where the node begins. */
  start(node: NodeId): number {
    return this.#at(node, START);
  }

  /** Offset in the source behind the text, or behind the element's start tag. */
  end(node: NodeId): number {
    return this.#at(node, END);
  }

  /** The text of a text node, decoded; the inside of a comment; empty for other nodes. */
  text(node: NodeId): string {
    const meta = this.#cells[node * STRIDE] as number;
    const kind = meta & 7;
    if (kind !== NodeKind.text && kind !== NodeKind.comment) return "";
    const text = this.source.slice(this.#at(node, START), this.#at(node, END));
    if (kind === NodeKind.comment) return text;
    if ((meta & NodeFlag.regular) !== 0) return text.includes("&") ? decodeHTML(text) : text;
    const verbatim = (meta & (NodeFlag.raw | NodeFlag.escapable)) !== 0;
    return decodeText(text, (meta & NodeFlag.raw) !== 0, verbatim);
  }

  /**
   * The value of the element's attribute, decoded; empty for a bare attribute, undefined without
   * one. Of repeated attributes the first counts.
   * @param name in lower case
   */
  attribute(node: NodeId, name: string): string | undefined {
    const first = this.firstAttribute(node);
    if (first === 0) return undefined;
    const { attributeTable } = this;
    const id = attributeIdOf(name);
    for (let at = first; at > 0; at = attributeTable.next(at)) {
      if (attributeTable.id(at) !== id) continue;
      if (id !== 0 || attributeTable.name(at) === name) return attributeTable.value(at);
    }
    return undefined;
  }

  /** The element's attributes, names in lower case, values decoded, at most 1,024. */
  attributes(node: NodeId): readonly (readonly [name: string, value: string])[] {
    const { attributeTable } = this;
    const found = new Map<string, string>();
    for (let at = this.firstAttribute(node); at > 0; at = attributeTable.next(at)) {
      const name = attributeTable.name(at);
      if (!found.has(name)) found.set(name, attributeTable.value(at));
    }
    return [...found];
  }

  /** The element's first attribute in {@link attributeTable}; 0 when it has none. */
  firstAttribute(node: NodeId): AttributeNode {
    return this.#at(node, ATTRIBUTES);
  }

  /** The element's first attribute of that name; 0 when it has none. */
  attributeNamed(node: NodeId, id: AttributeId): AttributeNode {
    const { attributeTable } = this;
    let at = this.firstAttribute(node);
    while (at > 0 && attributeTable.id(at) !== id) at = attributeTable.next(at);
    return at;
  }

  /** The source as code units, with zeros behind; valid until another page is parsed. */
  get codes(): Uint16Array {
    return this.#units.current;
  }

  #at(node: NodeId, cell: number): number {
    return this.#cells[node * STRIDE + cell] as number;
  }
}
