import { SignNames } from "../../../html/internal.ts";
import {
  NodeKind,
  nodeText,
  tagIds,
  walk,
  type NodeId,
  type Tree,
  type View,
  type Visitor,
} from "../../../html/index.ts";
import { isBlock } from "../../../html/internal.ts";
import { escapeAttribute, escapeText, isVoid } from "../../../html/internal.ts";
import { movingTime } from "./moving-time.ts";
import { withoutVolatile } from "./mark-volatile.ts";
import { StableAttributes, type Attribute } from "./stable-attributes.ts";

/** What of a page is written. */
interface CanonicalOptions {
  /** Whether what is volatile is left out; all of the markup is written otherwise. */
  readonly canonical: boolean;
  /**
   * Whether buttons are written as `span`, so that what they say ("Sold out") stays where forms are
   * cleaned away.
   * @default false
   */
  readonly plainButtons?: boolean | undefined;
}

/**
 * A view as HTML that stays the same as long as what it says does: without tokens, identifiers and
 * times of one answer, attributes and classes sorted, white space folded, a line for each block.
 * With the document's title and description before it where the view is of the whole document.
 */
export function canonicalHtml(view: View, options: CanonicalOptions): string {
  const { canonical } = options;
  const shown = canonical ? withoutVolatile(view) : view;
  const head = view.roots[0] === 0 ? headOf(view.tree) : [];
  const writer = new CanonicalWriter(shown, { ...options, head });
  for (const root of shown.roots) {
    if (shown.dropped[root] === 1) continue;
    const around = AROUND.get(view.tree.tag(root)) ?? [];
    for (const name of around) writer.raw(`<${name}>`);
    walk({ ...shown, roots: [root] }, writer);
    for (const name of around.toReversed()) writer.raw(`</${name}>`);
    writer.line();
  }
  return writer.finish();
}

/** What parts of a table need around them to be parsed as what they are. */
const AROUND: ReadonlyMap<number, readonly string[]> = new Map<number, readonly string[]>([
  [tagIds.thead, ["table"]],
  [tagIds.tbody, ["table"]],
  [tagIds.tfoot, ["table"]],
  [tagIds.caption, ["table"]],
  [tagIds.colgroup, ["table"]],
  [tagIds.tr, ["table"]],
  [tagIds.td, ["table", "tr"]],
  [tagIds.th, ["table", "tr"]],
  [tagIds.col, ["table", "colgroup"]],
]);

/** Elements whose white space is shown; written as the one that every browser has. */
const VERBATIM: ReadonlySet<number> = new Set([
  tagIds.pre,
  tagIds.listing,
  tagIds.xmp,
  tagIds.plaintext,
]);

/** Elements at whose edges white space is not shown, blocks aside. */
const EDGES: ReadonlySet<number> = new Set([tagIds.td, tagIds.th, tagIds.br, tagIds.hr]);

function headOf(tree: Tree): string[] {
  const lines: string[] = [];
  const title = tree.firstOfTag(tagIds.title);
  const text = title === 0 ? "" : nodeText(tree, title);
  if (text !== "") lines.push(`<title>${escapeText(text)}</title>`);
  for (let node = tree.firstOfTag(tagIds.meta); node !== 0; node = tree.nextOfTag(node)) {
    if (tree.attribute(node, "name")?.trim().toLowerCase() !== "description") continue;
    const content = (tree.attribute(node, "content") ?? "").replace(/\s+/g, " ").trim();
    if (content !== "")
      lines.push(`<meta content="${escapeAttribute(content)}" name="description">`);
    break;
  }
  return lines;
}

class CanonicalWriter implements Visitor {
  readonly #tree: Tree;
  readonly #canonical: boolean;
  readonly #plainButtons: boolean;
  readonly #attributes: StableAttributes;
  readonly #names: SignNames;
  /** What is still to be written of the head. */
  #head: readonly string[];
  readonly #parts: string[] = [];
  /** Whether white space was passed over that may have to be shown. */
  #space = false;
  /** Whether white space here is not shown. */
  #edge = true;
  #lineStart = true;
  /** How many verbatim elements are open. */
  #verbatim = 0;

  constructor(view: View, options: CanonicalOptions & { readonly head: string[] }) {
    const { canonical, plainButtons = false, head } = options;
    this.#tree = view.tree;
    this.#canonical = canonical;
    this.#plainButtons = plainButtons;
    this.#attributes = new StableAttributes(view.tree);
    this.#names = new SignNames(view);
    this.#head = head;
  }

  enter(node: NodeId): boolean {
    const kind = this.#tree.kind(node);
    if (kind === NodeKind.text) this.#text(this.#tree.text(node));
    else if (kind === NodeKind.element) return this.#element(node);
    return true;
  }

  #element(node: NodeId): boolean {
    this.#open(node);
    const time = this.#canonical ? movingTime(this.#tree, node) : undefined;
    if (time === undefined) return true;
    this.#text(time);
    return false;
  }

  leave(node: NodeId): void {
    const tree = this.#tree;
    if (tree.kind(node) !== NodeKind.element) return;
    const tag = tree.tag(node);
    if (isVoid(tag)) return;
    if (this.#isEdge(tag)) this.#space = false;
    if (VERBATIM.has(tag)) this.#verbatim -= 1;
    this.raw(`</${this.#nameOf(node)}>`);
    this.#edge = this.#isEdge(tag);
    if (isBlock(tag)) this.line();
  }

  raw(text: string): void {
    this.#parts.push(text);
    this.#lineStart = false;
  }

  /** Begins a line, unless one has just begun. */
  line(): void {
    if (this.#lineStart || this.#verbatim > 0) return;
    this.#parts.push("\n");
    this.#lineStart = true;
    this.#edge = true;
    this.#space = false;
  }

  /** In one form of Unicode, without what only says where a word may be broken. */
  finish(): string {
    const html = this.#parts.join("").trim();
    return this.#canonical
      ? html.replaceAll(/[\u00ad\u200b\u2060\ufeff]/g, "").normalize("NFC")
      : html;
  }

  #open(node: NodeId): void {
    const tag = this.#tree.tag(node);
    if (tag !== tagIds.html) this.#writeHead();
    if (isBlock(tag)) this.line();
    if (this.#isEdge(tag)) this.#space = false;
    this.#flushSpace();
    this.raw(`<${this.#nameOf(node)}${this.#attributesOf(node)}>`);
    if (this.#isEdge(tag)) this.#edge = true;
    else if (isVoid(tag)) this.#edge = false;
    if (tag === tagIds.br || tag === tagIds.hr) this.line();
    if (!VERBATIM.has(tag)) return;
    this.#verbatim += 1;
    // A parser drops the first line feed there.
    if (this.#tree.text(this.#tree.firstChild(node)).startsWith("\n")) this.raw("\n");
  }

  /** Writes the head before the first element of the body, in the element of the document. */
  #writeHead(): void {
    const lines = this.#head;
    this.#head = [];
    for (const text of lines) {
      this.line();
      this.raw(text);
    }
    if (lines.length > 0) this.line();
  }

  #text(text: string): void {
    if (this.#verbatim > 0) {
      this.raw(escapeText(text));
      return;
    }
    const folded = text.replace(/[\t\n\f\r ]+/g, " ");
    if (folded.startsWith(" ")) this.#space = true;
    const inner =
      folded.trim() === "" && !/\u00a0/.test(folded) ? "" : folded.replace(/^ | $/g, "");
    if (inner === "") return;
    this.#flushSpace();
    this.raw(escapeText(inner));
    this.#edge = false;
    this.#space = folded.endsWith(" ");
  }

  #flushSpace(): void {
    if (this.#space && !this.#edge) {
      this.raw(" ");
      // One is enough, on whichever side of a tag.
      this.#edge = true;
    }
    this.#space = false;
  }

  #attributesOf(node: NodeId): string {
    const attributes = this.#canonical
      ? this.#named(node, this.#attributes.of(node))
      : this.#tree.attributes(node).filter(([name]) => !/["'<>=/\s]/.test(name));
    return attributes
      .map(([name, value]) => (value === "" ? ` ${name}` : ` ${name}="${escapeAttribute(value)}"`))
      .join("");
  }

  /** With the name of a link that shows a sign alone: drawings and references do not stay. */
  #named(node: NodeId, attributes: readonly Attribute[]): readonly Attribute[] {
    const name = this.#tree.tag(node) === tagIds.a ? this.#names.ofSilent(node, false) : "";
    if (name === "") return attributes;
    const others = attributes.filter(([key]) => key !== "aria-label");
    return [["aria-label", name], ...others];
  }

  #nameOf(node: NodeId): string {
    const tag = this.#tree.tag(node);
    if (this.#plainButtons && tag === tagIds.button) return "span";
    return VERBATIM.has(tag) ? "pre" : this.#tree.name(node);
  }

  #isEdge(tag: number): boolean {
    return isBlock(tag) || EDGES.has(tag);
  }
}
