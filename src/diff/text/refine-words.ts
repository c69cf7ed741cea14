import type { WordChange } from "../text-diff.ts";
import { align } from "./align.ts";
import type { Budget } from "./budget.ts";
import { internUnits } from "./intern.ts";
import { mostShared } from "./most-shared.ts";
import { rangesOf } from "./ranges.ts";
import { slideRanges } from "./slide.ts";
import { tokenStarts } from "./tokens.ts";
import { Units } from "./units.ts";

/** Characters of both sides beyond which nobody reads word for word. */
const MOST_CHARACTERS = 100_000;

/** Share of the shorter side that must be the same; with less, single words only happen to be. */
const LEAST_COMMON = 0.4;

/** The words that differ; undefined where there is too little in common, or no time left. */
export function refineWords(
  before: string,
  after: string,
  budget: Budget,
): WordChange[] | undefined {
  if (budget.isSpent || before.length + after.length > MOST_CHARACTERS) return undefined;
  budget.spend(before.length + after.length);
  const least = LEAST_COMMON * Math.min(weightOf(before), weightOf(after));
  if (mostShared(before, after) < least) return undefined;
  const units = {
    before: new Units(before, tokenStarts(before)),
    after: new Units(after, tokenStarts(after)),
  };
  const items = internUnits(units.before, units.after);
  const alignment = align(items, budget);
  if (alignment.truncated) return undefined;
  const changes = slideRanges(rangesOf(alignment), { ...units, items }).map((range): WordChange => {
    const { beforeFrom, beforeTo, afterFrom, afterTo } = range;
    return {
      beforeStart: units.before.start(beforeFrom),
      beforeLength: units.before.length(beforeFrom, beforeTo),
      afterStart: units.after.start(afterFrom),
      afterLength: units.after.length(afterFrom, afterTo),
    };
  });
  const joined = joinNear(changes);
  const common = commonWeight(before, joined);
  return common > 0 && common >= least ? joined : undefined;
}

/** Joins changes around what is the same and shorter than both: a reader sees one change there. */
function joinNear(changes: readonly WordChange[]): WordChange[] {
  const joined: WordChange[] = [];
  for (const change of changes) {
    let next = change;
    for (let last = joined.at(-1); last !== undefined && isNear(last, next); last = joined.at(-1)) {
      joined.pop();
      next = {
        beforeStart: last.beforeStart,
        beforeLength: next.beforeStart + next.beforeLength - last.beforeStart,
        afterStart: last.afterStart,
        afterLength: next.afterStart + next.afterLength - last.afterStart,
      };
    }
    joined.push(next);
  }
  return joined;
}

function isNear(one: WordChange, next: WordChange): boolean {
  const same = next.beforeStart - one.beforeStart - one.beforeLength;
  return same <= sizeOf(one) && same <= sizeOf(next);
}

function sizeOf({ beforeLength, afterLength }: WordChange): number {
  return Math.max(beforeLength, afterLength);
}

/** Characters that are seen and the same on both sides. */
function commonWeight(before: string, changes: readonly WordChange[]): number {
  let [common, end] = [0, 0];
  for (const { beforeStart, beforeLength } of changes) {
    common += weightOf(before.slice(end, beforeStart));
    end = beforeStart + beforeLength;
  }
  return common + weightOf(before.slice(end));
}

/** Characters that are seen. */
function weightOf(text: string): number {
  let weight = 0;
  for (let at = 0; at < text.length; at += 1) if (!isSpace(text.charCodeAt(at))) weight += 1;
  return weight;
}

/** White space; of what is not ASCII, the no-break space. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0;
}
