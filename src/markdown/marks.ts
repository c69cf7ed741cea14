import { Code, Neighbour, neighbour } from "./character.ts";
import type { Flow } from "./flow.ts";
import { canClose, canOpen } from "./flanking.ts";

/** A pair of delimiters around inline content. */
export interface InlineMark {
  /** Names the mark; marks of one kind do not nest, and neighbours of one kind are joined. */
  readonly kind: string;
  readonly opener: string;
  readonly closer: string;
  /**
   * Whether the delimiters count only when they flank text (CommonMark 6.2), as `*` and `~~` do;
   * where they cannot, the mark is left out.
   */
  readonly flanking: boolean;
}

interface OpenMark {
  readonly mark: InlineMark;
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
  readonly #depths = new Map<string, number>();
  /** Marks that apply to what comes next, outermost first. */
  readonly #active: OpenMark[] = [];
  /** How many of them are written. */
  #opened = 0;
  /** Marks that ended and whose closers are still to be written, innermost first. */
  readonly #closing: OpenMark[] = [];
  /** The delimiter run written last and the character before it. */
  #run = { code: 0, before: 0 };
  /** Whether an effective link is open. */
  inLink = false;
  /** Number of effective flanking marks that are open. */
  flanking = 0;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  /** Whether closers wait to be written. */
  get closing(): boolean {
    return this.#closing.length > 0;
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
    return (this.#closing[0] ?? this.#active[this.#opened - 1])?.closer.charCodeAt(0);
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
    const depth = this.#depths.get(mark.kind) ?? 0;
    this.#depths.set(mark.kind, depth + 1);
    if (depth > 0) return;
    this.#count(mark, 1);
    const last = this.#closing.at(-1);
    if (adjacent && !this.opening && last?.mark.kind === mark.kind && mark.kind !== "link") {
      this.#closing.pop();
      this.#active.push(last);
      this.#opened += 1;
    } else {
      this.#active.push({ mark, part: -1, opener: "", closer: "" });
    }
  }

  /** Ends the innermost mark, which has to be of this kind; unknown ends are ignored. */
  close(kind: string): void {
    const depth = this.#depths.get(kind) ?? 0;
    if (depth === 0) return;
    this.#depths.set(kind, depth - 1);
    if (depth > 1) return;
    const index = this.#active.findLastIndex(({ mark }) => mark.kind === kind);
    const [open] = this.#active.splice(index, 1);
    if (open === undefined) return;
    this.#count(open.mark, -1);
    if (index >= this.#opened) return;
    this.#opened -= 1;
    this.#closing.push(open);
  }

  #count(mark: InlineMark, step: number): void {
    if (mark.kind === "link") this.inLink = step > 0;
    if (mark.flanking) this.flanking += step;
  }

  /** Writes the waiting closers; `first` is what the content after them begins with. */
  writeClosers(first: number): void {
    const flow = this.#flow;
    const moved = this.#movedOut(first);
    const after = moved === "" ? first : moved.charCodeAt(0);
    this.#run = { code: 0, before: flow.last };
    for (const [index, open] of this.#closing.entries()) this.#writeCloser(open, index, after);
    this.#closing.length = 0;
    if (moved !== "") flow.writeText(moved);
  }

  #writeCloser(open: OpenMark, index: number, after: number): void {
    const flow = this.#flow;
    const code = open.closer.charCodeAt(0);
    if (open.opener === "") return;
    if (this.#run.code !== code) this.#run = { code, before: flow.last };
    if (open.mark.flanking) {
      const next = otherCode(this.#closing.slice(index + 1), "closer", code) ?? after;
      if (!canClose(code, this.#run.before, next)) {
        if (!canClose(Code.star, this.#run.before, next)) {
          flow.parts[open.part] = "";
          return;
        }
        this.#useStars(open);
      }
    }
    flow.writeRaw(open.closer);
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
    const first = this.#closing.find(({ mark, opener }) => mark.flanking && opener !== "");
    if (first === undefined || !flow.endsInText) return "";
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
    if (!joined) this.#run = { code: 0, before: 0 };
    for (let index = this.#opened; index < this.#active.length; index += 1) {
      this.#writeOpener(this.#active[index] as OpenMark, index, first);
    }
    this.#opened = this.#active.length;
  }

  #writeOpener(open: OpenMark, index: number, first: number): void {
    const flow = this.#flow;
    const { mark } = open;
    const code = mark.opener.charCodeAt(0);
    if (this.#run.code !== code) this.#run = { code, before: flow.last };
    open.opener = mark.opener;
    open.closer = mark.closer;
    open.part = flow.parts.length;
    if (mark.flanking) {
      const next = otherCode(this.#active.slice(index + 1), "opener", code) ?? first;
      if (!canOpen(code, this.#run.before, next)) {
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
      this.#closing.push(this.#active[this.#opened] as OpenMark);
    }
    if (this.closing) this.writeClosers(Code.newline);
  }
}

/** `_` counts at fewer places than `*`. */
function toStars(delimiter: string): string {
  return delimiter.replaceAll("_", "*");
}

/** The first delimiter of other characters: equal ones belong to the same run. */
function otherCode(
  marks: readonly OpenMark[],
  side: "opener" | "closer",
  code: number,
): number | undefined {
  for (const { mark } of marks) {
    const other = mark[side].charCodeAt(0);
    if (other !== code) return other;
  }
  return undefined;
}
