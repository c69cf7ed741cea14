import { RE2JS } from "re2js";

/** Characters of a text that a pattern is searched in. */
export const LONGEST_SEARCHED = 1_000_000;

const MOST_KNOWN = 2_000;
const known = new Map<string, RE2JS>();

/**
 * A regular expression that takes linear time (RE2).
 * @throws Error of the package for what is none
 */
export function compilePattern(source: string): RE2JS {
  const before = known.get(source);
  if (before !== undefined) return before;
  const pattern = RE2JS.compile(source);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(source, pattern);
  return pattern;
}

/** Whether the pattern matches all of a text. */
export function matchesWhole(source: string, text: string): boolean {
  return compilePattern(source).matches(text);
}

/** Whether the pattern is found in a text. */
export function isFound(source: string, text: string): boolean {
  return compilePattern(source).matcher(text).find();
}

/** The first group that took part in the first match, or all of the match; undefined without one. */
export function findFirst(source: string, text: string): string | undefined {
  const matcher = compilePattern(source).matcher(text);
  if (!matcher.find()) return undefined;
  for (let group = 1; group <= matcher.groupCount(); group += 1) {
    const found: unknown = matcher.group(group);
    if (typeof found === "string") return found;
  }
  return matcher.group(0) ?? undefined;
}
