import { checkArgument } from "../../core/index.ts";
import { cutLongLine, LONGEST_UNIT } from "./cut-long-line.ts";
import { Offsets } from "./offsets.ts";

/**
 * A text taken apart into what is compared: lines with their line ends, and pieces of lines that are
 * too long. Strings are made of units only when they are asked for: there may be millions.
 */
export class Units {
  readonly text: string;
  readonly count: number;
  /** Offset of each unit, and the end of the text. */
  readonly starts: Int32Array;

  /** @param starts for a part of a text: its units, and the part's end */
  constructor(text: string, starts = startsOf(text)) {
    this.text = text;
    this.starts = starts;
    this.count = starts.length - 1;
  }

  /** A stretch of the units. */
  part(from: number, to: number): Units {
    return new Units(this.text, this.starts.subarray(from, to + 1));
  }

  /** Where a unit starts; that behind the last one: the end. */
  start(index: number): number {
    return this.starts[index] as number;
  }

  /** A unit. */
  at(index: number): string {
    return this.text.slice(this.starts[index], this.starts[index + 1]);
  }

  /** Whether a unit is the same text as one of others. */
  isSame(index: number, others: Units, other: number): boolean {
    if (this.length(index, index + 1) !== others.length(other, other + 1)) return false;
    return this.at(index) === others.at(other);
  }

  /** Several units, each for itself. */
  list(from: number, to: number): string[] {
    const units: string[] = [];
    for (let index = from; index < to; index += 1) units.push(this.at(index));
    return units;
  }

  /** Several units as one text. */
  joined(from: number, to: number): string {
    return this.text.slice(this.starts[from], this.starts[to]);
  }

  /** Characters of several units. */
  length(from: number, to: number): number {
    return this.start(to) - this.start(from);
  }
}

function startsOf(text: string): Int32Array {
  checkArgument("a text that is compared", text, "string");
  const starts = new Offsets();
  let from = 0;
  while (from < text.length) {
    const lineEnd = text.indexOf("\n", from);
    const to = lineEnd === -1 ? text.length : lineEnd + 1;
    if (to - from <= LONGEST_UNIT) starts.add(from);
    else addPieces(starts, text.slice(from, to), from);
    from = to;
  }
  starts.add(text.length);
  return starts.taken();
}

function addPieces(starts: Offsets, line: string, from: number): void {
  starts.add(from);
  const ends = cutLongLine(line);
  for (const end of ends.slice(0, -1)) starts.add(from + end);
}
