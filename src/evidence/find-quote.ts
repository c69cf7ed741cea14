import { checkArgument } from "../core/index.ts";
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
 * @example
 * ```ts
 * import { findQuote } from "dragline/ai";
 *
 * const text = "The museum opens at 9, and closes at 18.";
 * const place = findQuote(text, "opens at 9");
 * if (place !== undefined) console.log(text.slice(place.start, place.end));
 * ```
 */
export function findQuote(text: string | FoldedText, quote: string): QuotePlace | undefined {
  if (!(text instanceof FoldedText))
    checkArgument("text of findQuote(text, quote)", text, "string");
  checkArgument("quote of findQuote(text, quote)", quote, "string");
  const folded = typeof text === "string" ? new FoldedText(text) : text;
  const wanted = bare(foldText(quote));
  if (!/[\p{L}\p{N}]/u.test(wanted)) return undefined;
  if (folded === text && !folded.hasWordsOf(wanted)) return undefined;
  for (const at of placesOf(folded.text, wanted)) {
    const end = at + wanted.length;
    if (isWhole(folded.text, at, end)) return folded.originOf(at, end);
  }
  return undefined;
}

/** Every place of a text in another, in time that grows with both (Knuth, Morris and Pratt, 1977). */
function* placesOf(text: string, wanted: string): Generator<number> {
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let at = text.indexOf(wanted.charAt(0)); at !== -1 && at < text.length; at += 1) {
    matched = nextBorder(wanted, borders, { matched, unit: text.charCodeAt(at) });
    if (matched < wanted.length) continue;
    yield at + 1 - matched;
    matched = borders[matched - 1] ?? 0;
  }
}

/** By place, how long the longest beginning is that ends there as well. */
function bordersOf(wanted: string): Uint32Array {
  const borders = new Uint32Array(wanted.length);
  for (let at = 1; at < wanted.length; at += 1) {
    const step = { matched: borders[at - 1] ?? 0, unit: wanted.charCodeAt(at) };
    borders[at] = nextBorder(wanted, borders, step);
  }
  return borders;
}

function nextBorder(
  wanted: string,
  borders: Uint32Array,
  { matched, unit }: { readonly matched: number; readonly unit: number },
): number {
  let length = matched;
  while (length > 0 && wanted.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
  return wanted.charCodeAt(length) === unit ? length + 1 : length;
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
