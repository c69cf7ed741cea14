import { isSpace } from "../scan/attributes.ts";
import { FormattingList } from "./formatting-list.ts";
import { elementMeta, NodeTable } from "./node-table.ts";
import { Mode, OpenElements, Space } from "./open-elements.ts";
import type { Scanner } from "../scan/scanner.ts";
import { KNOWN_TAGS, TagFlag, tagFlags, tagIds } from "../scan/tags.ts";
import { NodeFlag, NodeKind, type NodeId } from "./tree.ts";

// Own constants, because the compiler folds them and not properties of what is exported.
const {
  formatting: FLAG_FORMATTING,
  impliedEnd: FLAG_IMPLIED_END,
  marker: FLAG_MARKER,
  plainEnd: FLAG_PLAIN_END,
  tableContext: FLAG_TABLE_CONTEXT,
} = TagFlag;
const { blank: NODE_BLANK } = NodeFlag;
const { text: KIND_TEXT } = NodeKind;

/** Elements nested deeper than this become siblings of the one at this depth, as in browsers. */
const MAX_DEPTH = 512;

/** Stack tags of names that are not in the table. */
const FIRST_OTHER_TAG = 256;

/** Keeps the names of svg and math elements apart from the same names in HTML. */
const FOREIGN_NAMES = 0x5bd1e995;

/** The state of a parse, and the steps that the rules for tags share. */
export class TreeBuilder {
  readonly scanner: Scanner;
  readonly nodes: NodeTable;
  readonly stack: OpenElements;
  readonly formatting: FormattingList;
  /** The form that is open by the rules; 0 when none is. */
  form: NodeId = 0;
  /** The head element; 0 before there is one. */
  head: NodeId = 0;
  /** The body element; 0 before there is one. */
  body: NodeId = 0;
  /** Whether the page has no, or an old, document type: then a table does not end a paragraph. */
  quirks = true;
  /** Whether a line feed that comes next is dropped (after `pre`). */
  dropLineFeed = false;
  /** Formatting elements that were reopened or adopted. */
  #clones = 0;
  readonly #others = new Map<number, number>();

  constructor(scanner: Scanner, mostNodes: number) {
    this.scanner = scanner;
    this.nodes = new NodeTable(mostNodes, scanner.source.length);
    this.stack = new OpenElements(this.nodes);
    this.formatting = new FormattingList(this.nodes, scanner.source);
  }

  /** The stack's tag of the scanner's current tag: a known one or a number for its name. */
  stackTag(foreign: boolean): number {
    const { scanner } = this;
    if (!foreign && scanner.tag !== 0) return scanner.tag;
    const hash = foreign ? scanner.hash ^ FOREIGN_NAMES : scanner.hash;
    let tag = this.#others.get(hash);
    if (tag === undefined) {
      tag = FIRST_OTHER_TAG + this.#others.size;
      this.#others.set(hash, tag);
    }
    return tag;
  }

  /** Inserts the scanner's start tag at the current place, without opening it. */
  insert(): NodeId {
    const { scanner } = this;
    const node = this.nodes.createTag(elementMeta(scanner.tag), scanner);
    if (node !== 0) this.#place(node);
    return node;
  }

  /** Inserts and opens the scanner's start tag. */
  open(): NodeId {
    const node = this.insert();
    this.#push(node);
    return node;
  }

  /** Inserts the scanner's start tag inside the current element, be it a table. */
  insertInside(): NodeId {
    const { scanner } = this;
    const node = this.nodes.createTag(elementMeta(scanner.tag), scanner);
    if (node !== 0) this.nodes.append(this.#container(), node);
    return node;
  }

  /** Inserts and opens the scanner's start tag inside the current element, be it a table. */
  openInside(): NodeId {
    const node = this.insertInside();
    this.#push(node);
    return node;
  }

  /** Inserts the scanner's start tag without opening it, whatever the rules for it. */
  insertLeaf(): void {
    const node = this.insertInside();
    const text = TagFlag.rawText | TagFlag.escapableText;
    const raw = this.stack.space === Space.html && (tagFlags[this.scanner.tag] as number) & text;
    if (raw) this.rawContent(node);
  }

  #push(node: NodeId): void {
    if (node === 0) return;
    const tag = this.stackTag(false);
    this.stack.push(node, tag, tag < KNOWN_TAGS ? (tagFlags[tag] as number) : 0);
    if ((this.stack.flags & FLAG_MARKER) !== 0) this.formatting.mark();
  }

  /** Inserts and opens an element that the page leaves out. */
  openImplied(tag: number): NodeId {
    const { start } = this.scanner;
    const node = this.nodes.create(elementMeta(tag), start, start);
    if (node === 0) return node;
    const flags = tagFlags[tag] as number;
    if ((flags & TagFlag.tablePart) === 0) this.#place(node);
    else this.nodes.append(this.#container(), node);
    this.stack.push(node, tag, flags);
    return node;
  }

  /** Inserts and opens the scanner's start tag as an element of svg or math. */
  openForeign(space: Space, flags: number): NodeId {
    const { scanner } = this;
    const root = scanner.tag === tagIds.svg || scanner.tag === tagIds.math;
    const meta = elementMeta(root ? scanner.tag : 0) | NodeFlag.foreign;
    const node = this.nodes.createTag(meta, scanner);
    if (node === 0) return node;
    this.#place(node);
    this.stack.push(node, this.stackTag(true), flags | TagFlag.foreign);
    this.stack.space = space;
    return node;
  }

  /** Inserts the range of source as text at the current place. */
  text(start: number, end: number, flags = 0): void {
    if (start >= end) return;
    const traits = flags === 0 ? this.scanner.traitsOf(start, end) : 0;
    const node = this.nodes.create(KIND_TEXT | flags | traits, start, end);
    if (node === 0) return;
    const { stack } = this;
    if ((stack.flags & FLAG_TABLE_CONTEXT) === 0) this.nodes.append(stack.node, node);
    else if (traits === NODE_BLANK) this.nodes.append(stack.node, node);
    else this.#place(node);
  }

  /** Inserts the scanner's comment or document type. */
  leaf(kind: NodeKind): void {
    const node = this.nodes.create(kind, this.scanner.start, this.scanner.end);
    if (node !== 0) this.nodes.append(this.stack.node, node);
  }

  /** Reads the text that is the whole content of `parent`, the scanner's start tag. */
  rawContent(parent: NodeId): void {
    const { scanner } = this;
    const escapable = ((tagFlags[scanner.tag] as number) & TagFlag.escapableText) !== 0;
    scanner.rawText(scanner.tag, this.stack.innermost(tagIds.noscript) > 0);
    const start = scanner.tag === tagIds.textarea ? this.behindLineFeed() : scanner.start;
    if (parent === 0 || start >= scanner.end) return;
    const meta = KIND_TEXT | (escapable ? NodeFlag.escapable : NodeFlag.raw);
    const node = this.nodes.create(meta, start, scanner.end);
    if (node !== 0) this.nodes.append(parent, node);
  }

  /** Where the token begins without one line feed at its start. */
  behindLineFeed(): number {
    const { source, start } = this.scanner;
    if (source.startsWith("\n", start)) return start + 1;
    return source.startsWith("\r\n", start) ? start + 2 : start;
  }

  /** Links a new node where content belongs now. */
  #place(node: NodeId): void {
    const { stack } = this;
    if ((stack.flags & FLAG_TABLE_CONTEXT) === 0) this.nodes.append(this.#container(), node);
    else this.foster(node);
  }

  /** Links a node before the current table, where what cannot be inside it goes. */
  foster(node: NodeId): void {
    const { stack, nodes } = this;
    const index = stack.tableScope;
    if (stack.tagAt(index) !== tagIds.table) nodes.append(stack.node, node);
    else nodes.insertBefore(stack.nodeAt(index), node);
  }

  #container(): NodeId {
    const { stack } = this;
    return stack.nesting > MAX_DEPTH ? this.nodes.parent(stack.node) : stack.node;
  }

  /** Closes the current element. */
  pop(): void {
    if ((this.stack.pop() & FLAG_MARKER) !== 0) this.formatting.clearToMarker();
  }

  /**
   * Closes the current element when the scanner's end tag is its own and no rule asks for more, as
   * with most end tags. Gives whether it did.
   */
  closeCurrent(): boolean {
    const { stack } = this;
    if (stack.tag !== this.scanner.tag) return false;
    const { flags } = stack;
    if ((flags & FLAG_PLAIN_END) === 0) return false;
    if ((flags & FLAG_FORMATTING) !== 0 && !this.formatting.removeLast(stack.node)) return false;
    this.pop();
    return true;
  }

  /** Closes the element at `index` of the stack and all in it. */
  popTo(index: number): void {
    while (this.stack.depth >= index) this.pop();
  }

  /** Closes elements whose end tag may be left out, up to one with the tag `except`. */
  closeImplied(except: number): void {
    const { stack } = this;
    while ((stack.flags & FLAG_IMPLIED_END) !== 0 && stack.tag !== except) this.pop();
  }

  /** Closes an open paragraph in button scope, as blocks do. */
  closeParagraph(): void {
    const index = this.stack.innermost(tagIds.p);
    if (index > this.stack.buttonScope) this.popTo(index);
  }

  /** Reopens the formatting elements that a block has closed (WHATWG HTML 13.2.4.3). */
  reopenFormatting(): void {
    const { formatting } = this;
    if (!formatting.isInterrupted) return;
    const { entries } = formatting;
    let index = entries.length - 1;
    while (index > formatting.from && !this.nodes.isOpen(entries[index - 1] as number)) index--;
    for (; index < entries.length; index++) {
      const clone = this.cloneElement(entries[index] as number);
      if (clone === 0) return;
      this.#place(clone);
      const tag = this.nodes.tag(clone);
      this.stack.push(clone, tag, tagFlags[tag] as number);
      entries[index] = clone;
    }
  }

  /** Another element like `node`; 0 when there were too many for the size of the page. */
  cloneElement(node: NodeId): NodeId {
    const written = this.nodes.size - this.#clones;
    if (this.#clones > CLONES_ALWAYS + CLONES_PER_NODE * written) return 0;
    this.#clones++;
    return this.nodes.clone(node);
  }

  /** Whether a range of the source is white space. */
  isBlank(start: number, end: number): boolean {
    return this.contentStart(start, end) === end;
  }

  /** The offset of the first character in the range that is no white space. */
  contentStart(start: number, end: number): number {
    const codes = this.scanner.units.current;
    let at = start;
    while (at < end && isSpace(codes[at] as number)) at++;
    return at;
  }

  /** Opens the body (and html) that the page leaves out. */
  openBody(): void {
    this.openHtml();
    this.body = this.openImplied(tagIds.body);
    this.stack.mode = Mode.body;
  }

  /** Opens the html element that the page leaves out. */
  openHtml(): void {
    if (this.stack.depth > 0) return;
    this.openImplied(tagIds.html);
    this.stack.mode = Mode.html;
  }
}

/** Copies of formatting elements that any page may have, however small … */
const CLONES_ALWAYS = 1000;

/** … and for each node that the page itself has. */
const CLONES_PER_NODE = 2;
