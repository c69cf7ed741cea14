import { centsOf } from "../raised/price-cents.ts";
import { isSpecial, shownText } from "./shown-text.ts";
import { isStyledBlock, isStyledCell, isStyledInline } from "./display-style.ts";
import { codeEditors, isCodeDecoration, isGutter, lineOfCode } from "./code-views.ts";
import { isDrawnApart } from "./drawings.ts";
import { rubyEdges } from "./ruby.ts";
import { tagIds, type TagId } from "../scan/tags.ts";
import { isBlock } from "../tree/text-block.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import { checkView, nextNode, walkAsShown, type Visitor } from "./walk.ts";
import type { View } from "../tree/view.ts";

/**
 * The text of a view: white space folded, blocks on lines of their own, table cells separated by
 * tabs, `pre` as it is. A space stands between words that meet where a `span`, link or label ends
 * and another begins, which style sheets show apart, or at the edge of a button.
 */
export function toText(view: View): string {
  checkView(view);
  const writer = new TextWriter(view);
  walkAsShown(view, writer);
  return writer.finish().join("\n");
}

/**
 * Characters of a view's text, white space folded, without what separates its parts.
 * @param enough where counting stops
 */
export function textLength(view: View, enough = Infinity): number {
  checkView(view);
  const { tree, dropped } = view;
  let length = 0;
  for (const root of view.roots) {
    if (dropped[root] === 1) continue;
    // The document itself is node 0.
    let node = root;
    do {
      if (tree.kind(node) === NodeKind.text) length += foldedLength(tree, node);
      node = nextNode(view, node, root);
    } while (node !== 0 && length < enough);
  }
  return Math.min(length, enough);
}

function foldedLength(tree: Tree, node: NodeId): number {
  if (tree.isBlankText(node)) return 0;
  return tree.text(node).replaceAll(WHITE, " ").trim().length;
}

const WHITE = /[ \t\n\f\r]+/g;

/** Digits that the cents of a price have. */
const CENTS = 2;

/** Elements that style sheets often set apart from each other. */
const apart = new Set<number>([tagIds.span, tagIds.a, tagIds.label]);

/** Other elements in lines that a style makes blocks of. */
const inLine = new Set<number>(
  (["b", "em", "font", "i", "strong"] as const).map((name) => tagIds[name]),
);

/** Blocks that are parts of a list, table or outline whatever their style. */
const structural = new Set<number>(
  (
    "h1 h2 h3 h4 h5 h6 hr li ol ul tr table tbody thead tfoot caption pre blockquote dt".split(
      " ",
    ) as readonly (keyof typeof tagIds)[]
  ).map((name) => tagIds[name]),
);

/** Readings of characters. */
const readings = new Set<number>([tagIds.rt, tagIds.rtc]);

/** Elements whose parts are no words. */
const code = new Set<number>([tagIds.code, tagIds.kbd, tagIds.samp, tagIds.tt]);

/** The edge of a word of more than a letter, in a script that has spaces between words. */
const WORDY =
  /^(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])[\p{L}\p{N}]){2}$/u;

/** Writes a view's text; see {@link toText}. */
export class TextWriter implements Visitor {
  readonly #view: View;
  readonly #tree: Tree;
  readonly #lines: string[] = [];
  #line = "";
  /** Its last two characters: looking at a line that grows would copy it each time. */
  #tail = "";
  #space = false;
  /** Whether, since the last text, an element that may be set apart has ended … */
  #ended = false;
  /** … and another begun, or the edge of a button has passed. */
  #edge = false;
  readonly #editors: ReadonlyMap<NodeId, readonly NodeId[]>;
  #preformatted = 0;
  #code = 0;

  constructor(view: View) {
    this.#view = view;
    this.#tree = view.tree;
    this.#editors = codeEditors(view.tree);
  }

  /** How many lines are complete. */
  get lineCount(): number {
    return this.#lines.length;
  }

  enter(node: NodeId): boolean {
    const tree = this.#tree;
    if (tree.kind(node) === NodeKind.text) return this.#text(node);
    const tag = tree.tag(node);
    if (tag !== 0 && this.#isLeftOut(node, tag)) return false;
    if (isSpecial(tree, node)) return this.#special(node);
    if (tag === 0) return this.#unknown(node);
    this.#begins(node, tag);
    if (tag === tagIds.pre) this.#preformatted++;
    if (code.has(tag)) this.#code++;
    return true;
  }

  /** Whether a node is an editor of code, which is then written. */
  #writesEditor(node: NodeId): boolean {
    const lines = this.#editors.get(node);
    if (lines === undefined) return false;
    this.#break();
    for (const line of lines) {
      if (this.#view.dropped[line] === 1) continue;
      this.#verbatim(`${lineOfCode(this.#view, line)}\n`);
    }
    return true;
  }

  /** The edge of an element without a number. */
  #unknown(node: NodeId): true {
    if (isDrawnApart(this.#tree, node)) this.#space = true;
    return true;
  }

  /** Whether an element is no text where it stands: a line's number, an editor, which is written. */
  #isLeftOut(node: NodeId, tag: TagId): boolean {
    if (tag === tagIds.td && isGutter(this.#tree, node)) return true;
    if (this.#preformatted > 0 && isCodeDecoration(this.#tree, node)) return true;
    return this.#editors.size > 0 && this.#writesEditor(node);
  }

  #begins(node: NodeId, tag: TagId): void {
    if (tag === tagIds.br) this.#break();
    else if (tag === tagIds.td || tag === tagIds.th) this.#cell();
    else if (this.#isBlock(node, tag)) this.#break();
    else if (tag === tagIds.button) this.#edge = true;
    else if (apart.has(tag)) this.#beginsApart(node);
    else if (readings.has(tag)) this.#fold(rubyEdges(this.#view, node).before);
  }

  #isBlock(node: NodeId, tag: TagId): boolean {
    if (inLine.has(tag)) return isStyledBlock(this.#tree, node);
    return isBlock(tag) && (structural.has(tag) || !isStyledInline(this.#tree, node));
  }

  #text(node: NodeId): false {
    const tree = this.#tree;
    if (tree.end(node) - tree.start(node) === CENTS) this.#separateCents(node);
    this.#write(tree.text(node));
    return false;
  }

  /** Puts the point of a price before its cents. */
  #separateCents(text: NodeId): void {
    const mark = centsOf(this.#view, text);
    if (mark === undefined) return;
    this.#space = false;
    this.#write(mark);
    this.#ended = false;
  }

  /** Writes a formula, or what is raised or lowered; whether its content follows. */
  #special(node: NodeId): boolean {
    const { text, goesOn, space, isDisplay } = shownText(this.#view, node);
    if (isDisplay) this.#break();
    if (space !== "kept") this.#space = space === "wanted";
    this.#write(text);
    if (isDisplay) this.#break();
    return goesOn;
  }

  #write(text: string): void {
    if (this.#preformatted > 0) this.#verbatim(text);
    else this.#fold(text);
  }

  leave(node: NodeId): void {
    const tag = this.#tree.tag(node);
    if (tag === 0) {
      this.#unknown(node);
      return;
    }
    if (tag === tagIds.pre) this.#preformatted--;
    if (code.has(tag)) this.#code--;
    if (this.#isBlock(node, tag)) this.#break();
    else if (tag === tagIds.button) this.#edge = true;
    else if (apart.has(tag)) this.#endsApart(node);
    else if (readings.has(tag)) this.#fold(rubyEdges(this.#view, node).after);
  }

  #beginsApart(node: NodeId): void {
    if (this.#ended) this.#edge = true;
    if (isStyledBlock(this.#tree, node)) this.#break();
    else if (isStyledCell(this.#tree, node)) this.#cell();
  }

  #endsApart(node: NodeId): void {
    this.#ended = true;
    if (isStyledBlock(this.#tree, node)) this.#break();
  }

  #fold(text: string): void {
    const words = text.replaceAll(WHITE, " ");
    if (words === "") return;
    if (words === " ") {
      this.#space = true;
      return;
    }
    const lead = words.startsWith(" ") ? 1 : 0;
    const spaced = this.#space || lead === 1 || this.#partsWords(words);
    if (spaced && this.#line !== "" && !this.#tail.endsWith("\t")) this.#add(" ");
    this.#ended = false;
    this.#edge = false;
    this.#space = words.endsWith(" ");
    this.#add(words.slice(lead, this.#space ? -1 : undefined));
  }

  /** Whether an edge stands between the end of one word and the beginning of another. */
  #partsWords(text: string): boolean {
    if (!this.#edge || this.#code > 0) return false;
    return WORDY.test(this.#tail) && WORDY.test(text.slice(0, 2));
  }

  #add(text: string): void {
    this.#line += text;
    this.#tail = text.length > 1 ? text.slice(-2) : (this.#tail + text).slice(-2);
  }

  #verbatim(text: string): void {
    const [first = "", ...rest] = text.split("\n");
    this.#add(first);
    for (const line of rest) {
      this.#lines.push(this.#line.trimEnd());
      this.#line = "";
      this.#add(line);
    }
  }

  #cell(): void {
    this.#space = false;
    if (this.#line !== "") this.#add("\t");
  }

  #break(): void {
    this.#space = false;
    const line = this.#line.trimEnd();
    this.#line = "";
    this.#tail = "";
    if (line !== "") this.#lines.push(line);
  }

  /** The lines of everything written; those of `pre` may be empty. */
  finish(): readonly string[] {
    this.#break();
    return this.#lines;
  }
}
