import type { TextDiff } from "../text-diff.ts";
import { Units } from "../text/units.ts";

/** A stretch of both texts that was replaced, in characters. */
interface Stretch {
  readonly before: { readonly from: number; readonly to: number };
  readonly after: { readonly from: number; readonly to: number };
}

/**
 * The changes of a difference in characters, grown to whole lines on both sides: where a long line
 * was cut into pieces, the line as a whole is replaced.
 */
export function wholeLines(before: string, after: string, diff: TextDiff): Stretch[] {
  const stretches: Stretch[] = [];
  const given = stretchesOf(before, diff);
  for (const [index, stretch] of given.entries()) {
    const last = stretches.at(-1);
    const start = lineStart({ before, after }, stretch, last);
    const grown: Stretch = {
      before: { from: start?.before ?? 0, to: stretch.before.to },
      after: { from: start?.after ?? 0, to: stretch.after.to },
    };
    const joined = start === undefined && last !== undefined ? joinedWith(last, grown) : grown;
    if (joined !== grown) stretches.pop();
    const limit = given[index + 1]?.before.from ?? before.length;
    stretches.push(toLineEnd({ before, after }, joined, limit));
  }
  return stretches;
}

interface Texts {
  readonly before: string;
  readonly after: string;
}

function stretchesOf(before: string, { changes }: TextDiff): Stretch[] {
  const units = new Units(before);
  let shift = 0;
  return changes.map((change) => {
    const from = units.start(change.beforeStart);
    const to = units.start(change.beforeStart + change.before.length);
    const length = change.after.join("").length;
    const stretch = {
      before: { from, to },
      after: { from: from + shift, to: from + shift + length },
    };
    shift += length - (to - from);
    return stretch;
  });
}

/** Where the lines of a stretch start; undefined where the last stretch ends within them. */
function lineStart(
  { before, after }: Texts,
  stretch: Stretch,
  last: Stretch | undefined,
): { readonly before: number; readonly after: number } | undefined {
  const { from } = stretch.before;
  const start = from === 0 ? 0 : before.lastIndexOf("\n", from - 1) + 1;
  const afterStart = stretch.after.from - (from - start);
  const isFree = start >= (last?.before.to ?? 0);
  return isFree && isLineStart(after, afterStart)
    ? { before: start, after: afterStart }
    : undefined;
}

function joinedWith(last: Stretch, next: Stretch): Stretch {
  return {
    before: { from: last.before.from, to: next.before.to },
    after: { from: last.after.from, to: next.after.to },
  };
}

function toLineEnd({ before, after }: Texts, stretch: Stretch, limit: number): Stretch {
  const { to } = stretch.before;
  const isWhole = isLineStart(before, to) && isLineStart(after, stretch.after.to);
  const isEnd = to === before.length && stretch.after.to === after.length;
  if (isWhole || isEnd) return stretch;
  const lineEnd = before.indexOf("\n", to);
  const end = Math.min(lineEnd === -1 ? before.length : lineEnd + 1, limit);
  return {
    before: { from: stretch.before.from, to: end },
    after: { from: stretch.after.from, to: stretch.after.to + end - to },
  };
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === "\n";
}
