import type { WordPlaces } from "./matching.ts";
import type { Piece, SaidText, Token } from "./said-text.ts";

/** A clause of a sentence, set against the part of a passage that says most of it. */
export interface Match {
  readonly words: readonly Token[];
  readonly piece: Piece;
  /** The number of the piece's clause that has most of the words. */
  readonly main: number;
  /** Words of the sentence to where the piece has them, in its main clause if it can be. */
  readonly found: ReadonlyMap<Token, Token>;
  /** Words of substance that only another part of the passage has. */
  readonly elsewhere: readonly Token[];
  /** Clauses of the piece that say words which the main one does not. */
  readonly clauses: ReadonlySet<number>;
}

/** Parts of a passage that a clause is set against. */
const MOST_HOMES = 4;

/** The parts of a passage that say most of the words of a clause, the best first. */
export function findHomes(words: readonly Token[], passage: SaidText, places: WordPlaces): Match[] {
  const counts = new Map<number, number>();
  for (const word of words) {
    const weight = weightOf(word);
    if (weight === 0) continue;
    for (const piece of new Set(places.of(word.key).map((token) => token.piece))) {
      counts.set(piece, (counts.get(piece) ?? 0) + weight);
    }
  }
  const most = Math.max(0, ...counts.values());
  return [...counts]
    .filter(([, count]) => count >= most)
    .slice(0, MOST_HOMES)
    .flatMap(([index]) => {
      const piece = passage.pieces[index];
      return piece === undefined ? [] : [matchIn(words, piece, { places, index })];
    });
}

function weightOf({ isContent, isNamed, key }: Token): number {
  // What is said of a name tells more about where it is said than the name.
  if (isContent) return isNamed ? 1.6 : 2;
  return /^\d/.test(key) ? 0.5 : 0.01;
}

function matchIn(
  words: readonly Token[],
  piece: Piece,
  { places, index }: { readonly places: WordPlaces; readonly index: number },
): Match {
  const inPiece = new Map(
    words.map((word) => [word, places.of(word.key).filter((token) => token.piece === index)]),
  );
  const main = mainClause(inPiece, piece);
  const found = new Map<Token, Token>();
  const taken = new Set<Token>();
  for (const [word, tokens] of inPiece) {
    const own = tokens.filter(({ clause }) => clause === main);
    const among = own.length > 0 ? own : tokens;
    const token =
      among.find((each) => !taken.has(each) && each.role === word.role) ??
      among.find((each) => !taken.has(each)) ??
      among[0];
    if (token === undefined) continue;
    found.set(word, token);
    taken.add(token);
  }
  const elsewhere = words.filter(
    (word) => isTelling(word) && !found.has(word) && places.of(word.key).length > 0,
  );
  const told = [...found].filter(([word]) => isTelling(word));
  const clauses = new Set([main, ...told.map(([, token]) => token.clause)]);
  return { words, piece, main, found, elsewhere, clauses };
}

function isTelling({ isContent, key }: Token): boolean {
  return isContent || /^\d/.test(key);
}

function mainClause(inPiece: ReadonlyMap<Token, readonly Token[]>, piece: Piece): number {
  const counts = new Map<number, number>();
  for (const [word, tokens] of inPiece) {
    for (const clause of new Set(tokens.map((token) => token.clause))) {
      counts.set(clause, (counts.get(clause) ?? 0) + weightOf(word));
    }
  }
  let best = piece.words[0]?.clause ?? 0;
  for (const [clause, count] of counts) if (count > (counts.get(best) ?? 0)) best = clause;
  return best;
}
