import { attributeIds } from "../scan/attribute-names.ts";
import { checkInput } from "../scan/check-input.ts";
import { elementMeta, NodeTable } from "./node-table.ts";
import { mayProtectEmail, withEmails } from "./protected-email.ts";
import { Scanner } from "../scan/scanner.ts";
import { KNOWN_TAGS, TagFlag, tagFlags, tagIds, type TagId } from "../scan/tags.ts";
import { TokenKind } from "../scan/token-kind.ts";
import { NodeFlag, NodeKind, Tree, type NodeId } from "./tree.ts";

/** As in `parse`. */
const MOST_LENGTH = 67_108_864;
const MOST_NODES = 4_194_304;

/** Elements whose content is text. */
const TEXT = TagFlag.rawText | TagFlag.escapableText;

/**
 * Finds the elements with some tags in one pass over a page, in less than half of the time of
 * `parse`, for which there is no telling what is in what: all are children of the document, in the
 * order of the page. An element whose content is text (`title`, `script`) has that as its child; with
 * `head` among the tags, those of the page's head are children of one. What is in a `template` that
 * is no shadow root is left out. Unlike in a parsed page, elements of svg and math count where they
 * are called the same, but for titles, styles, scripts, `base` and `link`; so do those that would be
 * left out where they stand.
 * @throws HtmlError `INVALID_INPUT` when `html` is no string; `INPUT_TOO_LARGE` beyond 67,108,864
 *   characters; `UNSUPPORTED_MACHINE` without WebAssembly, or big-endian
 */
export function parseTags(html: string, tags: readonly TagId[]): Tree {
  checkInput(html, MOST_LENGTH);
  const wanted = new Uint8Array(KNOWN_TAGS);
  for (const tag of tags) wanted[tag] = 1;
  // No attributes of unknown elements.
  wanted[0] = 0;
  const tree = new TagCollector(html, wanted.slice()).collect();
  if (!mayProtectEmail(tree)) return tree;
  return new TagCollector(withEmails(html), wanted.slice()).collect();
}

class TagCollector {
  readonly #wanted: Uint8Array;
  readonly #scanner: Scanner;
  readonly #nodes: NodeTable;
  /** How many elements called svg and math are open. */
  #foreign = 0;
  #inNoscript = false;
  /** Open templates: whether each is inert, and how many are. */
  readonly #templates: boolean[] = [];
  #inert = 0;
  #head: NodeId = 0;
  /** Whether the body, as a browser would see it, has not begun. */
  #inHead: boolean;
  readonly #isTemplateWanted: boolean;

  constructor(html: string, wanted: Uint8Array) {
    this.#wanted = wanted;
    this.#isTemplateWanted = wanted[tagIds.template] === 1;
    // Whether it is inert, an attribute tells.
    wanted[tagIds.template] = 1;
    this.#inHead = wanted[tagIds.head] === 1;
    this.#scanner = new Scanner(html, wanted);
    this.#nodes = new NodeTable(MOST_NODES, html.length);
  }

  collect(): Tree {
    while (!this.#nodes.full && this.#step());
    const { size, full, ordered, chains } = this.#nodes;
    const slots = this.#scanner.finish();
    const cells = this.#nodes.finish();
    return new Tree(this.#scanner.units, { cells, slots, chains, size, truncated: full, ordered });
  }

  /** Reads a token; false when there is none. */
  #step(): boolean {
    const scanner = this.#scanner;
    const kind = scanner.next();
    if (kind === TokenKind.startTag) this.#start(scanner.tag);
    else if (kind === TokenKind.endTag) this.#end(scanner.tag);
    else if (kind === TokenKind.text) this.#inHead &&= this.#isBlankHere();
    else if (kind === TokenKind.end) return false;
    return true;
  }

  /** Whether the current text does not begin the body. */
  #isBlankHere(): boolean {
    return this.#templates.length > 0 || (this.#scanner.traits & NodeFlag.blank) !== 0;
  }

  #end(tag: TagId): void {
    if (isForeignRoot(tag)) this.#enter(Math.max(0, this.#foreign - 1));
    else if (tag === tagIds.noscript) this.#inNoscript = false;
    else if (tag === tagIds.template) {
      if (this.#templates.pop() === true) this.#inert -= 1;
    } else if (tag === tagIds.body || tag === tagIds.html) this.#inHead = false;
  }

  #start(tag: TagId): void {
    const flags = tagFlags[tag] as number;
    const { selfClosing } = this.#scanner;
    if (this.#inHead) this.#inHead = this.#templates.length > 0 || mayStandInHead(tag);
    // As in a parsed page, such a tag ends svg and math that were not closed.
    if (this.#foreign > 0 && (flags & TagFlag.breakout) !== 0) this.#enter(0);
    if (isForeignRoot(tag) && !selfClosing) this.#enter(this.#foreign + 1);
    this.#inNoscript ||= tag === tagIds.noscript;
    if (tag === tagIds.plaintext) this.#scanner.rest();
    else if ((flags & TEXT) === 0) this.#plain(tag);
    else if (this.#foreign === 0) this.#text(this.#element(tag), flags);
    else if (!selfClosing) this.#text(0, flags);
  }

  #plain(tag: TagId): void {
    this.#element(tag);
    if (tag === tagIds.template && this.#foreign === 0) this.#openTemplate();
  }

  #element(tag: TagId): NodeId {
    if (this.#wanted[tag] !== 1 || this.#inert > 0) return 0;
    const isPlain = !this.#inHead && this.#foreign === 0 && tag !== tagIds.head;
    return isPlain ? this.#append(tag, 0) : this.#placed(tag);
  }

  #placed(tag: TagId): NodeId {
    if (!this.#counts(tag)) return 0;
    return this.#append(tag, this.#inHead && tag !== tagIds.head ? this.#openHead() : 0);
  }

  #append(tag: TagId, parent: NodeId): NodeId {
    if (tag === tagIds.template && !this.#isTemplateWanted) return 0;
    const flags = this.#foreign > 0 ? NodeFlag.foreign : 0;
    const node = this.#nodes.createTag(elementMeta(tag) | flags, this.#scanner);
    if (node !== 0) this.#nodes.append(parent, node);
    if (tag === tagIds.head) this.#head = node;
    return node;
  }

  /** Whether an element that is asked for is one of the page. */
  #counts(tag: TagId): boolean {
    if (tag === tagIds.head) return this.#inHead && this.#head === 0;
    return this.#foreign === 0 || (tag !== tagIds.base && tag !== tagIds.link);
  }

  /** The head, which is there although the page may not write it. */
  #openHead(): NodeId {
    if (this.#head !== 0) return this.#head;
    const { start } = this.#scanner;
    this.#head = this.#nodes.create(elementMeta(tagIds.head), start, start);
    if (this.#head !== 0) this.#nodes.append(0, this.#head);
    return this.#head;
  }

  /** The template itself is of the page; what is in it is not. */
  #openTemplate(): void {
    const isInert = !this.#scanner.has(attributeIds.shadowrootmode);
    this.#templates.push(isInert);
    if (isInert) this.#inert += 1;
  }

  #enter(foreign: number): void {
    this.#foreign = foreign;
    this.#scanner.foreign = foreign > 0;
  }

  #text(parent: NodeId, flags: number): void {
    const scanner = this.#scanner;
    scanner.rawText(scanner.tag, this.#inNoscript);
    if (parent === 0 || scanner.start >= scanner.end) return;
    const isRaw = (flags & TagFlag.rawText) !== 0;
    const meta = NodeKind.text | (isRaw ? NodeFlag.raw : NodeFlag.escapable);
    const node = this.#nodes.create(meta, scanner.start, scanner.end);
    if (node !== 0) this.#nodes.append(parent, node);
  }
}

function mayStandInHead(tag: TagId): boolean {
  if (tag === tagIds.html || tag === tagIds.head) return true;
  return ((tagFlags[tag] as number) & TagFlag.headContent) !== 0;
}

function isForeignRoot(tag: TagId): boolean {
  return tag === tagIds.svg || tag === tagIds.math;
}
