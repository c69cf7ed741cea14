import { checkArgument } from "../core/index.ts";
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
 * @example
 * ```ts
 * import { foldText } from "dragline/ai";
 *
 * console.log(foldText("“High  Water”")); // "high water"
 * ```
 */
export function foldText(text: string): string {
  return [...foldedPieces(text)]
    .map(({ folded }) => folded)
    .join("")
    .trimEnd();
}

/** Pieces of a text between two of which the places in both forms are kept. */
const MARK_EVERY = 256;

/** A place in both forms of a text. */
interface Mark extends Beginning {
  /** Characters of the folded text before it. */
  readonly before: number;
}

/** A word or number between characters of other kinds; scripts without spaces have none. */
const WORD =
  /(?:(?![\u{10000}-\u{10ffff}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])[\p{L}\p{N}])+/gu;

/** A folded text that knows its original. */
export class FoldedText {
  readonly original: string;
  readonly text: string;
  readonly #marks: Mark[] = [];
  #words: ReadonlySet<string> | undefined;

  constructor(original: string) {
    this.original = original;
    const found: string[] = [];
    let [before, isSpaced] = [0, true];
    for (const { folded, index } of foldedPieces(original)) {
      if (found.length % MARK_EVERY === 0) this.#marks.push({ before, index, isSpaced });
      found.push(folded);
      before += folded.length;
      isSpaced = folded.endsWith(" ");
    }
    this.text = found.join("").trimEnd();
  }

  /** Whether every word of another folded text is one of this: if not, it stands nowhere in whole words. */
  hasWordsOf(folded: string): boolean {
    checkArgument("folded of hasWordsOf(folded)", folded, "string");
    this.#words ??= new Set(this.text.match(WORD));
    return (folded.match(WORD) ?? []).every((word) => this.#words?.has(word) === true);
  }

  /** The place in the original of a part of `text` that is not empty. */
  originOf(start: number, end: number): { readonly start: number; readonly end: number } {
    const origin = { start: 0, end: this.original.length };
    const from = this.#marks.findLast((each) => each.before <= start);
    let before = from?.before ?? 0;
    for (const { folded, piece, index } of foldedPieces(this.original, from)) {
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

/** Where folding begins. */
interface Beginning {
  readonly index: number;
  /** Whether white space, or nothing, stands before it. */
  readonly isSpaced: boolean;
}

interface FoldedPiece {
  readonly piece: string;
  readonly index: number;
  readonly folded: string;
}

function* foldedPieces(
  text: string,
  from: Beginning = { index: 0, isSpaced: true },
): Generator<FoldedPiece> {
  checkArgument("text that is folded", text, "string");
  let { isSpaced } = from;
  const pieces = new RegExp(PIECE);
  pieces.lastIndex = from.index;
  for (const { 0: piece, index } of text.matchAll(pieces)) {
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
