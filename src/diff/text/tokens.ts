import { Offsets } from "./offsets.ts";

/** Scripts without spaces between words; their characters are compared one by one. */
const CHARACTERS =
  "[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]";

const WORD = `[[\\p{L}\\p{M}\\p{N}_]--${CHARACTERS}]+`;

/** What parts the digits of one number: `1,250`, `12.5`, `1’000`, `12:30`. */
const IN_NUMBER = "[.,:'’\\u00a0\\u202f\\u2009]";

/** The flag `v` as text: TypeScript's target knows only literals without it. */
const token = new RegExp(
  [
    `${WORD}(?:(?:(?<=\\p{Nd})${IN_NUMBER}(?=\\p{Nd})|['’](?=\\p{L}))${WORD})*`,
    `${CHARACTERS}\\p{M}*`,
    "\\r?\\n",
    "[^\\S\\n]+",
    "\\p{RI}\\p{RI}",
    "\\p{Extended_Pictographic}(?:[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]|\\u200d\\p{Extended_Pictographic})*",
    ".",
  ].join("|"),
  "gsv",
);

/**
 * Where the words, numbers, single signs and stretches of white space of a text start, and its end;
 * together they are the text.
 */
export function tokenStarts(text: string): Int32Array {
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007f]*$/.test(text)) return plainStarts(text);
  const starts = new Offsets();
  for (const { index } of text.matchAll(token)) starts.add(index);
  starts.add(text.length);
  return starts.taken();
}

/** The same of ASCII, ten times as fast. */
function plainStarts(text: string): Int32Array {
  const starts = new Offsets();
  for (let at = 0; at < text.length; at = plainEnd(text, at)) starts.add(at);
  starts.add(text.length);
  return starts.taken();
}

function plainEnd(text: string, from: number): number {
  const code = text.charCodeAt(from);
  if (isWord(code)) return wordEnd(text, from);
  if (code === RETURN && text.charCodeAt(from + 1) === NEWLINE) return from + 2;
  let at = from + 1;
  if (isSpace(code)) while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function wordEnd(text: string, from: number): number {
  let at = from;
  do {
    at += 1;
    while (isWord(text.charCodeAt(at))) at += 1;
  } while (isJoint(text, at));
  return at;
}

/** Whether a sign does not end the word or the number before it. */
function isJoint(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  const next = text.charCodeAt(at + 1);
  if (code === APOSTROPHE && isLetter(next)) return true;
  const isInNumber = code === 0x2e || code === 0x2c || code === 0x3a || code === APOSTROPHE;
  return isInNumber && isDigit(next) && isDigit(text.charCodeAt(at - 1));
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const APOSTROPHE = 0x27;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isWord(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === 0x5f;
}

/** White space, but for the end of a line. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || (code >= 0x0b && code <= RETURN);
}
