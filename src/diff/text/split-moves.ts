import type { Move } from "./find-moves.ts";
import type { Range } from "./ranges.ts";

interface Part {
  readonly from: number;
  readonly to: number;
  readonly move?: number | undefined;
}

/** Splits ranges so that each moved block is one of its own, on both sides. */
export function splitMoves(ranges: readonly Range[], moves: readonly Move[]): Range[] {
  if (moves.length === 0) return [...ranges];
  const numbered = moves.map(({ beforeFrom, afterFrom, length }, index) => ({
    out: { from: beforeFrom, to: beforeFrom + length, move: index + 1 },
    into: { from: afterFrom, to: afterFrom + length, move: index + 1 },
  }));
  const takenOut = new Parts(numbered.map(({ out }) => out));
  const putIn = new Parts(numbered.map(({ into }) => into));
  return ranges.flatMap((range) =>
    paired(
      takenOut.within({ from: range.beforeFrom, to: range.beforeTo }),
      putIn.within({ from: range.afterFrom, to: range.afterTo }),
      range,
    ),
  );
}

/** Moved blocks of one side, which are asked for in order. */
class Parts {
  readonly #moved: readonly Part[];
  #next = 0;

  constructor(moved: Part[]) {
    this.#moved = moved.sort((one, other) => one.from - other.from);
  }

  /** The stretch without gaps: moved blocks, and what is between them. */
  within({ from, to }: Part): Part[] {
    const parts: Part[] = [];
    let end = from;
    for (let part = this.#moved[this.#next]; part !== undefined && part.to <= to;) {
      if (part.from > end) parts.push({ from: end, to: part.from });
      parts.push(part);
      end = part.to;
      this.#next += 1;
      part = this.#moved[this.#next];
    }
    if (to > end) parts.push({ from: end, to });
    return parts;
  }
}

/** Ranges of the parts of both sides: moved ones alone, others together. */
function paired(before: Part[], after: Part[], range: Range): Range[] {
  const ranges: Range[] = [];
  const place = { before: range.beforeFrom, after: range.afterFrom };
  while (before.length + after.length > 0) {
    const { out, into } = takeNext(before, after);
    const [beforeFrom, afterFrom] = [place.before, place.after];
    place.before = out?.to ?? beforeFrom;
    place.after = into?.to ?? afterFrom;
    const ends = { beforeFrom, beforeTo: place.before, afterFrom, afterTo: place.after };
    ranges.push({ ...ends, move: out?.move ?? into?.move });
  }
  return ranges;
}

function takeNext(
  before: Part[],
  after: Part[],
): { out?: Part | undefined; into?: Part | undefined } {
  if (before[0]?.move !== undefined) return { out: before.shift() };
  if (after[0]?.move !== undefined) return { into: after.shift() };
  return { out: before.shift(), into: after.shift() };
}
