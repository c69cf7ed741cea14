import { escapeRegExp } from "../../core/index.ts";
import type { TextPattern } from "./content-filters.ts";

/** A regular expression in slashes; what is behind the last one are its flags. */
const SLASHED = /^\/(.+)\/([dgimsuvy]*)$/s;

/** Flags that may be given. */
const FLAGS = /^[imsu]*$/;

/** Whether a pattern is a regular expression, and may take as long as it likes. */
export function isExpression(pattern: TextPattern): boolean {
  return SLASHED.test(pattern);
}

/**
 * A pattern as a regular expression that finds all matches.
 * @throws SyntaxError when it is none
 */
export function compilePattern(pattern: TextPattern): RegExp {
  const [, source, flags = ""] = SLASHED.exec(pattern) ?? [];
  if (source === undefined) {
    return new RegExp(escapeRegExp(pattern), "giu");
  }
  if (!FLAGS.test(flags)) throw new SyntaxError(`Flags are i, m, s and u; got '${flags}'`);
  return new RegExp(source, `${flags}g`);
}

/** Whether a text matches any of the patterns. */
export function matchesAny(text: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => text.search(pattern) !== -1);
}
