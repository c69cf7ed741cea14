import { canFollow, endsAutolink, isTrail } from "./autolink.ts";
import {
  Code,
  Neighbour,
  neighbour,
  TextClass,
  textClass,
  visibleBefore,
  withoutInvisible,
} from "./character.ts";
import { codeSpan } from "./code.ts";
import { escapeText, foldedEnd, isFolded, isSpaced, isUndecided, needsEscape } from "./escape.ts";
import type { Stretch, TextPlace } from "./escape.ts";
import type { Flow } from "./flow.ts";
import { LineStart } from "./line-start.ts";
import { Marks, type InlineMark } from "./marks.ts";

interface PendingAutolink {
  readonly part: number;
  /** Where a backslash keeps text from being a link. */
  readonly breakAt?: number;
  /** What a link is written as where its bare text would not be one. */
  readonly link?: string;
}

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
  #tailLength = 1;
  /** The autolink written last, when it depends on what follows directly. */
  #autolink: PendingAutolink | undefined = undefined;
  /** Open `[` in the block: inside them readers find no autolinks. */
  #brackets = 0;
  #codeDepth = 0;
  /** Code that waits: more may follow directly. */
  #code = "";
  #codeSpaced = false;
  /** Number of parts when the last code span was written. */
  #codeEnd = 0;

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
    if (this.#autolink !== undefined) this.#settleAutolink("");
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
    if (code !== "") this.#writeCode(code);
    if (spaced) this.#space = true;
  }

  /** Closes all marks at the end of a line; those that still apply reopen with new content. */
  endLine(): void {
    this.#endLineStart();
    this.#autolink = undefined;
    this.#brackets = 0;
    if (this.#tail !== 0) this.#settle(this.#marks.nextCloser() ?? Code.newline);
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
    if (this.#flow.parts.length === this.#codeEnd && !between) this.#space = true;
    this.markup(span);
    this.#codeEnd = this.#flow.parts.length;
  }

  #addCode(value: string): void {
    const folded = withoutInvisible(value).replace(/\s+/g, " ");
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
    if (this.#autolink !== undefined) this.#settleAutolink(value.slice(start, start + 40));
    const first = value.charCodeAt(start);
    if (this.#marks.opening && !this.#flow.fresh) {
      const spaced = this.#space || this.#break;
      const rest = this.#marks.canOpen(first, spaced) ? start : punctuationEnd(stretch);
      if (rest > start && rest < end) {
        // `so"**quoted**"`: a mark cannot open between a letter and punctuation.
        this.#advance(first);
        this.#appendText({ value, start, end: rest });
        const next = foldedEnd(value, rest);
        if (isSpaced(value, rest, next)) this.#space = true;
        this.#writeText({ value, start: next, end });
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
    place.inMark = this.#marks.inFlanking;
    const last = value.charCodeAt(end - 1);
    if (isUndecided(last)) this.#wait(last, visibleBefore(value, end - 1, start) ?? flow.last);
    const escaped = escapeText(stretch, place);
    let text = escaped;
    if (this.#lineStart.active) text = this.#addToLineStart(text);
    const counts = value.includes("[") || (this.#brackets > 0 && value.includes("]"));
    if (counts && !place.inLink) this.#brackets += openBrackets(text);
    if (value.includes("&")) this.#waitForEntity(text);
    if (place.breakAt >= 0) {
      const breakAt = place.breakAt + text.length - escaped.length;
      this.#autolink = { part: flow.parts.length, breakAt };
    }
    flow.writeText(text);
  }

  #addToLineStart(text: string): string {
    const { parts } = this.#flow;
    if (this.#lineStart.head !== "") parts[parts.length - 1] = "";
    const line = this.#lineStart.add(text);
    if (line.endsWith(`\\${text}`) && text.length === 1) this.#tail = 0;
    return line;
  }

  /** A space or the end of the line follows what was written. */
  #endLineStart(): void {
    if (this.#lineStart.head === "") return;
    const { parts } = this.#flow;
    parts[parts.length - 1] = this.#lineStart.end();
  }

  #wait(code: number, before: number, length = 1): void {
    this.#tail = code;
    this.#beforeTail = before;
    this.#tailLength = length;
  }

  /** `AT&T` is text, but not with `;` behind it. */
  #waitForEntity(text: string): void {
    const start = text.search(/&#?[a-z0-9]{1,32}$/i);
    if (start >= 0 && text.charAt(start - 1) !== "\\")
      this.#wait(Code.ampersand, 0, text.length - start);
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
    if (this.#codeDepth > 0 || this.#brackets > 0 || this.#marks.inLink) return false;
    if (!this.#place.gfm || !canFollow(text, before)) return false;
    this.#writeText({ value: text, start: 0, end: text.length });
    this.#autolink = { part: this.#flow.parts.length - 1, link };
    return true;
  }

  /** Breaks the autolink written last when `next`, empty for markup, would become part of it. */
  #settleAutolink(next: string): void {
    const autolink = this.#autolink;
    if (autolink === undefined) return;
    const apart = this.#space || this.#break || this.#flow.fresh;
    const plain = !this.#marks.opening && next !== "";
    if (!apart && plain && isTrail(next)) return;
    this.#autolink = undefined;
    if (!apart && !(plain && endsAutolink(next))) breakAutolink(this.#flow.parts, autolink);
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
    if (this.#tail !== 0) this.#settleBefore(spaced ? Code.space : first);
    const { closing } = this.#marks;
    if (closing) {
      this.#lineStart.pass();
      this.#marks.writeClosers(spaced ? Code.space : first);
    }
    if (spaced) this.#writeSpace();
    return closing && !spaced;
  }

  #settleBefore(next: number): void {
    const marks = this.#marks;
    if (marks.closing) this.#settle(marks.closerCode());
    else this.#settle(next === Code.space ? next : marks.upcoming(next));
  }

  #writeSpace(): void {
    const flow = this.#flow;
    if (this.#break) {
      flow.startLine();
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
      const at = text.length - this.#tailLength;
      this.#flow.parts[index] = `${text.slice(0, at)}\\${text.slice(at)}`;
    }
    this.#tail = 0;
  }
}

/** How many more brackets the text opens than it closes; escaped ones are text. */
function openBrackets(text: string): number {
  let open = 0;
  for (const [mark] of text.matchAll(/\\.|[[\]]/g)) {
    if (mark === "[") open += 1;
    else if (mark === "]") open -= 1;
  }
  return open;
}

function breakAutolink(parts: string[], { part, breakAt = 0, link }: PendingAutolink): void {
  const text = parts[part] ?? "";
  parts[part] = link ?? `${text.slice(0, breakAt)}\\${text.slice(breakAt)}`;
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
function escapeClosingSigns(parts: string[]): void {
  const text = parts.at(-1) ?? "";
  if (text.endsWith("#") && /(?:^|\s)#+$/.test((parts.at(-2) ?? "").slice(-1) + text)) {
    parts[parts.length - 1] = `${text.slice(0, -1)}\\#`;
  }
}
