import { checkArgument } from "../../core/index.ts";
import type { NodeId, Tree } from "../../html/index.ts";
import { isBareLink } from "./autolink.ts";
import { Code } from "./character.ts";
import { codeFence, flatCode } from "./code.ts";
import { Definitions } from "./definitions.ts";
import { destination, linkTitle } from "./destination.ts";
import { escapeLabel } from "./escape.ts";
import type { TextPlace } from "./autolink.ts";
import { Flow, Gap } from "./flow.ts";
import { InlineWriter } from "./inline-writer.ts";
import type { LinkTarget, OpenLink } from "./link-target.ts";
import { ListWriter } from "./list.ts";
import type { InlineMark } from "./inline-mark.ts";
import type { MarkdownSettings } from "../options.ts";
import { TableWriter } from "./table-writer.ts";

/** Headings of this level and below may be labels in a link. */
const LEAST_LABEL = 4;

/**
 * Writes markdown from left to right; what handlers write with. Spaces, delimiters and line
 * prefixes wait until content needs them, so a caller says what begins and ends and never looks
 * at what is around it.
 */
export class MarkdownBuilder {
  /** Lists and their items. */
  readonly lists: ListWriter;
  /** Tables, row by row. */
  readonly tables: TableWriter;
  readonly #settings: MarkdownSettings;
  readonly #flow = new Flow();
  readonly #place: TextPlace;
  readonly #inline: InlineWriter;
  readonly #definitions = new Definitions();
  /** Open headings and cells, in which blocks become spaces. */
  #flat = 0;
  readonly #links: OpenLink[] = [];
  /** Headings that interrupt a link on one line. */
  #interruptions = 0;

  constructor(settings: MarkdownSettings) {
    this.#settings = settings;
    this.#place = {
      before: Code.newline,
      after: Code.newline,
      inLink: false,
      inCell: false,
      inMark: false,
      hasDefinitions: settings.links === "reference",
      gfm: settings.flavor === "gfm",
      breakAt: -1,
    };
    this.#inline = new InlineWriter(this.#flow, this.#place);
    this.lists = new ListWriter(this, this.#flow, settings.bullet);
    this.tables = new TableWriter(this, this.#flow);
  }

  /** Whether blocks become spaces here: in a heading or a table cell. */
  get isFlat(): boolean {
    return this.#flat > 0;
  }

  /** Whether the current block holds nothing yet. */
  get isFresh(): boolean {
    return this.#inline.isFresh;
  }

  /** Whether what comes next is neither code nor in a link. */
  get isBare(): boolean {
    return this.#inline.isBare;
  }

  /** Appends text: white space is folded and what would be markup is escaped. */
  text(value: string): void {
    checkArgument("value of text(value)", value, "string");
    this.#inline.text(value);
  }

  /** Appends a text node like {@link text}, from the source where it needs no closer look. */
  textNode(tree: Tree, node: NodeId): void {
    if (
      tree.isPlainText(node) &&
      this.#inline.plainText(tree.source, tree.start(node), tree.end(node))
    )
      return;
    if (tree.isBlankText(node) && !this.#inline.code.isOpen) return this.#inline.space();
    this.#inline.text(tree.text(node));
  }

  /** Wants white space before the next content, or none; at the edge of a block it has no effect. */
  space(isWanted = true): void {
    return isWanted ? this.#inline.space() : this.#inline.dropSpace();
  }

  /** Breaks the line; two breaks end the paragraph. */
  lineBreak(): void {
    if (this.#place.inCell && this.#settings.inlineHtml) this.inline("<br>");
    else if (this.isFlat) this.space();
    else if (!this.#inline.lineBreak()) this.block();
  }

  /** Appends finished inline markdown. */
  inline(markdown: string): void {
    checkArgument("markdown of inline(markdown)", markdown, "string");
    this.#inline.markup(markdown);
  }

  /** An image. `target` is its destination and title, as they stand in the parentheses. */
  image(alt: string, target: string): void {
    checkArgument("alt of image(alt, target)", alt, "string");
    this.inline(`![${escapeLabel(alt, this.#place)}](${target})`);
  }

  /** Begins a mark around what follows. Marks inside code are left out. */
  open(mark: InlineMark): void {
    checkArgument("mark of open(mark)", mark, "object");
    this.#inline.open(mark);
  }

  /** Ends the innermost mark of that kind. */
  close(kind: string): void {
    this.#inline.close(kind);
  }

  /** Begins a link; without a target, or with links off, only its text is kept. */
  openLink(target?: LinkTarget): void {
    const { url, title, oneLine = false, labels = false, isPlain = false } = target ?? {};
    const kept = url !== undefined && this.#settings.links !== "text";
    const flat = oneLine && !this.isFlat;
    this.#links.push({ kept, flat, labels });
    if (flat) {
      this.block();
      this.#flat += 1;
    }
    if (!kept) return;
    const where = (isPlain ? url : destination(url)) + linkTitle(title);
    const isReference = this.#settings.links === "reference";
    const closer = isReference ? `][${this.#definitions.add(where)}]` : `](${where})`;
    this.open({ kind: "link", opener: "[", closer, flanking: false });
  }

  /**
   * Writes a link whose text is its URL as bare text, which GFM links again. Gives false, having
   * written nothing, where it would not be read as a link.
   */
  bareLink(text: string, url: string): boolean {
    if (this.#settings.links !== "inline" || !isBareLink(text, url)) return false;
    return this.#inline.bareLink(text, `[${escapeLabel(text, this.#place)}](${destination(url)})`);
  }

  /** Ends the link. */
  closeLink(): void {
    const link = this.#links.pop();
    if (link?.kept) this.close("link");
    if (!link?.flat) return;
    this.#flat -= 1;
    this.block();
  }

  /** Begins a code span: its text is kept as it is but for folded white space. */
  openCode(): void {
    this.#inline.code.open();
  }

  /** Ends the code span; one that follows directly continues it. */
  closeCode(): void {
    this.#inline.code.close();
  }

  /** Begins or ends a block; `gap` is what has to stand between it and its neighbours. */
  block(gap: Gap = Gap.soft): void {
    if (this.isFlat) {
      this.space();
      return;
    }
    this.#inline.flush();
    if (!this.#flow.fresh) this.#inline.endLine();
    this.#inline.dropSpace();
    this.#flow.fresh = true;
    this.#flow.need(gap);
  }

  /** Ends a paragraph: like {@link block}, and it makes the list around it loose. */
  paragraph(): void {
    const written = !this.isFresh;
    this.block(Gap.blank);
    if (written && !this.isFlat) this.lists.paragraph();
  }

  /** Begins a heading of level 1 to 6, all of it on one line. */
  startHeading(level: number): void {
    const link = this.#links.at(-1);
    if (this.#flat === 1 && link?.flat && !(link.labels && level >= LEAST_LABEL)) {
      this.#flat = 0;
      this.#interruptions = 1;
    }
    this.block(Gap.blank);
    if (!this.isFlat) {
      const signed = this.#settings.headingStyle === "atx" || level > 2;
      this.#inline.inSignedHeading = signed;
      this.#flow.leaf = signed ? `${"#".repeat(level)} ` : "";
    }
    this.#flat += 1;
  }

  /** Ends the heading. */
  endHeading(level: number): void {
    this.#inline.flush();
    this.#flat -= 1;
    if (this.isFlat) return this.space();
    const underlined = !this.#flow.fresh && !this.#inline.inSignedHeading;
    this.block(Gap.blank);
    this.#flow.leaf = "";
    this.#inline.inSignedHeading = false;
    if (underlined) this.#flow.writeRaw(`\n${this.#flow.prefix}${level === 1 ? "===" : "---"}`);
    this.#flat = this.#interruptions;
    this.#interruptions = 0;
  }

  /** Begins a table cell; blocks in it become spaces. */
  startCell(): void {
    this.#flat += 1;
    this.#place.inCell = true;
    this.#inline.dropSpace();
  }

  /** Ends the table cell. */
  endCell(): void {
    this.#inline.flush();
    this.#inline.endLine();
    this.#flat -= 1;
    this.#place.inCell = false;
  }

  /** Begins a block quote. */
  startQuote(): void {
    this.#blockInItem();
    if (!this.isFlat) this.#flow.enter("> ", "> ");
  }

  /** Ends the block quote. */
  endQuote(): void {
    this.block(Gap.blank);
    if (this.isFlat || this.#flow.leave()) return;
    this.#flow.separates = undefined;
  }

  /** Makes the item that begins here a task, when the flavour knows tasks. */
  task(checked: boolean): void {
    const possible = this.#settings.flavor === "gfm" && !this.isFlat && this.isFresh;
    if (possible && this.#flow.itemGaps !== undefined && !this.#flow.entered) {
      this.#flow.leaf = checked ? "[x] " : "[ ] ";
    }
  }

  /** A code block; inside a heading or cell a code span. Blank code is left out. */
  codeBlock(code: string, language = ""): void {
    checkArgument("code of codeBlock(code)", code, "string");
    if (code.trim() === "") {
      this.block(Gap.blank);
      return;
    }
    this.#blockInItem();
    if (this.isFlat) {
      this.inline(flatCode(code, this.#place.inCell, this.#settings.inlineHtml ? "<br>" : " "));
      this.space();
      return;
    }
    const fence = codeFence(code, this.#settings.fence);
    this.#wholeBlock(`${fence}${language}\n${code}\n${fence}`);
  }

  /** A thematic break. */
  rule(): void {
    this.block(Gap.blank);
    if (this.isFlat) return;
    // Behind an item's marker "---" would be read as one break with it.
    this.#wholeBlock(this.#flow.depth > 0 ? "___" : "---");
  }

  #blockInItem(): void {
    this.block(Gap.line);
    if (!this.isFlat) this.#flow.needInItem();
  }

  /** A block of finished HTML. Blank lines, which would end it (CommonMark 4.6), are encoded. */
  htmlBlock(html: string): void {
    checkArgument("html of htmlBlock(html)", html, "string");
    this.block(Gap.blank);
    this.#wholeBlock(html.replace(/(?<=\n)[ \t]*\n/g, "&#10;"));
  }

  #wholeBlock(lines: string): void {
    const flow = this.#flow;
    flow.start();
    flow.writeRaw(flow.prefix === "" ? lines : lines.replaceAll("\n", `\n${flow.prefix}`));
    flow.fresh = true;
    flow.need(Gap.blank);
  }

  /** The finished document, without a newline at its end. */
  finish(): string {
    this.block(Gap.blank);
    if (this.#definitions.size > 0) this.#wholeBlock(this.#definitions.toString());
    return this.#flow.toString();
  }
}
