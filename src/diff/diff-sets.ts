import { checkArgument } from "../core/index.ts";
import type { SetDiff } from "./set-diff.ts";

const SURROGATE = /[\ud800-\udfff]/;

/**
 * The difference of two sets of texts; what comes twice counts once.
 * @example
 * ```ts
 * import { diffSets } from "dragline/diff";
 *
 * console.log(diffSets(["/a", "/b"], ["/b", "/c"])); // added /c, removed /a, kept 1
 * ```
 */
export function diffSets(before: Iterable<string>, after: Iterable<string>): SetDiff {
  checkArgument("before of diffSets(before, after)", before, "iterable");
  checkArgument("after of diffSets(before, after)", after, "iterable");
  const old = new Set(before);
  const now = new Set(after);
  const added = [...now].filter((text) => !old.has(text));
  const removed = [...old].filter((text) => !now.has(text));
  return {
    added: byCodePoints(added),
    removed: byCodePoints(removed),
    kept: now.size - added.length,
  };
}

/** The standard order is by UTF-16 code units, which differs where there are surrogates. */
function byCodePoints(texts: string[]): string[] {
  return texts.some((text) => SURROGATE.test(text)) ? texts.sort(compare) : texts.sort();
}

function compare(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const difference = rank(one.charCodeAt(index)) - rank(other.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Surrogates stand for code points above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
