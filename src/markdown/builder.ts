import { Code, Neighbour, neighbour, TextClass, textClass } from "./character.ts";
import { codeFence, codeSpan } from "./code.ts";
import { Definitions } from "./definitions.ts";
import { escapeLabel, escapeText, isFolded, isSpaced, isUndecided, needsEscape } from "./escape.ts";
import type { Stretch, TextPlace } from "./escape.ts";
import { Flow, Gap } from "./flow.ts";
import { LineStart, withBackslash } from "./line-start.ts";
import { ListWriter } from "./list.ts";
import { Marks, type InlineMark } from "./marks.ts";
import type { MarkdownSettings } from "./options.ts";
import { TableWriter } from "./table-writer.ts";

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
  readonly #flow = new Flow();
  readonly #marks = new Marks(this.#flow);
  readonly #lineStart = new LineStart();
  readonly #definitions = new Definitions();
  readonly #settings: MarkdownSettings;
  readonly #place: TextPlace;
  /** Wanted before the next content. */
  #space = false;
  #break = false;
  /** The last character of text, when the next one decides whether it is escaped. */
  #tail = 0;
  #beforeTail = 0;
  /** Open contexts in which blocks become spaces, innermost last. */
  readonly #flat: ("heading" | "cell")[] = [];
  /** Whether the content of a `#` heading is being written. */
  #signed = false;
  readonly #links: boolean[] = [];
  #codeDepth = 0;
  #code = "";

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
    };
    this.lists = new ListWriter(this, this.#flow, settings.bullet);
    this.tables = new TableWriter(this, this.#flow);
  }

  /** Whether blocks become spaces here: in a heading or a table cell. */
  get isFlat(): boolean {
    return this.#flat.length > 0;
  }

  /** Whether the current block holds nothing yet. */
  get isFresh(): boolean {
    return this.#flow.fresh && this.#code === "";
  }

  /** Appends text: white space is folded and what would be markup is escaped. */
  text(value: string): void {
    if (this.#codeDepth > 0) {
      this.#addCode(value);
      return;
    }
    let start = 0;
    let end = value.length;
    while (isFolded(value.charCodeAt(start))) start += 1;
    if (start > 0 && isSpaced(value, 0, start)) this.space();
    if (start === end) return;
    while (isFolded(value.charCodeAt(end - 1))) end -= 1;
    this.#writeText({ value, start, end });
    if (end < value.length && isSpaced(value, end, value.length)) this.#space = true;
  }

  /** Wants white space before the next content; at the edge of a block it has no effect. */
  space(): void {
    if (this.#code !== "") this.#flushCode();
    this.#space = true;
  }

  /** Breaks the line; two breaks end the paragraph. */
  lineBreak(): void {
    if (this.#code !== "") this.#flushCode();
    if (this.#place.inCell && this.#settings.inlineHtml) this.inline("<br>");
    else if (this.isFlat) this.#space = true;
    else if (this.#break) this.block();
    else this.#break = !this.#flow.fresh;
  }

  /** Appends finished inline markdown. */
  inline(markdown: string): void {
    if (markdown === "") return;
    if (this.#code !== "") this.#flushCode();
    this.#begin(markdown.charCodeAt(0));
    this.#flow.writeRaw(markdown);
    this.#lineStart.pass();
  }

  /** An image. `target` is its destination and title, as they stand in the parentheses. */
  image(alt: string, target: string): void {
    this.inline(`![${escapeLabel(alt, this.#place.inCell)}](${target})`);
  }

  /** Begins a mark around what follows. Marks inside code are left out. */
  open(mark: InlineMark): void {
    if (this.#codeDepth > 0 && mark.kind !== "link") return;
    if (this.#code !== "") this.#flushCode();
    this.#marks.open(mark, !this.#space && !this.#break);
  }

  /** Ends the innermost mark of that kind. */
  close(kind: string): void {
    if (this.#codeDepth > 0 && kind !== "link") return;
    if (this.#code !== "") this.#flushCode();
    this.#marks.close(kind);
  }

  /** Begins a link; without a URL, inside another link or with links off only its text is kept. */
  openLink(url: string | undefined, title?: string): void {
    const kept = url !== undefined && this.#settings.links !== "text";
    this.#links.push(kept);
    if (!kept) return;
    const target =
      this.#settings.links === "reference"
        ? `[${this.#definitions.add(url, title)}]`
        : `(${this.#definitions.inline(url, title)})`;
    this.open({ kind: "link", opener: "[", closer: `]${target}`, flanking: false });
  }

  /** Ends the link. */
  closeLink(): void {
    if (this.#links.pop()) this.close("link");
  }

  /** Begins a code span: its text is kept as it is but for folded white space. */
  openCode(): void {
    this.#codeDepth += 1;
  }

  /** Ends the code span; one that follows directly continues it. */
  closeCode(): void {
    this.#codeDepth -= 1;
  }

  /** Begins or ends a block; `gap` is what has to stand between it and its neighbours. */
  block(gap: Gap = Gap.soft): void {
    if (this.#code !== "") this.#flushCode();
    if (this.isFlat) {
      this.#space = true;
      return;
    }
    if (!this.#flow.fresh) this.#endLine();
    this.#flow.fresh = true;
    this.#space = false;
    this.#break = false;
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
    this.block(Gap.blank);
    if (!this.isFlat) {
      this.#signed = this.#settings.headingStyle === "atx" || level > 2;
      this.#flow.leaf = this.#signed ? `${"#".repeat(level)} ` : "";
    }
    this.#flat.push("heading");
  }

  /** Ends the heading. */
  endHeading(level: number): void {
    if (this.#code !== "") this.#flushCode();
    this.#flat.pop();
    this.#flow.leaf = "";
    const written = !this.#flow.fresh;
    this.block(Gap.blank);
    if (this.isFlat) return;
    if (written && !this.#signed) {
      this.#flow.writeRaw(`\n${this.#flow.prefix}${level === 1 ? "===" : "---"}`);
    }
    this.#signed = false;
  }

  /** Begins a table cell; blocks in it become spaces. */
  startCell(): void {
    this.#flat.push("cell");
    this.#place.inCell = true;
    this.#space = false;
  }

  /** Ends the table cell. */
  endCell(): void {
    if (this.#code !== "") this.#flushCode();
    this.#endLine();
    this.#flat.pop();
    this.#place.inCell = false;
  }

  /** Begins a block quote. */
  startQuote(): void {
    this.block(Gap.blank);
    if (!this.isFlat) this.#flow.enter("> ", "> ");
  }

  /** Ends the block quote. */
  endQuote(): void {
    this.block(Gap.blank);
    if (!this.isFlat) this.#flow.leave();
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
    if (code.trim() === "") return;
    if (this.isFlat) {
      this.#space = true;
      this.inline(codeSpan(code.replace(/\s+/g, " ").trim(), this.#place.inCell));
      this.#space = true;
      return;
    }
    this.block(Gap.blank);
    const flow = this.#flow;
    flow.start();
    const fence = codeFence(code, this.#settings.fence);
    const lines = `${fence}${language}\n${code}\n${fence}`;
    flow.writeRaw(flow.prefix === "" ? lines : lines.replaceAll("\n", `\n${flow.prefix}`));
    flow.fresh = true;
    flow.need(Gap.blank);
  }

  /** A thematic break. */
  rule(): void {
    this.block(Gap.blank);
    if (this.isFlat) return;
    this.#flow.start();
    // Behind an item's marker "---" would be read as one break with it.
    this.#flow.writeRaw(this.#flow.depth > 0 ? "___" : "---");
    this.#flow.fresh = true;
    this.#flow.need(Gap.blank);
  }

  /** The finished document, without a newline at its end. */
  finish(): string {
    this.block();
    if (this.#definitions.size > 0) {
      this.block(Gap.blank);
      this.#flow.start();
      this.#flow.writeRaw(this.#definitions.toString());
    }
    return this.#flow.parts.join("");
  }

  #addCode(value: string): void {
    const folded = value.replace(/[\u00ad\u200b\u2060\ufeff]/g, "").replace(/\s+/g, " ");
    const leading = folded.startsWith(" ");
    if (this.#code === "" && leading) this.#space = true;
    const joined = this.#code === "" || this.#code.endsWith(" ");
    this.#code += leading && joined ? folded.slice(1) : folded;
  }

  #flushCode(): void {
    const code = this.#code.trimEnd();
    const spaced = code.length < this.#code.length;
    this.#code = "";
    if (code !== "") this.inline(codeSpan(code, this.#place.inCell));
    if (spaced) this.#space = true;
  }

  #writeText(stretch: Stretch): void {
    const { value, start, end } = stretch;
    if (this.#code !== "") this.#flushCode();
    const first = value.charCodeAt(start);
    if (this.#marks.opening && !this.#flow.fresh) {
      const spaced = this.#space || this.#break;
      const rest = this.#marks.canOpen(first, spaced) ? start : punctuationEnd(stretch);
      if (rest > start && rest < end) {
        // `so"**quoted**"`: a mark cannot open between a letter and punctuation.
        this.#advance(first);
        this.#appendText({ value, start, end: rest });
        this.#writeText({ value, start: rest, end });
        return;
      }
    }
    this.#begin(first);
    this.#appendText(stretch);
  }

  #appendText(stretch: Stretch): void {
    const { value, start, end } = stretch;
    const flow = this.#flow;
    const place = this.#place;
    place.before = flow.last;
    place.inLink = this.#marks.inLink;
    place.inMark = this.#marks.flanking > 0;
    const last = value.charCodeAt(end - 1);
    if (isUndecided(last)) {
      this.#tail = last;
      this.#beforeTail = end - start > 1 ? value.charCodeAt(end - 2) : flow.last;
    }
    let text = escapeText(stretch, place);
    if (this.#lineStart.active) {
      const escape = this.#lineStart.escapeAt(stretch, flow.last);
      if (escape === end - 1) this.#tail = 0;
      if (escape >= 0) text = withBackslash(text, escape - start);
    }
    if (this.#signed && last === Code.numberSign) text = escapeClosingSigns(text);
    flow.writeText(text);
  }

  /** Writes what waits before content that begins with `first`, and then its openers. */
  #begin(first: number): void {
    const joined = this.#advance(first);
    if (!this.#marks.opening) return;
    this.#marks.writeOpeners(first, joined);
    this.#lineStart.pass();
  }

  /** Writes what waits but the openers. Gives whether closers were written without a space. */
  #advance(first: number): boolean {
    const flow = this.#flow;
    if (flow.fresh) {
      if (flow.leaf === "") this.#lineStart.begin();
      flow.start();
      flow.leaf = "";
      this.#space = false;
      return false;
    }
    const { closing } = this.#marks;
    const spaced = this.#space || this.#break;
    if (this.#tail !== 0) {
      const next = spaced ? Code.space : this.#marks.upcoming(first);
      this.#settle(closing ? this.#marks.closerCode() : next);
    }
    if (closing) {
      const code = this.#marks.closerCode();
      this.#marks.writeClosers(spaced ? Code.space : this.#marks.upcoming(first, code));
    }
    if (spaced) this.#writeSpace();
    return closing && !spaced;
  }

  #writeSpace(): void {
    const flow = this.#flow;
    if (this.#break) {
      flow.writeRaw(`  \n${flow.prefix}`);
      flow.last = Code.newline;
      this.#lineStart.begin(true);
    } else if (flow.last > Code.space) {
      flow.writeRaw(" ");
    }
    this.#space = false;
    this.#break = false;
  }

  /** Escapes the last character of the text before when `after` makes it markup. */
  #settle(after: number): void {
    const place = this.#place;
    place.before = this.#beforeTail;
    place.after = after;
    const index = this.#flow.parts.length - 1;
    const text = this.#flow.parts[index] ?? "";
    if (needsEscape(this.#tail, place)) {
      this.#flow.parts[index] = withBackslash(text, text.length - 1);
    }
    this.#tail = 0;
  }

  #endLine(): void {
    if (this.#tail !== 0) this.#settle(this.#marks.nextCloser() ?? Code.newline);
    this.#marks.suspend();
    this.#space = false;
    this.#break = false;
  }
}

/** Where the punctuation at the start of the stretch ends; markup characters are not counted. */
function punctuationEnd({ value, start, end }: Stretch): number {
  let index = start;
  while (index < end) {
    const code = value.charCodeAt(index);
    if (textClass[code] !== TextClass.plain || neighbour(code) !== Neighbour.punctuation) break;
    index += 1;
  }
  return index;
}

/** `# C #` would lose its last character (CommonMark 4.2). */
function escapeClosingSigns(text: string): string {
  return text.replace(/(^|\s)(#*)#$/, "$1$2\\#");
}
