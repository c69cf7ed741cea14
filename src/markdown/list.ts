import type { MarkdownBuilder } from "./builder.ts";
import { Gap, type Flow, type ItemGaps } from "./flow.ts";

/** What a list begins with. */
export interface ListStyle {
  readonly ordered: boolean;
  /** The number of the first item of an ordered list, 0 to 999,999,999. @default 1 */
  readonly start?: number | undefined;
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
  next: number;
  items: number;
  /** Position in the flow when the last item ended. */
  end: number;
}

const MAX_NUMBER = 999_999_999;

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

  #start({ ordered, start = 1 }: ListStyle, implied: boolean): void {
    const flow = this.#flow;
    const flat = this.#builder.isFlat;
    const continues = !flat && this.#continueItem();
    const next = validNumber(start);
    if (flat || continues) this.#builder.block(Gap.line);
    else this.#gapBefore(!ordered || next === 1);
    const sign = this.#sign(ordered);
    const { depth } = flow;
    const kind = { ordered, sign, depth, flat, implied, continues, next };
    const list: List = {
      ...kind,
      leading: !flat && !implied,
      items: 0,
      end: 0,
      breaks: [],
      joinedBreaks: [],
      loose: false,
    };
    this.#opens(list);
    if (list.leading) this.#enterItem(list);
  }

  #opens(list: List): void {
    this.#open.push(list);
    this.#flow.lists.push(list);
  }

  #enterItem(list: List): void {
    const marker = list.ordered ? `${list.next}${list.sign} ` : `${list.sign} `;
    this.#flow.enter(marker, " ".repeat(marker.length), list);
  }

  /** Ends what came before the first item: content of the list itself, or nothing. */
  #endLeading(list: List): void {
    if (!list.leading) return;
    list.leading = false;
    this.#builder.block(Gap.line);
    this.#leaveItem(list);
  }

  #leaveItem(list: List): void {
    const flow = this.#flow;
    flow.leaf = "";
    if (!flow.leave()) return;
    list.next += 1;
    list.items += 1;
    list.end = flow.position;
    flow.need(Gap.blank);
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

  /** Whether the next item may choose the number from which the list counts. */
  get takesNumber(): boolean {
    const list = this.#open.at(-1);
    return list !== undefined && list.ordered && list.items === 0;
  }

  /**
   * Begins an item of the innermost list. Items outside of lists make a bullet list.
   * @param number the item's own number in an ordered list
   */
  startItem(number?: number): void {
    const flow = this.#flow;
    if (this.#open.length === 0) this.#imply();
    const list = this.#open.at(-1);
    this.#builder.block(Gap.line);
    if (list === undefined || list.flat || this.#builder.isFlat) return;
    this.#endLeading(list);
    if (number !== undefined && this.takesNumber) list.next = validNumber(number);
    if (list.items > 0 && list.end === flow.position) flow.separates = list;
    else if (list.items > 0) flow.need(Gap.blank);
    this.#enterItem(list);
  }

  /** Begins the list that items without one make, or goes on with it. */
  #imply(): void {
    const last = this.#closed;
    if (last?.implied && last.end === this.#flow.position && last.depth === this.#flow.depth) {
      this.#opens(last);
    } else this.#start({ ordered: false }, true);
  }

  /** Ends the item. An item without content leaves no trace. */
  endItem(): void {
    const list = this.#open.at(-1);
    this.#builder.block(Gap.line);
    if (list !== undefined && !list.flat && !this.#builder.isFlat) this.#leaveItem(list);
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

function validNumber(number: number): number {
  return Number.isNaN(number) ? 1 : Math.min(MAX_NUMBER, Math.max(0, Math.trunc(number)));
}
