import { findQuote } from "../find-quote.ts";

/** Letters with digits directly behind them, where words have spaces: `sqlite3`, `SM7dB`, `utf8mb4`. */
const CODE =
  /[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}][\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}_]*\d[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\d_]*/gu;

/** The words of a sentence that are made of letters and digits and that a text does not have. */
export function unsaidCodes(sentence: string, text: string): string[] {
  const known = new Set(text.match(CODE)?.map((code) => code.toLowerCase()));
  return (sentence.match(CODE) ?? []).filter((code) => {
    const key = code.toLowerCase();
    return !known.has(key) && !known.has(key.replace(/s$/, "")) && !known.has(`${key}s`);
  });
}

/** A month with its year, and a day between them or not: `November 2019`, `March 3, 2019`. */
const DATED =
  /\b(January|February|March|April|May|June|July|August|September|October|November|December)(?:\s+\d{1,2})?,?(?:\s+of)?\s+(\d{4})\b/gi;

/** The months of a sentence that a passage gives other years, and never the sentence's. */
export function misdatedMonths(sentence: string, passage: string): string[] {
  const known = readDated(passage);
  return readDated(sentence)
    .filter(({ month, year }) => {
      const years = known.filter((each) => each.month === month).map((each) => each.year);
      return years.length > 0 && !years.includes(year);
    })
    .map(({ text }) => text);
}

function readDated(text: string) {
  return [...text.matchAll(DATED)].map(([whole, month = "", year = ""]) => ({
    text: whole,
    month: month.toLowerCase(),
    year,
  }));
}

/** Share of numbers among the words of a row. */
const NUMBERS_OF_ROW = 0.3;

/**
 * A sentence that is a row of a table, and no such row of the passage: cells have no words around
 * them that say which number is whose, so the whole row has to stand there.
 */
export function unsaidRows(sentence: string, passage: string): string[] {
  const row = sentence.trim();
  const words = row.split(/\s+/);
  const numbers = words.filter((word) => /^[-+−]?\p{Sc}?\d[\d.,:%]*$/u.test(word));
  const isRow = numbers.length > 1 && numbers.length >= NUMBERS_OF_ROW * words.length;
  if (!isRow || /[\p{L}\d%][.!?]$/u.test(row)) return [];
  return findQuote(passage, row) === undefined ? [row] : [];
}
