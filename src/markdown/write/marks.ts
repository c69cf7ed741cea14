import { Code, Neighbour, neighbour } from "./character.ts";
import type { Flow } from "./flow.ts";
import { canClose, canOpen, isSafeRun, toStars } from "./flanking.ts";
import type { InlineMark } from "./inline-mark.ts";
import { closerBefore, openedAgain, runOfOpeners, type OpenMark } from "./open-mark.ts";

/** Punctuation of a sentence: it means the same behind the mark as in it. */
const trailing = /[.,:;?!\u2026\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f]+$/;

/** A zero-width space: the reference counts as punctuation, and no reader of the page sees it. */
const SEPARATOR = "&#8203;";

/**
 * The marks around the current inline position. Openers wait for content and closers for what
 * follows them, so that no mark is empty, holds white space at its edge or fails to flank.
 */
export class Marks {
  readonly #flow: Flow;
  /** Marks that apply to what comes next, outermost first. */
  readonly #active: OpenMark[] = [];
  /** How many of them are written. */
  #opened = 0;
  /** Marks that ended and whose closers are still to be written, innermost first. */
  readonly #closing: OpenMark[] = [];
  /** The delimiter run written last and the character before it. */
  readonly #run = { code: 0, before: 0, length: 0 };
  /** Whether an effective link is open. */
  inLink = false;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  /** Whether closers wait to be written. */
  get closing(): boolean {
    return this.#closing.length > 0;
  }

  /** Whether what was written last is inside a flanking mark. */
  get inFlanking(): boolean {
    for (let index = 0; index < this.#opened; index += 1) {
      const open = this.#active[index];
      if (open?.mark.flanking && open.opener !== "") return true;
    }
    return false;
  }

  /** Whether a mark is written and not closed. */
  get written(): boolean {
    return this.#opened > 0;
  }

  /** Whether openers wait to be written. */
  get opening(): boolean {
    return this.#opened < this.#active.length;
  }

  /** The first character of the closers that wait; 0 without any. */
  closerCode(): number {
    return this.#closing[0]?.closer.charCodeAt(0) ?? 0;
  }

  /** The first character of the closers that the end of the line would bring. */
  nextCloser(): number | undefined {
    const written = this.#active.slice(0, this.#opened);
    const next = this.#closing[0] ?? written.findLast(({ opener }) => opener !== "");
    return next?.closer.charCodeAt(0);
  }

  /**
   * The character written next when the content goes on with `first`. Openers of the character
   * `run` count as part of that run and are looked through.
   */
  upcoming(first: number, run = 0): number {
    for (let index = this.#opened; index < this.#active.length; index += 1) {
      const code = this.#active[index]?.mark.opener.charCodeAt(0) ?? 0;
      if (code !== run) return code;
    }
    return first;
  }

  /** Begins a mark. `adjacent`: nothing, not even a space, came since the last closer. */
  open(mark: InlineMark, adjacent: boolean): void {
    const outer = this.#innermost(mark.kind);
    if (outer !== undefined) {
      outer.inner += 1;
      return;
    }
    if (mark.kind === "link") this.inLink = true;
    const last = this.#closing.at(-1);
    if (adjacent && !this.opening && last?.mark.kind === mark.kind && mark.kind !== "link") {
      this.#closing.pop();
      this.#active.push(last);
      this.#opened += 1;
    } else {
      this.#active.push({ mark, inner: 0, part: -1, opener: "", closer: "" });
    }
  }

  #innermost(kind: string): OpenMark | undefined {
    for (let index = this.#active.length - 1; index >= 0; index -= 1) {
      const open = this.#active[index];
      if (open?.mark.kind === kind) return open;
    }
    return undefined;
  }

  #startRun(code: number, before: number): void {
    this.#run.code = code;
    this.#run.before = before;
    this.#run.length = 0;
  }

  /** Ends the innermost mark, which has to be of this kind; unknown ends are ignored. */
  close(kind: string): void {
    const open = this.#innermost(kind);
    if (open === undefined) return;
    if (open.inner > 0) {
      open.inner -= 1;
      return;
    }
    if (kind === "link") this.inLink = false;
    const index = this.#active.lastIndexOf(open);
    while (this.#opened > index) this.#closeWritten();
    this.#active.splice(index, 1);
  }

  /** Ends the innermost written mark; it opens again with new content. */
  #closeWritten(): void {
    this.#opened -= 1;
    const open = this.#active[this.#opened] as OpenMark;
    if (open.opener !== "") this.#closing.push(open);
    this.#active[this.#opened] = openedAgain(open);
  }

  /**
   * Writes the waiting closers; `next` is what the content after them begins with: a space, or
   * what follows the waiting openers.
   */
  writeClosers(next: number): void {
    const flow = this.#flow;
    const run = this.#closing.at(-1)?.closer.charCodeAt(0);
    const first = next > Code.space ? this.upcoming(next, run) : next;
    const moved = this.#movedOut(first);
    const apart = this.#settleClosers(moved === "" ? first : moved.charCodeAt(0));
    this.#startRun(0, flow.last);
    for (const { opener, closer } of this.#closing) {
      const code = closer.charCodeAt(0);
      if (opener === "") continue;
      if (this.#run.code !== code) this.#startRun(code, flow.last);
      this.#run.length += closer.length;
      flow.writeRaw(closer);
    }
    this.#closing.length = 0;
    if (moved !== "") flow.writeText(moved);
    else if (apart) this.#separate();
  }

  /** Ends a run of delimiters, so that what stands on either side of it counts as punctuation. */
  #separate(): void {
    this.#flow.writeRaw(SEPARATOR);
    this.#startRun(0, Code.semicolon);
  }

  /**
   * Sees to it that the closers count. From the outermost inwards: whether one counts depends on
   * what stands behind it, and that may be a closer taken back. Gives whether a separator has to
   * stand behind the last.
   */
  #settleClosers(after: number): boolean {
    let [behind, run, apart] = [after, 0, false];
    for (let index = this.#closing.length - 1; index >= 0; index -= 1) {
      const open = this.#closing[index] as OpenMark;
      if (open.opener === "") continue;
      const code = open.closer.charCodeAt(0);
      const isLast = run === code || run === 0;
      let next = isLast ? behind : run;
      if (open.mark.flanking && !this.#closes(open, index, next)) {
        const before = closerBefore(this.#closing, index, code) ?? this.#flow.last;
        if (!isLast || !canClose(code, before, Code.ampersand)) {
          this.#drop(open, next);
          continue;
        }
        apart = true;
        next = Code.ampersand;
      }
      [behind, run] = [next, open.closer.charCodeAt(0)];
    }
    return apart;
  }

  /** Whether a closer counts, if need be as stars. */
  #closes(open: OpenMark, index: number, next: number): boolean {
    const code = open.closer.charCodeAt(0);
    const before = closerBefore(this.#closing, index, code) ?? this.#flow.last;
    if (canClose(code, before, next)) return true;
    if (!canClose(Code.star, before, next)) return false;
    this.#useStars(open);
    return true;
  }

  #drop(open: OpenMark, next: number): void {
    open.opener = "";
    const touching = this.#flow.takeBack(open.part, next);
    if (touching < 0) return;
    const inner = this.#closing.find(({ part, opener }) => part === touching && opener !== "");
    if (inner !== undefined) this.#drop(inner, next);
    else this.#flow.joinAt(touching);
  }

  #useStars(open: OpenMark): void {
    open.opener = toStars(open.opener);
    open.closer = toStars(open.closer);
    this.#flow.parts[open.part] = open.opener;
  }

  /**
   * `**Note:**Text` closes nothing: punctuation before the closer, a letter behind it. That of a
   * sentence is then taken back, to be written behind the closer, unless it may belong to a number
   * or be struck out.
   */
  #movedOut(after: number): string {
    const flow = this.#flow;
    if (!flow.endsInText) return "";
    const first = this.#closing.find(({ mark, opener }) => mark.flanking && opener !== "");
    if (first === undefined || isDigit(after)) return "";
    if (this.#closing.some(({ mark }) => mark.kind === "strike")) return "";
    if (canClose(first.closer.charCodeAt(0), flow.last, after)) return "";
    const text = flow.parts.at(-1) ?? "";
    const tail = trailing.exec(text.slice(-8))?.[0] ?? "";
    const head = text.slice(0, text.length - tail.length);
    if (tail === "" || head === "") return "";
    if (neighbour(head.charCodeAt(head.length - 1)) !== Neighbour.other) return "";
    flow.parts[flow.parts.length - 1] = head;
    flow.last = head.charCodeAt(head.length - 1);
    return tail;
  }

  /** Writes the waiting openers; `joined` when closers were written directly before. */
  writeOpeners(first: number, joined: boolean): void {
    if (!joined) this.#startRun(0, 0);
    let index = this.#opened;
    while (index < this.#active.length) index = this.#writeRun(index, first);
    this.#opened = this.#active.length;
  }

  /** Writes the openers of one character from an index on; gives the index behind them. */
  #writeRun(from: number, first: number): number {
    const flow = this.#flow;
    const { mark } = this.#active[from] as OpenMark;
    const code = mark.opener.charCodeAt(0);
    const { end, length } = runOfOpeners(this.#active, from, code);
    const next = this.#active[end]?.mark.opener.charCodeAt(0) ?? first;
    if (this.#run.code !== code) this.#startRun(code, flow.last);
    const stars = mark.flanking && this.#makeRoom(length, next);
    for (let index = from; index < end; index += 1) {
      const open = this.#active[index] as OpenMark;
      open.opener = stars ? toStars(open.mark.opener) : open.mark.opener;
      open.closer = stars ? toStars(open.mark.closer) : open.mark.closer;
      open.part = flow.parts.length;
      flow.writeRaw(open.opener);
    }
    return end;
  }

  /**
   * Separates openers, `length` characters before `next`, from what they would not count behind.
   * Gives whether stars would do.
   */
  #makeRoom(length: number, next: number): boolean {
    const { code, before } = this.#run;
    const safe = this.#run.length === 0 || isSafeRun(this.#run.length, length);
    if (safe && canOpen(code, before, next)) return false;
    if (safe && canOpen(Code.star, before, next)) return true;
    this.#separate();
    return false;
  }

  /** Closes all marks at the end of a block; those that still apply reopen with new content. */
  suspend(): void {
    while (this.#opened > 0) this.#closeWritten();
    if (this.closing) this.writeClosers(Code.newline);
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
