import type { TextChange } from "../text-diff.ts";

/** A part of a changed line. */
export interface Segment {
  readonly text: string;
  /** Whether it is among the words that differ. */
  readonly isChanged: boolean;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The lines of one side of a change, each in parts; a line is one part where no words are told. */
export function lineSegments(change: TextChange, side: "before" | "after"): Segment[][] {
  const stretches = (change.words ?? []).map((word): Stretch => {
    const start = word[`${side}Start`];
    return { start, end: start + word[`${side}Length`] };
  });
  let [lineStart, next] = [0, 0];
  return change[side].map((line) => {
    const lineEnd = lineStart + line.length;
    const segments: Segment[] = [];
    let at = lineStart;
    const add = (to: number, isChanged: boolean): void => {
      if (to > at) segments.push({ text: line.slice(at - lineStart, to - lineStart), isChanged });
      at = Math.max(at, to);
    };
    for (let word = stretches[next]; word !== undefined && word.start < lineEnd;) {
      add(Math.max(word.start, lineStart), false);
      add(Math.min(word.end, lineEnd), true);
      if (word.end > lineEnd) break;
      next += 1;
      word = stretches[next];
    }
    add(lineEnd, false);
    lineStart = lineEnd;
    return segments;
  });
}
