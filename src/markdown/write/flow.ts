import { detach } from "../../core/index.ts";
import { Code, codeAt } from "./character.ts";
import { JoinedText } from "./joined-text.ts";
import { escapeLineStart } from "./line-start.ts";

/** A value of {@link Gap}. */
export type Gap = (typeof Gap)[keyof typeof Gap];

/** What has to stand between two blocks; the larger of two demands counts. */
export const Gap = Object.freeze({
  none: 0,
  /** A new line. */
  line: 1,
  /** A blank line, or only a new line where a list follows the text of an item. */
  soft: 2,
  /** A blank line. */
  blank: 3,
});

/** A list being written: its separators are known only at its end, when tight or loose is. */
export interface ItemGaps {
  /** Positions of the parts that separate its items' blocks: new lines, unless it gets loose. */
  readonly breaks: number[];
  /** Where those of them are in the output that are joined already: offsets. */
  readonly joinedBreaks: number[];
  /** Whether blank lines stand between its items (CommonMark 5.3). */
  loose: boolean;
}

interface Container {
  readonly first: string;
  /** The prefix of all lines but the first, with the prefixes of the containers around it. */
  readonly prefix: string;
  readonly gaps: ItemGaps | undefined;
}

/** Containers beyond this depth add no prefix: prefixes would grow with the square of the depth. */
const MAX_CONTAINERS = 32;

/** Parts that wait to be joined; more of them outlive the collection of young garbage. */
const MOST_PARTS = 4096;

/**
 * The lines of the output. A block's first line waits for content: the gap before it, the
 * prefixes of containers and the markers of items are written together, or never.
 */
export class Flow {
  /** The end of the output; what stands before it is joined already. */
  readonly parts: string[] = [];
  /** Lists that are open, outermost first: what separates their items may still change. */
  readonly lists: ItemGaps[] = [];
  /** Code of the character written last; a newline at the start of a line. */
  last: number = Code.newline;
  /** Whether the last part is text, whose end may still be changed. */
  endsInText = false;
  /** Whether nothing of the current block is written. */
  fresh = true;
  /** What the next block's first line begins with: `## `, `[x] `. */
  leaf = "";
  /** The list whose items the next gap separates. */
  separates: ItemGaps | undefined = undefined;
  /** Index of the first part of the current line; -1 when its beginning is joined. */
  #lineStart = 0;
  #gap: Gap = Gap.none;
  readonly #joined = new JoinedText();
  readonly #containers: Container[] = [{ first: "", prefix: "", gaps: undefined }];
  /** Containers whose first line is written. */
  #opened = 0;
  /** The least depth since the last content; blank lines belong to that container. */
  #gapDepth = 0;

  /** Number of parts written so far; the same when nothing was written in between. */
  get position(): number {
    return this.#joined.parts + this.parts.length;
  }

  /** Number of open containers. */
  get depth(): number {
    return this.#containers.length - 1;
  }

  /** Whether the innermost container holds content already. */
  get entered(): boolean {
    return this.#opened >= this.depth;
  }

  /** The gaps of the list whose item is the innermost container. */
  get itemGaps(): ItemGaps | undefined {
    return this.#containers.at(-1)?.gaps;
  }

  /** The gap wanted so far before the next block. */
  get gap(): Gap {
    return this.#gap;
  }

  /** What every further line of the current block begins with. */
  get prefix(): string {
    return this.#containers[this.#opened]?.prefix ?? "";
  }

  /** What every further line of the innermost container begins with. */
  get innerPrefix(): string {
    return this.#containers.at(-1)?.prefix ?? "";
  }

  /** Wants a gap before the next block; only between blocks. */
  need(gap: Gap): void {
    if (gap > this.#gap) this.#gap = gap;
  }

  /**
   * Wants a blank line around a block that can also do without one: where it follows or precedes
   * text directly in an item, the list decides, and a tight one stays tight.
   */
  needInItem(): void {
    const gaps = this.itemGaps;
    if (gaps === undefined || !this.entered || this.#gap > Gap.soft) this.need(Gap.blank);
    else this.separates = gaps;
  }

  /** Begins a container: a quote, an item. Its first line begins with `first`, others with `rest`. */
  enter(first: string, rest: string, gaps?: ItemGaps): void {
    const outer = this.innerPrefix;
    const flat = this.depth >= MAX_CONTAINERS;
    this.#containers.push({
      first: flat ? "" : first,
      prefix: flat ? outer : outer + rest,
      gaps,
    });
  }

  /** Ends the innermost container. Gives whether anything was written in it. */
  leave(): boolean {
    const written = this.entered;
    this.#containers.pop();
    this.#opened = Math.min(this.#opened, this.depth);
    this.#gapDepth = Math.min(this.#gapDepth, this.depth);
    return written;
  }

  /** Starts the line of a new block. */
  start(): void {
    this.joinParts();
    if (this.position > 0) this.#separate();
    let head = this.prefix;
    while (this.#opened < this.depth) {
      this.#opened += 1;
      head += this.#containers[this.#opened]?.first ?? "";
    }
    head += this.leaf;
    this.leaf = "";
    if (head !== "") this.parts.push(head);
    this.#gap = Gap.none;
    this.#gapDepth = this.depth;
    this.separates = undefined;
    this.fresh = false;
    this.endsInText = false;
    this.last = Code.newline;
    this.#lineStart = this.parts.length;
  }

  /**
   * Joins the parts where they are many: between words or lines outside of marks, where nothing
   * but the separators of open lists can change any more.
   */
  joinParts(): void {
    const { parts } = this;
    if (parts.length < MOST_PARTS) return;
    for (const list of this.lists) this.#findOffsets(list);
    this.#joined.add(parts);
    parts.length = 0;
    this.#lineStart = -1;
  }

  #findOffsets({ breaks, joinedBreaks }: ItemGaps): void {
    let offset = this.#joined.length;
    let part = 0;
    for (const position of breaks) {
      const end = position - this.#joined.parts;
      for (; part < end; part += 1) offset += this.parts[part]?.length ?? 0;
      joinedBreaks.push(offset);
    }
    breaks.length = 0;
  }

  /** Separates the blocks of a list, whose items are at that depth, by blank lines. */
  loosen({ breaks, joinedBreaks }: ItemGaps, depth: number): void {
    const text = this.blankLine(depth);
    for (const position of breaks) this.parts[position - this.#joined.parts] = text;
    for (const offset of joinedBreaks) this.#joined.correct(offset, text);
    breaks.length = 0;
    joinedBreaks.length = 0;
  }

  /** Starts a further line of the current block. */
  startLine(): void {
    this.writeRaw(`  \n${this.prefix}`);
    this.last = Code.newline;
    this.#lineStart = this.parts.length;
  }

  /**
   * Takes back a delimiter that turned out to have no effect. Text behind it may then be the
   * first of its line; `after` is the character that will follow it. Gives the delimiter behind
   * it when that now touches an equal one before it, else -1.
   */
  takeBack(part: number, after: number): number {
    const { parts } = this;
    parts[part] = "";
    let before = part - 1;
    while (before >= this.#lineStart && parts[before] === "") before -= 1;
    let behind = part + 1;
    while (behind < parts.length && parts[behind] === "") behind += 1;
    if (behind === parts.length) return -1;
    if (before >= this.#lineStart) {
      return parts[before] === parts[behind] && isDelimiter(parts[behind]) ? behind : -1;
    }
    const text = parts[behind] ?? "";
    const rest = `${parts[behind + 1] ?? ""}${String.fromCharCode(after)}`;
    const line = escapeLineStart(text + rest, true);
    parts[behind] = line.slice(0, line.length - rest.length);
    return -1;
  }

  /** Joins what a closing delimiter and an equal opening one behind it separate. */
  joinAt(part: number): void {
    this.parts[part] = "";
    let before = part - 1;
    while (this.parts[before] === "") before -= 1;
    this.parts[before] = "";
  }

  #separate(): void {
    const { separates } = this;
    if (separates !== undefined) {
      separates.breaks.push(this.position);
      this.parts.push("\n");
    } else if (this.#gap >= Gap.soft) {
      const around = this.#containers[this.#gapDepth];
      if (around?.gaps !== undefined) around.gaps.loose = true;
      this.parts.push(this.blankLine(this.#gapDepth));
    } else {
      this.parts.push("\n");
    }
  }

  /** The line end and blank line between two blocks of the container at `depth`. */
  blankLine(depth: number = this.depth): string {
    return `\n${(this.#containers[depth]?.prefix ?? "").trimEnd()}\n`;
  }

  /** The whole output. Alone, a part would stay a slice that keeps the page alive. */
  toString(): string {
    const { parts } = this;
    if (this.#joined.parts > 0) return this.#joined.finish(parts);
    const first = parts.findIndex((part) => part !== "");
    const isAlone = !parts.some((part, index) => index > first && part !== "");
    return isAlone ? detach(parts[first] ?? "") : parts.join("");
  }

  /** Appends text, already escaped. */
  writeText(text: string): void {
    if (text === "") return;
    this.parts.push(text);
    this.last = codeAt(text, text.length - 1);
    this.endsInText = true;
  }

  /** Appends markup. */
  writeRaw(markup: string): void {
    if (markup === "") return;
    this.parts.push(markup);
    this.last = codeAt(markup, markup.length - 1);
    this.endsInText = false;
  }
}

function isDelimiter(part: string | undefined): boolean {
  return part !== undefined && /^(?:[*_]{1,2}|~~)$/.test(part);
}
