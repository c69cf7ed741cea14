/**
 * Constructs that a paragraph's line could begin by accident. Group 1 is escaped at its start; the
 * digits of group 2 are kept and the point behind them is escaped.
 */
const construct =
  /^(?:(#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|-(?=[-\s]*$)|_(?=[_\s]*$)|\[(?=[ x]\](?:\s|$)))|(\d{1,9})(?=[.)](?:\s|$)))/i;

/** Constructs that only a later line of a paragraph could begin: underlines of titles and tables. */
const underline = /^[-:|=](?=[-:|=\s]|$)/;

/** Text that may begin a construct or not, depending on what follows. */
const undecided = /^(?:#{1,6}|[-+]|-[-\s]+|\d{1,9}[.)]?)$/;

/** By code unit: whether text that begins any of these constructs begins with it. */
const beginners = new Uint8Array(128);
for (const character of "#>-+*_[0123456789:|=") beginners[character.charCodeAt(0)] = 1;

/** Watches for text at the start of a line that would begin a block (CommonMark 4 and 5). */
export class LineStart {
  /** Whether the line holds nothing that rules out a construct. */
  active = false;
  /** What the line holds so far, when a construct depends on what follows; else empty. */
  head = "";
  #later = false;

  /** A line begins. `later`: it continues a paragraph, so that underlines count. */
  begin(later = false): void {
    this.active = true;
    this.head = "";
    this.#later = later;
  }

  /** Something was written that begins no block. */
  pass(): void {
    this.active = false;
    this.head = "";
  }

  /** The text of the line so far, `head` included, with a backslash where it needs one. */
  add(text: string): string {
    const line = this.head + text;
    if (beginners[line.charCodeAt(0) | 0] !== 1) {
      this.pass();
      return line;
    }
    if (undecided.test(line)) {
      this.head = line;
      return line;
    }
    this.pass();
    return escapeLineStart(line, this.#later);
  }

  /** The line's {@link head}, escaped, now that a space or the end of the line follows. */
  end(): string {
    const line = this.head;
    this.pass();
    return escapeLineStart(line, this.#later);
  }
}

/** Text at the start of a line, escaped otherwise, with a backslash where it would begin a block. */
export function escapeLineStart(text: string, later: boolean): string {
  const match = construct.exec(text);
  if (match === null) return later && underline.test(text) ? `\\${text}` : text;
  const kept = match[2] ?? "";
  return `${kept}\\${text.slice(kept.length)}`;
}
