import type { MarkdownBuilder } from "./builder.ts";
import { Gap, type Flow, type ItemGaps } from "./flow.ts";

/** What a list begins with. */
export interface ListStyle {
  readonly ordered: boolean;
  /** The number of the first item of an ordered list, 0 to 999,999,999. @default 1 */
  readonly start?: number | undefined;
  /** Whether it counts down. @default false */
  readonly reversed?: boolean | undefined;
}

interface List extends ItemGaps {
  readonly ordered: boolean;
  /** `-` or `.`: what tells the list from its neighbour. */
  readonly sign: string;
  /** Containers around the list. */
  readonly depth: number;
  /** Blocks are spaces here. */
  readonly flat: boolean;
  /** Whether the list has no element: items without one make it. */
  readonly implied: boolean;
  /** Whether the list stands directly in another, so that an item's indentation was opened. */
  readonly continues: boolean;
  /** Whether no item has begun: what comes before the first one is an item too. */
  leading: boolean;
  /** The number that readers of markdown give the next item. */
  next: number;
  /** The number that the page gives it. */
  ordinal: number;
  /** What the page adds for the item after it. */
  readonly step: number;
  /** Numbered items without content directly before the next one. */
  empty: number;
  items: number;
  /** Position in the flow when the last item ended. */
  end: number;
}

const MAX_NUMBER = 999_999_999;

/** Numbered items without content that are written; behind more of them the numbers jump. */
const MOST_EMPTY = 32;

/** Writes lists: markers, indentation, and gaps that are tight or loose for the whole list. */
export class ListWriter {
  readonly #builder: MarkdownBuilder;
  readonly #flow: Flow;
  readonly #bullet: string;
  readonly #open: List[] = [];
  #closed: List | undefined = undefined;

  constructor(builder: MarkdownBuilder, flow: Flow, bullet: string) {
    this.#builder = builder;
    this.#flow = flow;
    this.#bullet = bullet;
  }

  /** Begins a list. */
  start(style: ListStyle): void {
    this.#start(style, false);
  }

  #start({ ordered, start = 1, reversed = false }: ListStyle, implied: boolean): void {
    const flow = this.#flow;
    const flat = this.#builder.isFlat;
    const continues = !flat && this.#continueItem();
    const next = validNumber(start);
    if (flat || continues) this.#builder.block(Gap.line);
    else this.#gapBefore(!ordered || next === 1);
    const sign = this.#sign(ordered);
    const { depth } = flow;
    const kind = { ordered, sign, depth, flat, implied, continues, next, ordinal: next };
    const step = reversed ? -1 : 1;
    const list: List = { ...kind, ...noItems(), step, leading: !flat && !implied };
    this.#opens(list);
    if (list.leading) this.#enterItem(list);
  }

  #opens(list: List): void {
    this.#open.push(list);
    this.#flow.lists.push(list);
  }

  #enterItem(list: List): void {
    const marker = list.ordered ? `${list.next + list.empty}${list.sign} ` : `${list.sign} `;
    const before = list.empty > 0 ? this.#emptyItems(list) : "";
    this.#flow.enter(before + marker, " ".repeat(marker.length), list);
  }

  /** The items without content before an item: they are written with it. */
  #emptyItems(list: List): string {
    // An item without content cannot interrupt the text of an item around the list.
    if (list.items === 0 && this.#flow.separates !== undefined) {
      this.#flow.separates = undefined;
      this.#flow.need(Gap.blank);
    }
    let lines = "";
    for (let index = 0; index < list.empty; index += 1) {
      lines += `${list.next + index}${list.sign}\n${this.#flow.innerPrefix}`;
    }
    return lines;
  }

  /** Ends what came before the first item: content of the list itself, or nothing. */
  #endLeading(list: List): void {
    if (!list.leading) return;
    list.leading = false;
    this.#builder.block(Gap.line);
    if (this.#leaveItem(list)) list.ordinal += list.step;
  }

  /** Gives whether the item has content. */
  #leaveItem(list: List): boolean {
    const flow = this.#flow;
    flow.leaf = "";
    if (!flow.leave()) return false;
    list.next += 1 + list.empty;
    list.empty = 0;
    list.items += 1;
    list.end = flow.position;
    flow.need(Gap.blank);
    return true;
  }

  /** A list directly in a list belongs to the item before it. */
  #continueItem(): boolean {
    const flow = this.#flow;
    const outer = this.#open.at(-1);
    if (outer === undefined || outer.depth !== flow.depth || outer.items === 0) return false;
    this.#builder.block(Gap.line);
    const indent = " ".repeat(outer.ordered ? String(outer.next - 1).length + 2 : 2);
    flow.enter(indent, indent, outer);
    flow.separates = outer;
    return true;
  }

  #gapBefore(interrupts: boolean): void {
    const flow = this.#flow;
    const gaps = flow.itemGaps;
    this.#builder.block(Gap.line);
    if (gaps !== undefined && !flow.entered) {
      // Only a list that counts from 1 can follow text without a blank line, even in an item.
      if (!interrupts && flow.separates !== undefined) flow.separates.loose = true;
      return;
    }
    if (gaps !== undefined && interrupts && flow.gap <= Gap.soft) flow.separates = gaps;
    else flow.need(Gap.blank);
  }

  /** Lists of one sign without content between them would be read as one list. */
  #sign(ordered: boolean): string {
    const first = ordered ? "." : this.#bullet;
    const closed = this.#closed;
    const adjacent =
      closed?.end === this.#flow.position &&
      closed.depth === this.#flow.depth &&
      closed.ordered === ordered;
    if (!adjacent || closed.sign !== first) return first;
    if (ordered) return ")";
    return first === "-" ? "*" : "-";
  }

  /** Ends the innermost list. */
  end(): void {
    const list = this.#open.pop();
    if (list === undefined) return;
    const flow = this.#flow;
    flow.lists.pop();
    this.#builder.block(Gap.blank);
    if (list.flat) return;
    this.#endLeading(list);
    flow.separates = undefined;
    if (list.loose) flow.loosen(list, list.depth);
    list.end = flow.position;
    if (list.items > 0) this.#closed = list;
    if (!list.continues) return;
    flow.leave();
    const outer = this.#open.at(-1);
    if (outer !== undefined) outer.end = flow.position;
  }

  /** Whether the next item has a number. */
  get takesNumber(): boolean {
    return this.#open.at(-1)?.ordered === true;
  }

  /**
   * Begins an item of the innermost list. Items outside of lists make a bullet list.
   * @param number the item's own number in an ordered list
   */
  startItem(number?: number): void {
    const flow = this.#flow;
    if (this.#open.length === 0) this.#imply();
    let list = this.#open.at(-1);
    this.#builder.block(Gap.line);
    if (list === undefined || list.flat || this.#builder.isFlat) return;
    this.#endLeading(list);
    if (list.ordered) list = this.#withNumber(list, number);
    if (list.items > 0 && list.end === flow.position) flow.separates = list;
    else if (list.items > 0) flow.need(Gap.blank);
    this.#enterItem(list);
  }

  /**
   * The list that gives the next item its number: markdown numbers a list by its first item only,
   * so after a jump another one goes on.
   */
  #withNumber(list: List, number: number | undefined): List {
    if (number !== undefined && !Number.isNaN(number)) list.ordinal = number;
    const wanted = validNumber(list.ordinal);
    if (list.next + list.empty === wanted && list.empty <= MOST_EMPTY) return list;
    list.empty = 0;
    if (list.items > 0) return this.#goOn(list, wanted);
    list.next = wanted;
    return list;
  }

  #goOn(list: List, next: number): List {
    const flow = this.#flow;
    this.#open.pop();
    flow.lists.pop();
    if (list.loose) flow.loosen(list, list.depth);
    flow.separates = undefined;
    flow.need(Gap.blank);
    const sign = list.sign === "." ? ")" : ".";
    const other: List = { ...list, ...noItems(), sign, next };
    this.#opens(other);
    return other;
  }

  /** Begins the list that items without one make, or goes on with it. */
  #imply(): void {
    const last = this.#closed;
    if (last?.implied && last.end === this.#flow.position && last.depth === this.#flow.depth) {
      this.#opens(last);
    } else this.#start({ ordered: false }, true);
  }

  /**
   * Ends the item. One without content leaves no trace, but a numbered one before others keeps its
   * number.
   */
  endItem(): void {
    const list = this.#open.at(-1);
    this.#builder.block(Gap.line);
    if (list !== undefined && !list.flat && !this.#builder.isFlat) {
      if (!this.#leaveItem(list) && list.ordered) list.empty += 1;
      list.ordinal += list.step;
    }
    if (list?.implied) this.end();
  }

  /** Begins the explanation of a footnote (GFM). */
  startFootnote(label: number): void {
    this.#builder.block(Gap.blank);
    this.#flow.enter(`[^${label}]: `, "    ");
  }

  /** Ends the explanation. */
  endFootnote(): void {
    this.#builder.block(Gap.blank);
    this.#flow.leave();
  }

  /** Makes the list loose when the current block is a paragraph of its own in an item. */
  paragraph(): void {
    const gaps = this.#flow.itemGaps;
    if (gaps !== undefined && this.#flow.entered) gaps.loose = true;
  }
}

function noItems(): Pick<List, "items" | "end" | "empty" | "breaks" | "joinedBreaks" | "loose"> {
  return { items: 0, end: 0, empty: 0, breaks: [], joinedBreaks: [], loose: false };
}

function validNumber(number: number): number {
  return Number.isNaN(number) ? 1 : Math.min(MAX_NUMBER, Math.max(0, Math.trunc(number)));
}
