import { checkArgument } from "../core/index.ts";
/** What calls of a model have used. */
export interface TokenUsage {
  /** As the model counted; by estimate where it did not say. */
  readonly inputTokens: number;
  /** As the model counted; by estimate where it did not say. */
  readonly outputTokens: number;
  /** Requests that were sent, attempts that failed included. */
  readonly calls: number;
}

/** Nothing used. */
export const noUsage: TokenUsage = Object.freeze({ inputTokens: 0, outputTokens: 0, calls: 0 });

/** Both together. */
export function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    calls: one.calls + other.calls,
  };
}

/** Characters that a token holds in scripts with letters … */
const LETTERS_PER_TOKEN = 4;
/** … and in scripts with a sign for a syllable or a word. */
const SIGNS_PER_TOKEN = 1.5;

/** Where the scripts with such signs begin: Hangul Jamo; Kana, Han, Hangul, full-width forms. */
const JAMO = 0x1100;
const LAST_JAMO = 0x11ff;
const WIDE = 0x2e80;

/**
 * About how many tokens a text is to a model: one for four UTF-16 code units of scripts with letters
 * and for one and a half of Chinese, Japanese and Korean, rounded up. Tokenizers differ by a third.
 * @example
 * ```ts
 * import { estimateTokens } from "dragline/ai";
 *
 * console.log(estimateTokens("High water at 06:12."));
 * ```
 */
export function estimateTokens(text: string): number {
  checkArgument("text of estimateTokens(text)", text, "string");
  let signs = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= WIDE || (unit >= JAMO && unit <= LAST_JAMO)) signs++;
  }
  return Math.ceil((text.length - signs) / LETTERS_PER_TOKEN + signs / SIGNS_PER_TOKEN);
}
