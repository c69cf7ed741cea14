import type * as Re2 from "re2js";
import { loadDependency } from "../own-package.ts";
import { toLinear } from "./to-linear.ts";

/** Characters of a text that a pattern is searched in. */
export const LONGEST_SEARCHED = 1_000_000;

/** Steps of a pattern whose counted repetitions are written out: each may be visited for each character. */
const MOST_STEPS = 20_000;
const MOST_KNOWN = 2_000;

/** Loaded with the first pattern: most programs have none. */
const linear = (): typeof Re2.RE2JS =>
  (loadDependency("re2js", import.meta.url) as typeof Re2).RE2JS;
const known = new Map<string, Re2.RE2JS>();

/**
 * A regular expression in RE2's syntax, which takes linear time.
 * @throws Error that says what is wrong, for what is none
 */
export function compilePattern(source: string): Re2.RE2JS {
  return remembered(`/${source}`, () => compile(source, 0));
}

/**
 * A regular expression in JavaScript's syntax, which takes linear time.
 * @param flags of `i`, `m`, `s` and `u`; `u` when absent
 * @throws Error that says what is wrong: for what is none, and for what cannot be matched in linear
 *   time, as look-around and back-references
 */
export function compileScriptPattern(source: string, flags = "u"): Re2.RE2JS {
  return remembered(`${flags}/${source}`, () => {
    // Only compiled: that takes no longer than the pattern is long.
    void new RegExp(source, flags);
    const { CASE_INSENSITIVE, MULTILINE } = linear();
    const bits =
      (flags.includes("i") ? CASE_INSENSITIVE : 0) | (flags.includes("m") ? MULTILINE : 0);
    return compile(toLinear(source, flags), bits);
  });
}

/** Whether the pattern (RE2) matches all of a text. */
export function matchesWhole(source: string, text: string): boolean {
  return compilePattern(source).matches(text);
}

/** Whether the pattern (RE2) is found in a text. */
export function isFound(source: string, text: string): boolean {
  return compilePattern(source).matcher(text).find();
}

/** The first group that took part in the first match of a pattern (RE2), or all of the match; undefined without one. */
export function findFirst(source: string, text: string): string | undefined {
  const matcher = compilePattern(source).matcher(text);
  if (!matcher.find()) return undefined;
  for (let group = 1; group <= matcher.groupCount(); group += 1) {
    const found: unknown = matcher.group(group);
    if (typeof found === "string") return found;
  }
  return matcher.group(0) ?? undefined;
}

function remembered(key: string, make: () => Re2.RE2JS): Re2.RE2JS {
  const before = known.get(key);
  if (before !== undefined) return before;
  const pattern = make();
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, pattern);
  return pattern;
}

function compile(source: string, flags: number): Re2.RE2JS {
  if (stepsOf(source) > MOST_STEPS) {
    throw new Error("its repetitions, written out, are too large");
  }
  return linear().compile(source, flags);
}

const PIECE = /\\[\s\S]|\[\^?(?:\\[\s\S]|[^\]\\])*\]|\{(\d+)(,(\d*))?\}|[\s\S]/g;

/** Steps of a pattern with its counted repetitions written out; about, and never far too few. */
function stepsOf(source: string): number {
  const outer: number[] = [];
  let sum = 0;
  let last = 0;
  for (const [piece, least, , most] of source.matchAll(PIECE)) {
    if (piece === "(") {
      outer.push(sum);
      sum = 0;
    } else if (piece === ")") {
      last = sum + 1;
      sum = last + (outer.pop() ?? 0);
    } else if (least === undefined) {
      last = 1;
      sum += 1;
    } else {
      const times = Math.max(Number(least), Number(most ?? 0), 1);
      sum += last * (times - 1);
      last *= times;
    }
  }
  return outer.reduce((all, each) => all + each, sum);
}
