import { Code, Neighbour, neighbour } from "./character.ts";
import type { Flow } from "./flow.ts";
import { canClose, canOpen, isSafeRun, toStars } from "./flanking.ts";
import type { InlineMark } from "./inline-mark.ts";

interface OpenMark {
  readonly mark: InlineMark;
  /** Marks of the same kind that are open inside it and not written. */
  inner: number;
  /** Index of the written opener among the parts. */
  part: number;
  /** What was written: other than the mark's own when `_` had to become `*`, or nothing. */
  opener: string;
  closer: string;
}

/** Closing punctuation that may move behind a mark, and opening punctuation before it. */
const trailing =
  /[.,:;?!)"'\u2019\u201d\u2026\u3001\u3002\u300d\u300f\uff01\uff09\uff0c\uff1a\uff1b\uff1f]+$/;

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
    const index = this.#active.lastIndexOf(open);
    if (index === this.#active.length - 1) this.#active.pop();
    else this.#active.splice(index, 1);
    if (kind === "link") this.inLink = false;
    if (index >= this.#opened) return;
    this.#opened -= 1;
    if (open.opener !== "") this.#closing.push(open);
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
    this.#dropClosers(moved === "" ? first : moved.charCodeAt(0));
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
  }

  /**
   * Takes back the openers of marks whose closers would not count. From the outermost inwards:
   * whether one counts depends on what stands behind it, and that may be a closer taken back.
   */
  #dropClosers(after: number): void {
    let [behind, run] = [after, 0];
    for (let index = this.#closing.length - 1; index >= 0; index -= 1) {
      const open = this.#closing[index] as OpenMark;
      if (open.opener === "") continue;
      const code = open.closer.charCodeAt(0);
      const next = run === code || run === 0 ? behind : run;
      if (open.mark.flanking && !this.#settleCloser(open, index, next)) continue;
      [behind, run] = [next, open.closer.charCodeAt(0)];
    }
  }

  #settleCloser(open: OpenMark, index: number, next: number): boolean {
    const code = open.closer.charCodeAt(0);
    const before = this.#beforeRun(index, code);
    if (canClose(code, before, next)) return true;
    if (canClose(Code.star, before, next)) {
      this.#useStars(open);
      return true;
    }
    this.#drop(open, next);
    return false;
  }

  #drop(open: OpenMark, next: number): void {
    open.opener = "";
    const touching = this.#flow.takeBack(open.part, next);
    if (touching < 0) return;
    const inner = this.#closing.find(({ part, opener }) => part === touching && opener !== "");
    if (inner !== undefined) this.#drop(inner, next);
    else this.#flow.joinAt(touching);
  }

  /** The character before the run of delimiters that a closer belongs to. */
  #beforeRun(index: number, code: number): number {
    for (let at = index - 1; at >= 0; at -= 1) {
      const { opener, closer } = this.#closing[at] as OpenMark;
      if (opener !== "" && closer.charCodeAt(0) !== code) {
        return closer.charCodeAt(closer.length - 1);
      }
    }
    return this.#flow.last;
  }

  #useStars(open: OpenMark): void {
    open.opener = toStars(open.opener);
    open.closer = toStars(open.closer);
    this.#flow.parts[open.part] = open.opener;
  }

  /**
   * `**Note:**Text` closes nothing: punctuation before the closer, a letter behind it. The
   * punctuation is then taken back, to be written behind the closer.
   */
  #movedOut(after: number): string {
    const flow = this.#flow;
    if (!flow.endsInText) return "";
    const first = this.#closing.find(({ mark, opener }) => mark.flanking && opener !== "");
    if (first === undefined) return "";
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

  /** Whether the waiting openers count before text that begins with `first`. */
  canOpen(first: number, spaced: boolean): boolean {
    const closer = this.#closing.at(-1);
    const joined = closer === undefined || closer.mark.flanking;
    const before = spaced ? Code.space : joined ? this.#flow.last : Code.closeBracket;
    for (let index = this.#opened; index < this.#active.length; index += 1) {
      const { mark } = this.#active[index] as OpenMark;
      if (!mark.flanking) return true;
      if (!canOpen(Code.star, before, first)) return false;
    }
    return true;
  }

  /** Writes the waiting openers; `joined` when closers were written directly before. */
  writeOpeners(first: number, joined: boolean): void {
    if (!joined) this.#startRun(0, 0);
    for (let index = this.#opened; index < this.#active.length; index += 1) {
      this.#writeOpener(this.#active[index] as OpenMark, index, first);
    }
    this.#opened = this.#active.length;
  }

  #writeOpener(open: OpenMark, index: number, first: number): void {
    const flow = this.#flow;
    const { mark } = open;
    const code = mark.opener.charCodeAt(0);
    if (this.#run.code !== code) this.#startRun(code, flow.last);
    open.opener = mark.opener;
    open.closer = mark.closer;
    open.part = flow.parts.length;
    if (mark.flanking) {
      const next = openerAfter(this.#active, index + 1, code) ?? first;
      if (this.#run.length > 0 && !isSafeRun(this.#run.length, mark.opener.length)) {
        open.opener = open.closer = "";
      } else if (!canOpen(code, this.#run.before, next)) {
        const stars = canOpen(Code.star, this.#run.before, next);
        open.opener = stars ? toStars(mark.opener) : "";
        open.closer = stars ? toStars(mark.closer) : "";
      }
    }
    if (open.opener !== "") flow.writeRaw(open.opener);
  }

  /** Closes all marks at the end of a block; those that still apply reopen with new content. */
  suspend(): void {
    while (this.#opened > 0) {
      this.#opened -= 1;
      const open = this.#active[this.#opened] as OpenMark;
      if (open.opener !== "") this.#closing.push(open);
    }
    if (this.closing) this.writeClosers(Code.newline);
  }
}

/** The first opener from `from` on of another character: equal ones belong to the same run. */
function openerAfter(marks: readonly OpenMark[], from: number, code: number): number | undefined {
  for (let index = from; index < marks.length; index += 1) {
    const other = marks[index]?.mark.opener.charCodeAt(0);
    if (other !== code) return other;
  }
  return undefined;
}
