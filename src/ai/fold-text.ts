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
  return [...foldedPieces(text)]
    .map(({ folded }) => folded)
    .join("")
    .trimEnd();
}

/** A folded text that knows its original. */
export class FoldedText {
  readonly original: string;
  readonly text: string;

  constructor(original: string) {
    this.original = original;
    this.text = foldText(original);
  }

  /** The place in the original of a part of `text` that is not empty; looked for from the beginning. */
  originOf(start: number, end: number): { readonly start: number; readonly end: number } {
    const origin = { start: 0, end: this.original.length };
    let before = 0;
    for (const { folded, piece, index } of foldedPieces(this.original)) {
      const after = before + folded.length;
      // Only runs of ASCII have a character for each of theirs.
      const isEven = folded.length === piece.length;
      if (start >= before && start < after) origin.start = index + (isEven ? start - before : 0);
      if (end > before && end <= after) {
        origin.end = index + (isEven ? end - before : piece.length);
        break;
      }
      before = after;
    }
    return origin;
  }
}

interface FoldedPiece {
  readonly piece: string;
  readonly index: number;
  readonly folded: string;
}

function* foldedPieces(text: string): Generator<FoldedPiece> {
  let isSpaced = true;
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const folded = foldPiece(piece, isSpaced);
    if (folded === "") continue;
    isSpaced = folded.endsWith(" ");
    yield { piece, index, folded };
  }
}

/** @param isSpaced whether white space, or nothing, stands before it */
function foldPiece(piece: string, isSpaced: boolean): string {
  if (/^[!-~]+$/.test(piece)) return piece.toLowerCase();
  const folded = piece
    .normalize("NFKC")
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(DASHES, "-")
    .replace(UNSEEN, "")
    .replace(/\s+/g, " ")
    .toLowerCase();
  return isSpaced ? folded.trimStart() : folded;
}
