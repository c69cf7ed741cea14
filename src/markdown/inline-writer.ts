import { Code, Neighbour, neighbour, TextClass, textClass } from "./character.ts";
import { codeSpan } from "./code.ts";
import { escapeText, foldedEnd, isFolded, isSpaced, isUndecided, needsEscape } from "./escape.ts";
import type { Stretch, TextPlace } from "./escape.ts";
import type { Flow } from "./flow.ts";
import { LineStart, withBackslash } from "./line-start.ts";
import { Marks, type InlineMark } from "./marks.ts";

/** Writes the inside of blocks: text, code spans and marks, and the spaces between them. */
export class InlineWriter {
  /** Inside a heading of number signs, where closing ones would be lost. */
  inSignedHeading = false;
  readonly #flow: Flow;
  readonly #place: TextPlace;
  readonly #marks: Marks;
  readonly #lineStart = new LineStart();
  /** Wanted before the next content. */
  #space = false;
  #break = false;
  /** The last character of text, when the next one decides whether it is escaped. */
  #tail = 0;
  #beforeTail = 0;
  #codeDepth = 0;
  /** Code that waits: more may follow directly. */
  #code = "";
  #codeSpaced = false;

  constructor(flow: Flow, place: TextPlace) {
    this.#flow = flow;
    this.#place = place;
    this.#marks = new Marks(flow);
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
    const start = foldedEnd(value);
    if (start > 0 && isSpaced(value, 0, start)) this.space();
    let end = value.length;
    if (start === end) return;
    while (isFolded(value.charCodeAt(end - 1))) end -= 1;
    this.#writeText({ value, start, end });
    if (end < value.length && isSpaced(value, end, value.length)) this.#space = true;
  }

  /** Wants white space before the next content. */
  space(): void {
    this.flush();
    this.#space = true;
  }

  /** Wants a line break. Gives false when one is wanted already. */
  lineBreak(): boolean {
    this.flush();
    if (this.#break) return false;
    this.#break = !this.#flow.fresh;
    return true;
  }

  /** Appends finished inline markdown. */
  markup(markdown: string): void {
    if (markdown === "") return;
    this.flush();
    this.#begin(markdown.charCodeAt(0));
    this.#flow.writeRaw(markdown);
    this.#lineStart.pass();
  }

  /** Begins a mark; inside code only a link, which interrupts the code. */
  open(mark: InlineMark): void {
    if (this.#codeDepth > 0 && mark.kind !== "link") return;
    this.flush();
    this.#marks.open(mark, !this.#space && !this.#break);
  }

  /** Ends the innermost mark of that kind. */
  close(kind: string): void {
    if (this.#codeDepth > 0 && kind !== "link") return;
    this.flush();
    this.#marks.close(kind);
  }

  /** Begins a code span. */
  openCode(): void {
    this.#codeDepth += 1;
  }

  /** Ends the code span; one that follows directly continues it. */
  closeCode(): void {
    if (this.#codeDepth > 0) this.#codeDepth -= 1;
  }

  /** Writes the code that was gathered. */
  flush(): void {
    if (this.#code === "") return;
    const code = this.#code.trimEnd();
    const spaced = code.length < this.#code.length;
    this.#code = "";
    if (code !== "") this.markup(codeSpan(code, this.#place.inCell));
    if (spaced) this.#space = true;
  }

  /** Closes all marks at the end of a line; those that still apply reopen with new content. */
  endLine(): void {
    if (this.#tail !== 0) this.#settle(this.#marks.nextCloser() ?? Code.newline);
    this.#marks.suspend();
    this.dropSpace();
  }

  /** White space at an edge has no effect. */
  dropSpace(): void {
    this.#space = false;
    this.#break = false;
  }

  #addCode(value: string): void {
    const folded = value.replace(/[\u00ad\u200b\u2060\ufeff]/g, "").replace(/\s+/g, " ");
    if (folded === "") return;
    const leading = folded.startsWith(" ");
    if (leading && this.#code === "") this.#space = true;
    const skip = leading && (this.#code === "" || this.#codeSpaced);
    this.#code += skip ? folded.slice(1) : folded;
    this.#codeSpaced = folded.endsWith(" ");
  }

  #writeText(stretch: Stretch): void {
    const { value, start, end } = stretch;
    if (this.#code !== "") this.flush();
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
    if (this.inSignedHeading && last === Code.numberSign) text = escapeClosingSigns(text);
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
      this.dropSpace();
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
    this.dropSpace();
  }

  /** Escapes the last character of the text before when `after` makes it markup. */
  #settle(after: number): void {
    const place = this.#place;
    place.before = this.#beforeTail;
    place.after = after;
    const index = this.#flow.parts.length - 1;
    const text = this.#flow.parts[index] ?? "";
    if (needsEscape(this.#tail, place)) {
      this.#flow.parts[index] = `${text.slice(0, -1)}\\${text.slice(-1)}`;
    }
    this.#tail = 0;
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
