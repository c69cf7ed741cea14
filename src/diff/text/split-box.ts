import type { Box, Point, Sides } from "./box.ts";
import type { Budget } from "./budget.ts";

/** Where a box can be split into parts that are aligned each for itself. */
interface Split {
  /** One or two, in order. */
  readonly points: readonly Point[];
  /** Whether a shortest path goes through them; else they are the farthest that was reached. */
  readonly isBest: boolean;
}

/**
 * The middle of a shortest path from corner to corner (Myers, "An O(ND) Difference Algorithm and Its
 * Variations", 1986, section 4b), searched from both ends at once in linear space.
 * @param limit most differences on the way from each end
 * @returns undefined where the time ran out
 */
export function splitBox(
  search: { readonly sides: Sides; readonly box: Box; readonly limit: number },
  budget: Budget,
): Split | undefined {
  const { box } = search;
  const width = box.beforeTo - box.beforeFrom;
  const height = box.afterTo - box.afterFrom;
  const most = Math.min(search.limit, Math.ceil((width + height) / 2));
  const fromStart = new Front(search, false, most);
  const fromEnd = new Front(search, true, most);
  for (let steps = 0; steps <= most; steps += 1) {
    const ahead = fromStart.advance(steps, fromEnd);
    if (ahead !== undefined) return { points: [inBox(box, ahead)], isBest: true };
    const back = fromEnd.advance(steps, fromStart);
    if (back !== undefined) return { points: [inBox(box, mirrored(box, back))], isBest: true };
    if (!budget.spend(2 * steps + 1 + fromStart.takeRun() + fromEnd.takeRun())) return undefined;
  }
  const reached = inBox(box, fromStart.farthest);
  const reachedBack = inBox(box, mirrored(box, fromEnd.farthest));
  const isInOrder = reached.before <= reachedBack.before && reached.after <= reachedBack.after;
  return { points: isInOrder ? [reached, reachedBack] : [reached], isBest: false };
}

function mirrored(box: Box, { before, after }: Point): Point {
  return {
    before: box.beforeTo - box.beforeFrom - before,
    after: box.afterTo - box.afterFrom - after,
  };
}

function inBox(box: Box, { before, after }: Point): Point {
  return { before: box.beforeFrom + before, after: box.afterFrom + after };
}

/** The farthest that paths from one end come on each diagonal. */
class Front {
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  readonly #width: number;
  readonly #height: number;
  /** Where the walk begins, and in which direction it goes. */
  readonly #beforeBase: number;
  readonly #afterBase: number;
  readonly #sign: 1 | -1;
  /** How far into `before`, by diagonal; -1 where no path is. */
  readonly #reach: Int32Array;
  readonly #origin: number;
  /** Diagonals at both sides that have left the box. */
  #lowest = 0;
  #highest = 0;
  #run = 0;
  farthest: Point = { before: 0, after: 0 };

  constructor({ sides, box }: { sides: Sides; box: Box }, reversed: boolean, most: number) {
    this.#before = sides.before;
    this.#after = sides.after;
    this.#width = box.beforeTo - box.beforeFrom;
    this.#height = box.afterTo - box.afterFrom;
    this.#sign = reversed ? -1 : 1;
    this.#beforeBase = reversed ? box.beforeTo - 1 : box.beforeFrom;
    this.#afterBase = reversed ? box.afterTo - 1 : box.afterFrom;
    this.#origin = most + 1;
    this.#reach = new Int32Array(2 * most + 3).fill(-1);
    this.#reach[this.#origin + 1] = 0;
  }

  /** Items that were the same since it was last asked. */
  takeRun(): number {
    const run = this.#run;
    this.#run = 0;
    return run;
  }

  /** Goes on to paths of `steps` differences. @returns where it meets the other front */
  advance(steps: number, other: Front): Point | undefined {
    for (let line = -steps + this.#lowest; line <= steps - this.#highest; line += 2) {
      const before = this.#follow(line, this.#next(line, steps));
      const after = before - line;
      this.#reach[this.#origin + line] = before;
      if (before > this.#width) this.#highest += 2;
      else if (after > this.#height) this.#lowest += 2;
      else if (this.#meets(line, before, other)) return { before, after };
      else this.#note(before, after);
    }
    return undefined;
  }

  #next(line: number, steps: number): number {
    const left = this.#reach[this.#origin + line - 1] as number;
    const right = this.#reach[this.#origin + line + 1] as number;
    return line === -steps || (line !== steps && left < right) ? right : left + 1;
  }

  #follow(line: number, from: number): number {
    const length = Math.min(this.#width, this.#height + line);
    let at = from;
    while (
      at < length &&
      this.#before[this.#beforeBase + this.#sign * at] ===
        this.#after[this.#afterBase + this.#sign * (at - line)]
    ) {
      at += 1;
    }
    this.#run += at - from;
    return at;
  }

  #meets(line: number, before: number, other: Front): boolean {
    const otherLine = this.#width - this.#height - line;
    const reach = other.#reach[other.#origin + otherLine] ?? -1;
    return reach !== -1 && before + reach >= this.#width && other.#isInside(otherLine, reach);
  }

  #isInside(line: number, reach: number): boolean {
    return reach <= this.#width && reach - line <= this.#height && reach - line >= 0;
  }

  #note(before: number, after: number): void {
    if (before + after > this.farthest.before + this.farthest.after) {
      this.farthest = { before, after };
    }
  }
}
