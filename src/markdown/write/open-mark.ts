import type { InlineMark } from "./inline-mark.ts";

/** A mark around the current position. */
export interface OpenMark {
  readonly mark: InlineMark;
  /** Marks of the same kind that are open inside it and not written. */
  inner: number;
  /** Index of the written opener among the parts. */
  part: number;
  /** What was written: other than the mark's own when `_` had to become `*`, or nothing. */
  opener: string;
  closer: string;
}

/** The same mark, to be written anew. */
export function openedAgain({ mark, inner }: OpenMark): OpenMark {
  return { mark, inner, part: -1, opener: "", closer: "" };
}

/** The openers of one character from an index on: where they end, and their characters. */
export function runOfOpeners(
  marks: readonly OpenMark[],
  from: number,
  code: number,
): { readonly end: number; readonly length: number } {
  let [end, length] = [from, 0];
  for (; end < marks.length; end += 1) {
    const { opener } = (marks[end] as OpenMark).mark;
    if (opener.charCodeAt(0) !== code) break;
    length += opener.length;
  }
  return { end, length };
}

/** The last character of the closers of another character before one; undefined without any. */
export function closerBefore(
  closing: readonly OpenMark[],
  index: number,
  code: number,
): number | undefined {
  for (let at = index - 1; at >= 0; at -= 1) {
    const { opener, closer } = closing[at] as OpenMark;
    if (opener !== "" && closer.charCodeAt(0) !== code) {
      return closer.charCodeAt(closer.length - 1);
    }
  }
  return undefined;
}
