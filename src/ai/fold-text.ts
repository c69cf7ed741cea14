/** A run that changes nothing but its case, white space, or a character with its marks. */
const PIECE = /[!-~]+(?!\p{M})|\s+|\S\p{M}*/gu;

const SINGLE_QUOTES = /[\u2018\u2019\u201a\u201b\u2032]/g;
const DOUBLE_QUOTES = /[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/**
 * A text for comparing: Unicode's compatibility form (NFKC), white space as one space and none at
 * the ends, every dash as `-`, quotation marks as `'` or `"`, without what is not seen (soft hyphens,
 * zero-width characters), in small letters.
 */
export function foldText(text: string): string {
  let folded = "";
  for (const [piece] of text.matchAll(PIECE)) folded = appended(folded, foldPiece(piece));
  return folded.trimEnd();
}

/** A folded text that knows where each of its characters comes from. */
export class FoldedText {
  readonly text: string;
  /** By place in `text`, where the piece begins and ends that it comes from. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(original: string) {
    let folded = "";
    for (const { 0: piece, index } of original.matchAll(PIECE)) {
      const before = folded.length;
      folded = appended(folded, foldPiece(piece));
      // Only runs of ASCII have a character for each of theirs.
      const isEven = folded.length - before === piece.length;
      for (let at = before; at < folded.length; at += 1) {
        const start = isEven ? index + at - before : index;
        this.#starts.push(start);
        this.#ends.push(isEven ? start + 1 : index + piece.length);
      }
    }
    this.text = folded.trimEnd();
  }

  /** The place in the original of a part of `text` that is not empty. */
  originOf(start: number, end: number): { readonly start: number; readonly end: number } {
    return { start: this.#starts[start] ?? 0, end: this.#ends[end - 1] ?? 0 };
  }
}

function appended(folded: string, piece: string): string {
  const isSpaced = folded === "" || folded.endsWith(" ");
  return isSpaced && piece.startsWith(" ") ? folded + piece.trimStart() : folded + piece;
}

function foldPiece(piece: string): string {
  if (/^[!-~]+$/.test(piece)) return piece.toLowerCase();
  return piece
    .normalize("NFKC")
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(DASHES, "-")
    .replace(UNSEEN, "")
    .replace(/\s+/g, " ")
    .toLowerCase();
}
