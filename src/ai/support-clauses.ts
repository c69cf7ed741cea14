import { isSameUnit, readNumbers, type SaidNumber } from "./support-numbers.ts";
import { hasWord, readWords, type SaidWord } from "./support-words.ts";

/** Where a clause ends: at punctuation, or before a word that joins another. */
const ENDS =
  /[,;:()[\]\n–—。、，；]|[.!?](?=\s)|\s(?:and|but|while|whereas|with|und|aber|während|mit|et|mais|avec|y|pero|con|e|mas)\s/giu;

/** A part of a sentence, with its numbers and its words of substance. */
interface Clause {
  readonly numbers: readonly SaidNumber[];
  readonly words: readonly SaidWord[];
}

/**
 * Whether a passage says a number of something else: the sentence has none of the words that only the
 * number's clause has, but such of a clause with another number of the same unit ("plains 65 %, dunes
 * 17 %": "plains 17 %").
 * @param among every number of the sentence
 */
export function isOfAnother(
  number: SaidNumber,
  said: readonly SaidWord[],
  { among, passage }: { readonly among: readonly SaidNumber[]; readonly passage: string },
): boolean {
  const clauses = clausesOf(passage);
  const isOf = (clause: Clause, value: SaidNumber): boolean =>
    clause.numbers.some((other) => sharesValue(other, value));
  const own = clauses.filter((clause) => isOf(clause, number));
  if (own.length === 0) return false;
  const rivals = clauses.filter(
    (clause) =>
      !isOf(clause, number) && clause.numbers.some((other) => isRival(other, number, among)),
  );
  return own.every((clause) => rivals.some((rival) => isRather(said, rival, clause)));
}

function isRival(other: SaidNumber, number: SaidNumber, among: readonly SaidNumber[]): boolean {
  const isAlike = other.unit === number.unit || isSameUnit(other.unit, number.unit);
  return isAlike && !among.some((each) => sharesValue(each, other));
}

function sharesValue(one: SaidNumber, two: SaidNumber): boolean {
  return one.values.some((value) => two.values.includes(value));
}

/** Whether a sentence has words that only the one clause has, and none that only the other has. */
function isRather(said: readonly SaidWord[], one: Clause, other: Clause): boolean {
  return saysOnly(said, one, other) > 0 && saysOnly(said, other, one) === 0;
}

function saysOnly(said: readonly SaidWord[], clause: Clause, other: Clause): number {
  return clause.words.filter(({ key }) => !hasWord(other.words, key) && hasWord(said, key)).length;
}

function clausesOf(passage: string): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  for (const { 0: end, index } of [...passage.matchAll(ENDS), { 0: "", index: passage.length }]) {
    if (/^[,.]$/.test(end) && isWithinNumber(passage, index)) continue;
    const text = passage.slice(start, index);
    start = index + end.trimEnd().length;
    const words = readWords(text).filter(({ isStop, key }) => !isStop && !/^\d/.test(key));
    clauses.push({ numbers: readNumbers(text), words });
  }
  return clauses;
}

/** Whether a point or a comma is part of a number, or of a date: `3,214`, `March 3, 2020`. */
function isWithinNumber(passage: string, index: number): boolean {
  const behind = passage.slice(index + 1, index + 7);
  return /^\d/.test(behind) || (/\d/.test(passage.charAt(index - 1)) && /^ \d{4}\b/.test(behind));
}
