import { checkArgument } from "../core/index.ts";
/*
 * SQLite and Postgres hold well-formed Unicode, Postgres no U+0000; a JavaScript string may hold
 * anything. So what they cannot hold is escaped, and the two escape characters with it. Each escape
 * sorts where the character it stands for sorts, so that the order by code points is the order of
 * the escaped text. All other text, nearly all there is, stays as it is.
 *
 *   U+0000           ->  U+0001 U+0001
 *   U+0001           ->  U+0001 U+0002
 *   U+D800 … U+DFFF  ->  U+E000 U+0100 … U+08FF, where it stands alone
 *   U+E000           ->  U+E000 U+E000
 */

/* oxlint-disable no-control-regex -- control characters are what this file is about */
const ESCAPED_OR_LONE = /[\u0000\u0001\uE000\p{Surrogate}]/gu;
const ESCAPES = /\u0001([\u0001\u0002])|\uE000([\u0100-\u08FF\uE000])/g;
/* oxlint-enable no-control-regex */
const FIRST_SURROGATE = 0xd800;
const FIRST_STAND_IN = 0x100;

/** A string as an engine can hold it; no two become the same. */
export function toEngineText(text: string): string {
  checkArgument("a key of the cache", text, "string");
  if (text.isWellFormed() && !text.includes("\0") && !hasEscape(text)) return text;
  return text.replaceAll(ESCAPED_OR_LONE, (character) => {
    if (character === "\0") return "\u0001\u0001";
    if (character === "\u0001") return "\u0001\u0002";
    if (character === "\uE000") return "\uE000\uE000";
    const standIn = character.charCodeAt(0) - FIRST_SURROGATE + FIRST_STAND_IN;
    return `\uE000${String.fromCharCode(standIn)}`;
  });
}

/** The string that {@link toEngineText} was given. */
export function fromEngineText(text: string): string {
  if (!hasEscape(text)) return text;
  return text.replaceAll(ESCAPES, (_, low: string | undefined, high: string | undefined) => {
    if (low !== undefined) return low === "\u0001" ? "\0" : "\u0001";
    if (high === undefined || high === "\uE000") return "\uE000";
    return String.fromCharCode(high.charCodeAt(0) - FIRST_STAND_IN + FIRST_SURROGATE);
  });
}

/** Faster on short text than a regular expression. */
function hasEscape(text: string): boolean {
  return text.includes("\u0001") || text.includes("\uE000");
}
