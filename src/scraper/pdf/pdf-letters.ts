import { hasRtl } from "./pdf-bidi.ts";
import type { PdfRun } from "./pdf-run.ts";

/** Text whose letters, numbers and marks of sentences stand apart, or one of them. */
const SPACED = /^[\p{L}\p{N}.,;:!?'"’()-]\p{M}*(?: +[\p{L}\p{N}.,;:!?'"’()-]\p{M}*)*$/u;
/** Such letters within a text. */
const WITHIN = /(?<!\S)\p{L}(?: \p{L}){3,}(?!\S)/gu;
const FEWEST_LETTERS = 4;
/** Longer words are several whose gaps are lost. */
const MOST_LETTERS = 20;
/** A mark between words whose gaps are lost. */
const SENTENCES = /\p{L}[.,;:!?]\p{L}/u;
const VOWEL = /[aeiouyæœøı]/u;
/** In font sizes: a gap between letters, one between words of them, and how letters' gaps differ. */
const LETTER_GAP = 1.4;
const WORD_GAP = 3.5;
const SLACK = 0.15;
/** In font sizes: the widest gap between words whose letters are nearer than their space. */
const SPACE = 1.6;
/** A gap between words is larger than one between letters by this. */
const WIDER = 1.4;

/** Runs with the words whole whose letters were drawn apart. */
export function joinSpaced(runs: readonly PdfRun[]): PdfRun[] {
  const joined: PdfRun[] = [];
  for (let start = 0; start < runs.length;) {
    const end = endOfSpaced(runs, start);
    const stretch = runs.slice(start, end);
    const [first] = stretch;
    if (stretch.length > 1) joined.push(...(wordsOf(stretch) ?? stretch.map(joinWithin)));
    else if (first !== undefined) joined.push(joinWithin(first));
    start = Math.max(end, start + 1);
  }
  return joined;
}

function endOfSpaced(runs: readonly PdfRun[], start: number): number {
  let end = start;
  while (end < runs.length && isSpaced(runs[end])) {
    if (end > start && !follows(runs[end - 1], runs[end])) break;
    end += 1;
  }
  return Math.max(end, start + 1);
}

function isSpaced(run: PdfRun | undefined): boolean {
  return run?.mono !== true && SPACED.test(run?.str ?? "") && !hasRtl(run?.str ?? "");
}

function follows(last: PdfRun | undefined, run: PdfRun | undefined): boolean {
  if (last === undefined || run === undefined) return false;
  const size = run.fontSize;
  const isLike = Math.abs(last.y - run.y) < 0.1 * size && Math.abs(last.fontSize - size) < 0.1;
  const isInCell = last.cell?.row === run.cell?.row && last.cell?.column === run.cell?.column;
  const gap = gapOf(last, run);
  return isLike && isInCell && gap > -SLACK && gap < WORD_GAP;
}

/** In font sizes. */
function gapOf(last: PdfRun, run: PdfRun): number {
  return (run.x - last.x - last.width) / run.fontSize;
}

/** The words of runs as one run, undefined where they are none. */
function wordsOf(runs: readonly PdfRun[]): PdfRun[] | undefined {
  const [first, last] = [runs[0], runs.at(-1)];
  const limit = runs.every(({ str }) => /^\S+$/u.test(str)) ? gapOfWords(runs) : 0;
  if (first === undefined || last === undefined || limit === undefined) return undefined;
  let text = "";
  for (const [index, run] of runs.entries()) {
    const before = runs[index - 1];
    const gap = before === undefined ? 0 : gapOf(before, run);
    if (limit === 0 && gap > SPACE) return undefined;
    text += (gap > limit ? "  " : " ") + run.str;
  }
  const str = joinLetters(text.trim());
  return str === text.trim()
    ? undefined
    : [{ ...first, str, width: last.x + last.width - first.x }];
}

/** The gap from which on letters, each a run, are of two words; undefined where they are of none. */
function gapOfWords(runs: readonly PdfRun[]): number | undefined {
  const gaps = runs.slice(1).map((run, index) => gapOf(runs[index] ?? run, run));
  const median = gaps.toSorted((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? 0;
  const limit = median * WIDER;
  const near = gaps.filter((gap) => gap <= limit);
  if (median <= 0 || median > LETTER_GAP) return undefined;
  return near.every((gap) => Math.abs(gap - median) < SLACK) ? limit : undefined;
}

function joinWithin(run: PdfRun): PdfRun {
  if (run.mono === true || hasRtl(run.str)) return run;
  if (isSpaced(run)) return { ...run, str: joinLetters(run.str) };
  const single = run.str.split(" ").filter((part) => part.length === 1);
  if (single.length > MOST_LETTERS) return run;
  const str = run.str.replaceAll(WITHIN, joinLetters);
  return str === run.str ? run : { ...run, str: str.replaceAll(/ {2,}/g, " ") };
}

/** `H e l l o` is a word; two spaces part words, without which many letters are of several. */
function joinLetters(text: string): string {
  if (!isOfWords(text)) return text;
  const words = text.split(/ {2,}/).map((word) => word.replaceAll(" ", ""));
  return words.some((word) => word.length > MOST_LETTERS || SENTENCES.test(word))
    ? text
    : words.join(" ");
}

/** Whether letters are of words: not those of a list, of the alphabet, of marks in a table. */
function isOfWords(text: string): boolean {
  const letters = text.toLowerCase().match(/\p{L}/gu) ?? [];
  const others = text.replaceAll(/[\p{L}\p{M}\s]/gu, "");
  if (letters.length < FEWEST_LETTERS || others.length > letters.length) return false;
  if (new Set(letters).size < 3) return false;
  const isLatin = letters.every((letter) => /\p{Script=Latin}/u.test(letter));
  if (isLatin && !VOWEL.test(letters.join("").normalize("NFD"))) return false;
  const steps = letters.slice(1).map((letter, at) => code(letter) - code(letters[at]));
  return !steps.every((step) => step === 1 || step === 2);
}

function code(letter: string | undefined): number {
  return letter?.codePointAt(0) ?? 0;
}
