import { Code, Neighbour, neighbour } from "./character.ts";

/**
 * Whether a run of `mark` between the characters `before` and `after` opens emphasis (CommonMark
 * 6.2, GFM 6.5). Where renderers may disagree the answer is no.
 */
export function canOpen(mark: number, before: number, after: number): boolean {
  const [outside, inside] = [neighbour(before), neighbour(after)];
  if (inside === Neighbour.space) return false;
  const apart = outside === Neighbour.space || outside === Neighbour.punctuation;
  if (mark === Code.underscore && !apart) return false;
  return inside === Neighbour.other || apart;
}

/** Whether such a run closes emphasis. */
export function canClose(mark: number, before: number, after: number): boolean {
  return canOpen(mark, after, before);
}

/** Whether a run could open or close under any reading; what decides an escape. */
export function mayOpen(mark: number, before: number, after: number): boolean {
  const [outside, inside] = [neighbour(before), neighbour(after)];
  if (inside === Neighbour.space) return false;
  if (mark === Code.underscore && outside === Neighbour.other && inside === Neighbour.other) {
    return false;
  }
  // Some readers let a run open before another mark, whatever is in front of it.
  if (after === Code.star || after === Code.underscore || after === Code.tilde) return true;
  return inside !== Neighbour.punctuation || outside !== Neighbour.other;
}

/**
 * Whether closers and openers of one character may touch: readers agree on what closes and what
 * opens in `**a***b*` and `*a***b**`, and on no other run.
 */
export function isSafeRun(closers: number, openers: number): boolean {
  return closers + openers === 3;
}

/** `_` counts at fewer places than `*`. */
export function toStars(delimiter: string): string {
  return delimiter.replaceAll("_", "*");
}
