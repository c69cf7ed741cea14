import { canFollow } from "./autolink.ts";
import { Code, codeAt, visibleBefore } from "./character.ts";
import { codeSpan } from "./code.ts";
import { escapeText, foldedEnd, isFoldedAt, isSpaced, isUndecided } from "./escape.ts";
import type { Stretch } from "./escape.ts";
import type { TextPlace } from "./autolink.ts";
import type { Flow } from "./flow.ts";
import { escapeClosingSigns, openBrackets } from "./inline-text.ts";
import { LineStart } from "./line-start.ts";
import type { InlineMark } from "./inline-mark.ts";
import { Marks } from "./marks.ts";
import { PendingAutolink } from "./pending-autolink.ts";
import { PendingCode } from "./pending-code.ts";
import { Tail } from "./tail.ts";

/** Writes the inside of blocks: text, code spans and marks, and the spaces between them. */
export class InlineWriter {
  /** Inside a heading of number signs, where closing ones would be lost. */
  inSignedHeading = false;
  /** The code span, if any, and what is in it so far. */
  readonly code = new PendingCode();
  readonly #flow: Flow;
  readonly #place: TextPlace;
  readonly #marks: Marks;
  readonly #lineStart = new LineStart();
  /** Wanted before the next content. */
  #space = false;
  #break = false;
  readonly #tail = new Tail();
  /** The autolink written last, when it depends on what follows directly. */
  #autolink: PendingAutolink | undefined = undefined;
  /** Open `[` in the block: inside them readers find no autolinks. */
  #brackets = 0;
  /** Position in the flow when the last code span was written. */
  #codeEnd = 0;

  constructor(flow: Flow, place: TextPlace) {
    this.#flow = flow;
    this.#place = place;
    this.#marks = new Marks(flow);
  }

  /** Whether the current block holds nothing yet. */
  get isFresh(): boolean {
    return this.#flow.fresh && this.code.isEmpty;
  }

  /** Whether what comes next is neither code nor in a link. */
  get isBare(): boolean {
    return !this.code.isOpen && !this.#marks.inLink;
  }

  /** Appends text: white space is folded and what would be markup is escaped. */
  text(value: string): void {
    if (this.code.isOpen) {
      if (this.code.add(value)) this.#space = true;
      return;
    }
    const start = foldedEnd(value);
    if (start > 0 && isSpaced(value, 0, start)) this.space();
    let end = value.length;
    if (start === end) return;
    while (isFoldedAt(value, end - 1)) end -= 1;
    this.#writeText({ value, start, end });
    if (end < value.length && isSpaced(value, end, value.length)) this.#space = true;
  }

  /** Appends text that could only at its edges be markup; false where `text` has to look at it. */
  plainText(source: string, start: number, end: number): boolean {
    if (this.code.isOpen) return false;
    let from = start;
    while (codeAt(source, from) <= Code.space) from += 1;
    let to = end;
    while (codeAt(source, to - 1) <= Code.space) to -= 1;
    this.flush();
    if (from > start) this.#space = true;
    const first = codeAt(source, from);
    if (this.#autolink !== undefined || codeAt(source, to - 1) === Code.bang) return false;
    this.#begin(first);
    const text = source.slice(from, to);
    this.#flow.writeText(this.#lineStart.active ? this.#addToLineStart(text) : text);
    if (to < end) this.#space = true;
    return true;
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
    if (this.#autolink !== undefined) this.#settleAutolink("");
    this.#begin(markdown.charCodeAt(0));
    this.#flow.writeRaw(markdown);
    this.#lineStart.pass();
  }

  /** Begins a mark; inside code only a link, which interrupts the code. */
  open(mark: InlineMark): void {
    if (this.code.isOpen && mark.kind !== "link") return;
    this.flush();
    this.#marks.open(mark, !this.#space && !this.#break);
  }

  /** Ends the innermost mark of that kind. */
  close(kind: string): void {
    if (this.code.isOpen && kind !== "link") return;
    this.flush();
    this.#marks.close(kind);
  }

  /** Writes the code that was gathered. */
  flush(): void {
    if (this.code.isEmpty) return;
    const { code, spaced } = this.code.take();
    if (code !== "") this.#writeCode(code);
    if (spaced) this.#space = true;
  }

  /** Closes all marks at the end of a line; those that still apply reopen with new content. */
  endLine(): void {
    this.#endLineStart();
    this.#autolink = undefined;
    this.#brackets = 0;
    if (this.#tail.waits) this.#settleTail(this.#marks.nextCloser() ?? Code.newline);
    if (this.inSignedHeading) escapeClosingSigns(this.#flow.parts);
    this.#marks.suspend();
    this.dropSpace();
  }

  /** White space at an edge has no effect. */
  dropSpace(): void {
    this.#space = false;
    this.#break = false;
  }

  #writeCode(code: string): void {
    const { inCell } = this.#place;
    // Readers disagree on a backslash before a bar in a cell, code or not.
    if (inCell && code.includes("\\|")) {
      this.#writeText({ value: code, start: 0, end: code.length });
      return;
    }
    const span = codeSpan(code, inCell);
    // Two spans would be read as one, with the delimiters between them inside.
    const between = this.#marks.opening || this.#marks.closing;
    if (this.#flow.position === this.#codeEnd && !between) this.#space = true;
    this.markup(span);
    this.#codeEnd = this.#flow.position;
  }

  #writeText(stretch: Stretch): void {
    const { value, start } = stretch;
    this.flush();
    if (this.#autolink !== undefined) this.#settleAutolink(value.slice(start, start + 40));
    this.#begin(codeAt(value, start));
    this.#appendText(stretch);
  }

  #appendText(stretch: Stretch): void {
    const { value, start, end } = stretch;
    const flow = this.#flow;
    const place = this.#place;
    place.before = flow.last;
    place.inLink = this.#marks.inLink;
    place.inMark = this.#marks.inFlanking;
    const last = codeAt(value, end - 1);
    if (isUndecided(last)) this.#tail.wait(last, visibleBefore(value, end - 1, start) ?? flow.last);
    const escaped = escapeText(stretch, place);
    let text = escaped;
    if (this.#lineStart.active) text = this.#addToLineStart(text);
    const counts = value.includes("[") || (this.#brackets > 0 && value.includes("]"));
    if (counts && !place.inLink) this.#brackets += openBrackets(text);
    if (value.includes("&")) this.#tail.waitForEntity(text);
    if (place.breakAt >= 0) {
      const breakAt = place.breakAt + text.length - escaped.length;
      this.#autolink = new PendingAutolink(flow.parts.length, { breakAt });
    }
    flow.writeText(text);
  }

  #addToLineStart(text: string): string {
    const { parts } = this.#flow;
    if (this.#lineStart.head !== "") parts[parts.length - 1] = "";
    const line = this.#lineStart.add(text);
    if (line.endsWith(`\\${text}`) && text.length === 1) this.#tail.drop();
    return line;
  }

  /** A space or the end of the line follows what was written. */
  #endLineStart(): void {
    if (this.#lineStart.head === "") return;
    const { parts } = this.#flow;
    parts[parts.length - 1] = this.#lineStart.end();
  }

  /**
   * Writes a link as its bare text, where GFM would link it again; `link` takes its place when
   * more follows directly. Gives false, having written nothing, where GFM would not.
   */
  bareLink(text: string, link: string): boolean {
    this.flush();
    const glued = !this.#flow.fresh && !this.#space && !this.#break;
    const last = this.#marks.closing ? this.#marks.closerCode() : this.#flow.last;
    const before = glued ? String.fromCharCode(this.#marks.upcoming(last)) : " ";
    if (this.code.isOpen || this.#brackets > 0 || this.#marks.inLink) return false;
    if (!this.#place.gfm || !canFollow(text, before)) return false;
    this.#writeText({ value: text, start: 0, end: text.length });
    this.#autolink = new PendingAutolink(this.#flow.parts.length - 1, { link });
    return true;
  }

  #settleAutolink(next: string): void {
    const apart = this.#space || this.#break || this.#flow.fresh;
    const following = apart ? undefined : this.#marks.opening ? "" : next;
    if (this.#autolink?.settle(this.#flow.parts, following)) this.#autolink = undefined;
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
    const spaced = this.#space || this.#break;
    if (spaced) this.#endLineStart();
    if (this.#tail.waits) this.#settleBefore(spaced ? Code.space : first);
    const { closing } = this.#marks;
    if (closing) {
      this.#lineStart.pass();
      this.#marks.writeClosers(spaced ? Code.space : first);
    }
    if (spaced) this.#writeSpace();
    return closing && !spaced;
  }

  #settleBefore(next: number): void {
    if (this.#marks.closing) this.#settleTail(this.#marks.closerCode());
    else this.#settleTail(next === Code.space ? next : this.#marks.upcoming(next));
  }

  #settleTail(after: number): void {
    this.#tail.settle(after, this.#flow.parts, this.#place);
  }

  #writeSpace(): void {
    const flow = this.#flow;
    const mayChange = this.#marks.written || this.#autolink !== undefined || this.inSignedHeading;
    if (!mayChange) flow.joinParts();
    if (this.#break) {
      flow.startLine();
      this.#lineStart.begin(true);
    } else if (flow.last > Code.space) {
      flow.writeRaw(" ");
    }
    this.dropSpace();
  }
}
