import type { PdfRun } from "./pdf-run.ts";

/** No word has two alefs in series: the second is of a ligature with lam that was turned round. */
const TURNED = /\u0627[\u0622\u0623\u0625\u0627]\u0644/u;
const WORD = /[\p{Script=Arabic}\p{M}]+/gu;
const OF_WORD = /^[\p{Script=Arabic}\p{M}]+$/u;

/**
 * Whether runs have glyphs of two letters whose order was turned round with their line: pdf.js turns
 * letters, not glyphs.
 */
export function hasTurned(runs: readonly PdfRun[]): boolean {
  return runs.some(({ str }) => TURNED.test(str));
}

/**
 * Runs with the letters of such glyphs in order.
 * @param glyphs what the glyphs of the page stand for, in the order that they are drawn
 */
export function withLigatures(runs: readonly PdfRun[], glyphs: readonly string[]): PdfRun[] {
  const words = wordsOf(glyphs);
  return runs.map((run) =>
    run.rtl === true
      ? { ...run, str: run.str.replaceAll(WORD, (word) => words.get(word) ?? word) }
      : run,
  );
}

/** Words by what they are when their letters are turned; those that may be two words stay. */
function wordsOf(glyphs: readonly string[]): Map<string, string> {
  const words = new Map<string, string>();
  const add = (word: readonly string[]): void => {
    const letters = word.join("");
    const turned = Array.from(letters).toReversed().join("");
    const right = word.toReversed().join("");
    const known = words.get(turned);
    words.set(turned, known === undefined || known === right ? right : turned);
  };
  let word: string[] = [];
  for (const glyph of [...glyphs, ""]) {
    if (OF_WORD.test(glyph)) word.push(glyph);
    else {
      if (word.length > 0) add(word);
      word = [];
    }
  }
  return words;
}
