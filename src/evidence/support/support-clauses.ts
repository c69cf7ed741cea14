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

/** Clauses of one kind that are compared. */
const MOST = 32;

/** A passage by its clauses with numbers. */
export class NumberClauses {
  readonly #clauses: readonly Clause[];

  constructor(passage: string) {
    this.#clauses = clausesOf(passage).filter(({ numbers }) => numbers.length > 0);
  }

  /**
   * Whether the passage says a number of something else: the sentence has none of the words that only the
   * number's clause has, but such of a clause with another number of the same unit ("plains 65 %, dunes
   * 17 %": "plains 17 %").
   * @param among every number of the sentence's clause
   */
  isOfAnother(
    number: SaidNumber,
    said: readonly SaidWord[],
    among: readonly SaidNumber[],
  ): boolean {
    const isOf = (clause: Clause): boolean =>
      clause.numbers.some((other) => sharesValue(other, number));
    const own = this.#clauses.filter(isOf).slice(0, MOST);
    if (own.length === 0) return false;
    const rivals = this.#clauses
      .filter(
        (clause) => !isOf(clause) && clause.numbers.some((other) => isRival(other, number, among)),
      )
      .slice(0, MOST);
    return own.every((clause) => rivals.some((rival) => isRather(said, rival, clause)));
  }
}

function isRival(other: SaidNumber, number: SaidNumber, among: readonly SaidNumber[]): boolean {
  const isAlike = other.unit === number.unit || isSameUnit(other.unit, number.unit);
  if (!isAlike || isYear(other) !== isYear(number)) return false;
  return !among.some((each) => sharesValue(each, other));
}

/** A year stands for no other number. */
function isYear({ text }: SaidNumber): boolean {
  return /^[12]\d{3}$/.test(text.trim());
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
