import { foldText, FoldedText } from "./fold-text.ts";

/** Where a quote stands: from `start` up to `end`, in UTF-16 code units of the text. */
export interface QuotePlace {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds a quote in a text, in whole words. Both are folded ({@link foldText}): white space, dashes,
 * quotation marks, compatibility forms and case make no difference, nor does punctuation around the
 * quote; a word more, less or other does, and so do words left out within it.
 * @param text a text that many quotes are looked for in is best folded once, as a `FoldedText`
 * @returns the first place; undefined when it stands nowhere, or has no letter and no digit
 */
export function findQuote(text: string | FoldedText, quote: string): QuotePlace | undefined {
  const folded = typeof text === "string" ? new FoldedText(text) : text;
  const wanted = bare(foldText(quote));
  if (!/[\p{L}\p{N}]/u.test(wanted)) return undefined;
  const { text: within } = folded;
  for (let at = within.indexOf(wanted); at !== -1; at = within.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (isWhole(within, at, end)) return folded.originOf(at, end);
  }
  return undefined;
}

/** Without the punctuation that a sentence or a quotation puts around its words. */
function bare(text: string): string {
  return text.replace(/^["'\s.,;:-]+/, "").replace(/["'\s.,;:!?-]+$/, "");
}

function isWhole(text: string, start: number, end: number): boolean {
  return (
    !isJoined(text.charAt(start - 1), text.charAt(start)) &&
    !isJoined(text.charAt(end - 1), text.charAt(end)) &&
    // "1" is no quote of "1,500", nor is "5" one of "2.5".
    !(/\d[.,]$/.test(text.slice(Math.max(0, start - 2), start)) && /\d/.test(text.charAt(start))) &&
    !(/\d/.test(text.charAt(end - 1)) && /^[.,]\d/.test(text.slice(end, end + 2)))
  );
}

/** Whether two characters belong to one word or number. */
function isJoined(one: string, other: string): boolean {
  return [one, other].every((each) => /[\p{L}\p{N}]/u.test(each) && !UNSPACED.test(each));
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
