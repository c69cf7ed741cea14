import type { Stretch } from "./escape.ts";

/**
 * Constructs that a paragraph's line could begin by accident. Group 1 is escaped at its start; the
 * digits of group 2 are kept and the point behind them is escaped.
 */
const construct =
  /(#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|-(?=[-\s]*$)|_(?=[_\s]*$)|\[(?=[ x]\](?:\s|$)))|(\d{1,9})(?=[.)](?:\s|$))/iy;

/** Constructs that only a later line of a paragraph could begin: underlines of titles and tables. */
const underline = /[-:|=](?=[-:|=\s]|$)/y;

/** Watches for text at the start of a line that would begin a block (CommonMark 4 and 5). */
export class LineStart {
  /** Whether the line holds nothing that rules out a construct. */
  active = false;
  #later = false;
  #digits = false;

  /** A line begins. `later`: it continues a paragraph, so that underlines count. */
  begin(later = false): void {
    this.active = true;
    this.#later = later;
    this.#digits = false;
  }

  /** Markup was written: the line can begin no block any more. */
  pass(): void {
    this.active = false;
  }

  /**
   * Where the stretch needs a backslash, as an offset into its value; -1 for nowhere. `before` is
   * the character written before it.
   */
  escapeAt(stretch: Stretch, before: number): number {
    const { value, start, end } = stretch;
    const digits = this.#digits;
    this.#digits = /^\d{1,9}$/.test(value.slice(start, Math.min(end, start + 10)));
    this.active = this.#digits;
    if (digits) return before > 32 && /[.)]/.test(value.charAt(start)) ? start : -1;
    construct.lastIndex = start;
    const match = construct.exec(value);
    if (match !== null) return start + (match[2]?.length ?? 0);
    underline.lastIndex = start;
    return this.#later && underline.test(value) ? start : -1;
  }
}

/** The text with a backslash at `index`, unless one is there already. */
export function withBackslash(text: string, index: number): string {
  if (text.charAt(index) === "\\" && index < text.length - 1) return text;
  return `${text.slice(0, index)}\\${text.slice(index)}`;
}
