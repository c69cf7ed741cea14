import type { TextChange } from "../text-diff.ts";

/** A line of each side that stand beside one another; undefined where there is none. */
interface LinePair {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/**
 * Which lines of a change stand beside one another: those whose words are the same, in order; without
 * words the first beside the first, and so on.
 */
export function pairLines(change: TextChange): LinePair[] {
  const pairs: LinePair[] = [];
  let next = { before: 0, after: 0 };
  const fill = (before: number, after: number): void => {
    while (next.before < before || next.after < after) {
      const pair = {
        before: next.before < before ? next.before : undefined,
        after: next.after < after ? next.after : undefined,
      };
      pairs.push(pair);
      next = {
        before: next.before + (pair.before === undefined ? 0 : 1),
        after: next.after + (pair.after === undefined ? 0 : 1),
      };
    }
  };
  for (const { before, after } of sameLines(change)) {
    if (before < next.before || after < next.after) continue;
    fill(before, after);
    fill(before + 1, after + 1);
  }
  fill(change.before.length, change.after.length);
  return pairs;
}

/** Lines in which a stretch of the same words begins, in order. */
function sameLines(change: TextChange): { readonly before: number; readonly after: number }[] {
  const lineOf = { before: lineFinder(change.before), after: lineFinder(change.after) };
  const was = change.before.join("");
  const found = [];
  let end = { before: 0, after: 0 };
  for (const word of change.words ?? []) {
    // What is the same counts from its first sign that is seen.
    const same = was.slice(end.before, word.beforeStart);
    const skipped = same.length - same.trimStart().length;
    if (skipped < same.length) {
      found.push({
        before: lineOf.before(end.before + skipped),
        after: lineOf.after(end.after + skipped),
      });
    }
    end = {
      before: word.beforeStart + word.beforeLength,
      after: word.afterStart + word.afterLength,
    };
  }
  return found;
}

/** Finds lines of offsets that only grow. */
function lineFinder(lines: readonly string[]): (offset: number) => number {
  let [line, end] = [0, lines[0]?.length ?? 0];
  return (offset) => {
    while (offset >= end && line < lines.length - 1) {
      line += 1;
      end += lines[line]?.length ?? 0;
    }
    return line;
  };
}
