import { compileScriptPattern, escapeRegExp } from "../../core/index.ts";
import type { TextPattern } from "./content-filters.ts";

/** A regular expression in slashes; what is behind the last one are its flags. */
const SLASHED = /^\/(.+)\/([dgimsuvy]*)$/s;

/** Flags that may be given. */
const FLAGS = /^[imsu]*$/;

/** A pattern that is ready to be looked for. */
interface CompiledPattern {
  isIn(text: string): boolean;
  /** The text without any match. */
  without(text: string): string;
}

/** Whether a pattern is a regular expression, which takes longer than plain text does. */
export function isExpression(pattern: TextPattern): boolean {
  return SLASHED.test(pattern);
}

/**
 * Compiles a pattern; expressions take linear time.
 * @throws Error when it is none, or needs look-around or back-references
 */
export function compilePattern(pattern: TextPattern): CompiledPattern {
  const [, source, flags = ""] = SLASHED.exec(pattern) ?? [];
  if (source === undefined) {
    const plain = new RegExp(escapeRegExp(pattern), "giu");
    return {
      isIn: (text) => text.search(plain) !== -1,
      without: (text) => text.replace(plain, ""),
    };
  }
  if (!FLAGS.test(flags)) throw new SyntaxError(`Flags are i, m, s and u; got '${flags}'`);
  const compiled = compileScriptPattern(source, flags);
  return {
    isIn: (text) => compiled.matcher(text).find(),
    without: (text) => compiled.matcher(text).replaceAll(""),
  };
}

/** Whether a text matches any of the patterns. */
export function matchesAny(text: string, patterns: readonly CompiledPattern[]): boolean {
  return patterns.some((pattern) => pattern.isIn(text));
}
