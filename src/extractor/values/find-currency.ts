import { currencySigns, mayBeSign, signKey, type CurrencySign } from "./currency-signs.ts";

/** A sign or name of money in a text. */
export interface FoundCurrency extends CurrencySign {
  /** As it is written there. */
  readonly text: string;
  /** Where it begins in the text. */
  readonly start: number;
}

/** Code units of the longest sign, with room for a doubled space. */
const LONGEST = 18;

/** Scripts that put no space between words. */
const JOINED = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** The sign right before a place in a text: `US$:12.99`, `Rs. 5`. */
export function currencyBefore(text: string, place: number): FoundCurrency | undefined {
  const near = text.slice(Math.max(0, place - 2 * LONGEST), place);
  for (const shown of [near.replace(/[\s:]*[-−–]?\s*$/, ""), near.replace(/[\s:.]*$/, "")]) {
    const end = place - near.length + shown.length;
    const code = /(?<![A-Za-z])[A-Z]{3}(?=\s?\$$)/.exec(shown);
    const start = end - shown.length + (code?.index ?? 0);
    const known = code === null ? undefined : signAt(text, start, start + 3);
    const found = longestBefore(text, end);
    if (found !== undefined) return found.text === "$" ? (known ?? found) : found;
  }
  return undefined;
}

function longestBefore(text: string, end: number): FoundCurrency | undefined {
  for (let start = Math.max(0, end - LONGEST); start < end; start++) {
    const found = signAt(text, start, end);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The sign right behind a place in a text: ` €`, `,- kr`. */
export function currencyBehind(text: string, place: number): FoundCurrency | undefined {
  const lead = /^(?:[.,]?[-–—]{1,2})?\s{0,3}/.exec(text.slice(place, place + LONGEST))?.[0] ?? "";
  const found = longestAt(text, place + lead.length);
  const end = found === undefined ? 0 : found.start + found.text.length;
  // A sign that stands apart, right before another number, is that one's: `3 $5.00`.
  return lead !== "" && /^\d/.test(text.slice(end, end + 1)) ? undefined : found;
}

function longestAt(text: string, start: number): FoundCurrency | undefined {
  for (let end = Math.min(text.length, start + LONGEST); end > start; end--) {
    const found = signAt(text, start, end);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first sign in a text that means money wherever it stands, or the sign that is all of it. */
export function currencyIn(text: string): FoundCurrency | undefined {
  const shown = text.trim();
  const whole = signAt(shown, 0, shown.length);
  if (whole !== undefined) return whole;
  for (let start = 0; start < shown.length; start++) {
    if (isInWord(shown, start)) continue;
    const found = longestAt(shown, start);
    if (found?.isSure === true && !/^[a-z]{3}$/.test(found.text)) return found;
  }
  return undefined;
}

/** The sign that a piece of a text is, unless it is a part of a longer word. */
function signAt(text: string, start: number, end: number): FoundCurrency | undefined {
  const written = text.slice(start, end);
  if (!mayBeSign(written)) return undefined;
  const sign = currencySigns().get(signKey(written));
  if (sign === undefined || isPart(text, start, end)) return undefined;
  const isCode = /^[A-Z]{3}$/.test(written);
  // Codes that are words are codes in capitals: `TOP`, not `top`.
  if (!sign.isSure && !isCode && /^[a-z]{3}$/i.test(written)) return undefined;
  return { code: sign.code, isSure: sign.isSure || isCode, text: written, start };
}

function isPart(text: string, start: number, end: number): boolean {
  if (isInWord(text, start)) return true;
  const last = text[end - 1] ?? "";
  return isLetter(last) && !JOINED.test(last) && isLetter(text[end] ?? "");
}

/** Whether a letter is no first one of a word. */
function isInWord(text: string, at: number): boolean {
  const first = text[at] ?? "";
  return isLetter(first) && !JOINED.test(first) && isLetter(text[at - 1] ?? "");
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{M}]/u.test(character);
}
