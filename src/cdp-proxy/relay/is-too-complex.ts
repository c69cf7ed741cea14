/** Bytes that can be read as JSON at once, whatever they are. */
const SMALL = 256 * 1024;
/** Chromium reads no deeper. */
const MAX_DEPTH = 300;
/** Brackets, commas and colons: each stands for a value to be made. */
const MAX_TOKENS = 2_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** What bytes outside of strings mean: 1 opens, -1 closes, 0 stands between; all else is nothing. */
const MEANINGS = new Map([
  ["[", 1],
  ["{", 1],
  ["]", -1],
  ["}", -1],
  [",", 0],
  [":", 0],
]);
const NOTHING = 2;
const meanings = new Int8Array(256).fill(NOTHING);
for (const [sign, meaning] of MEANINGS) meanings[sign.charCodeAt(0)] = meaning;

/**
 * Whether a text of JSON holds so many or so deeply nested values that reading it would hold up
 * every other connection: 50 MB of brackets take V8 half a minute. Long strings are no matter.
 */
export function isTooComplex(text: Buffer): boolean {
  if (text.length <= SMALL) return false;
  let tokens = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === QUOTE) {
      at = endOfString(text, at + 1);
      continue;
    }
    const meaning = meanings[byte] ?? NOTHING;
    if (meaning === NOTHING) continue;
    depth += meaning;
    tokens += 1;
    if (depth > MAX_DEPTH || tokens > MAX_TOKENS) return true;
  }
  return false;
}

/** Where the string ends that is open at `at`; the text's end when it does not. */
function endOfString(text: Buffer, at: number): number {
  let end = at;
  while (end < text.length && text[end] !== QUOTE) end += text[end] === BACKSLASH ? 2 : 1;
  return end;
}
