import type { Units } from "./units.ts";

/** Where two texts differ; before and behind it they are the same. */
export interface ChangedPart {
  readonly before: Units;
  readonly after: Units;
  /** Units of either text before the part. */
  readonly base: number;
}

/** Characters that are compared at once. */
const BLOCK = 4096;

/**
 * The part of two texts outside of which they are the same.
 * @param margin units of what is the same that are left on either side
 */
export function changedPart(before: Units, after: Units, margin: number): ChangedPart {
  const most = Math.min(before.count, after.count);
  const start = commonStart(before, after, most);
  const end = commonEnd(before, after, most - start);
  const base = Math.max(0, start - margin);
  const rest = Math.max(0, end - margin);
  return {
    before: before.part(base, before.count - rest),
    after: after.part(base, after.count - rest),
    base,
  };
}

function commonStart(before: Units, after: Units, most: number): number {
  const length = sameStart(before.text, after.text);
  let count = 0;
  while (
    count < most &&
    before.start(count + 1) <= length &&
    before.start(count + 1) === after.start(count + 1)
  ) {
    count += 1;
  }
  return count;
}

function commonEnd(before: Units, after: Units, most: number): number {
  const length = sameEnd(before.text, after.text);
  const shift = after.text.length - before.text.length;
  let count = 0;
  while (count < most) {
    const start = before.start(before.count - count - 1);
    const isSame = start + shift === after.start(after.count - count - 1);
    if (!isSame || before.text.length - start > length) break;
    count += 1;
  }
  return count;
}

/** How many characters are the same from the start. */
function sameStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at + BLOCK <= most && one.slice(at, at + BLOCK) === other.slice(at, at + BLOCK)) {
    at += BLOCK;
  }
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

/** How many characters are the same from the end. */
function sameEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  const tail = (text: string, from: number, to: number): string =>
    text.slice(text.length - to, text.length - from);
  let at = 0;
  while (at + BLOCK <= most && tail(one, at, at + BLOCK) === tail(other, at, at + BLOCK)) {
    at += BLOCK;
  }
  while (
    at < most &&
    one.charCodeAt(one.length - at - 1) === other.charCodeAt(other.length - at - 1)
  ) {
    at += 1;
  }
  return at;
}
