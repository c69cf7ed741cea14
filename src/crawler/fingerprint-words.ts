/** Is given the words of a text. */
export interface WordTaker {
  /** @param word a 32-bit hash of the word */
  take(word: number): void;
}

/**
 * Hands out hashes (FNV-1a over UTF-16 code units) of the first `most` words of `text` and gives
 * their number. A word is a run of letters and digits; of scripts written without spaces, each
 * character is one.
 */
export function readWords(text: string, most: number, taker: WordTaker): number {
  let words = 0;
  let hash = BASIS;
  for (let at = 0; at < text.length && words < most; at += 1) {
    const unit = text.charCodeAt(at);
    const kind = unit < 128 ? (ASCII[unit] ?? GAP) : kindOf(unit);
    if (kind !== GAP) hash = Math.imul(hash ^ unit, PRIME);
    const ends = kind !== PART || at + 1 === text.length;
    if (!ends || hash === BASIS) continue;
    taker.take(hash);
    words += 1;
    hash = BASIS;
  }
  return words;
}

const BASIS = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

/** Between words. */
const GAP = 0;
/** Of a word. */
const PART = 1;
/** A word by itself, or the end of one. */
const WHOLE = 2;

const ASCII = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[0-9A-Za-z]/.test(String.fromCharCode(unit)) ? PART : GAP,
);

/** First and last code unit of the blocks of spaces and punctuation, in order. */
const GAPS = [
  [0x80, 0xa9],
  [0xab, 0xb4],
  [0xb6, 0xb9],
  [0xbb, 0xbf],
  [0x2000, 0x206f],
  [0x2190, 0x2bff],
  [0x3000, 0x3004],
  [0x3008, 0x3020],
  [0xfe10, 0xfe6f],
  [0xfeff, 0xff0f],
  [0xff1a, 0xff20],
] as const;

/** Blocks of scripts that put no spaces between words: Thai to Burmese, Khmer, kana and Han. */
const UNSPACED = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x2e80, 0x2fdf],
  [0x3005, 0x3007],
  [0x3021, 0x9fff],
  [0xf900, 0xfaff],
] as const;

type Blocks = readonly (readonly [first: number, last: number])[];

function kindOf(unit: number): number {
  if (isIn(GAPS, unit)) return GAP;
  return isIn(UNSPACED, unit) ? WHOLE : PART;
}

function isIn(blocks: Blocks, unit: number): boolean {
  for (const [first, last] of blocks) if (unit <= last) return unit >= first;
  return false;
}
