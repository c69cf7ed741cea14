const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const DIGIT = /\p{Nd}/u;
const SEPARATOR = /[.,:/+\-\u066b\u066c]/u;
const TERMINATOR = /[%$€£¥#°\u066a]/u;
/** Shapes of letters; radicals too, which fonts give in place of the characters that look like them. */
const PRESENTATION =
  /[\u2e80-\u2fdf\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufd3d\ufd50-\ufdfc\ufe70-\ufefc]+/gu;
const MIRRORS: Readonly<Record<string, string>> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "{": "}",
  "}": "{",
  "<": ">",
  ">": "<",
  "«": "»",
  "»": "«",
};

/** Whether a text has letters that are written from right to left. */
export function hasRtl(text: string): boolean {
  return RTL.test(text);
}

/** Whether most letters of a text are written from right to left. */
export function isMostlyRtl(text: string): boolean {
  let balance = 0;
  for (const letter of text.match(/\p{L}/gu) ?? []) balance += RTL.test(letter) ? 1 : -1;
  return balance > 0;
}

/**
 * Whether a line begins at its right, as its ends tell: the letters there, else the full stop.
 * @param visual the line as it is seen, from left to right
 * @param otherwise what is true of the page
 */
export function isRtlLine(visual: string, otherwise: boolean): boolean {
  const letters = visual.match(/\p{L}/gu) ?? [];
  const [left, right] = [RTL.test(letters[0] ?? ""), RTL.test(letters.at(-1) ?? "")];
  if (left === right) return left;
  if (/^\s*[.:!?\u061f]/u.test(visual)) return true;
  return /[.:!?\u061f]\s*$/u.test(visual) ? false : otherwise;
}

/**
 * Letters for the shapes that a PDF's fonts have of them, ligatures too. No word has two alefs in
 * series: the second is of a ligature of lam and alef that was turned round with its line.
 */
export function baseLetters(text: string): string {
  const letters = text.replaceAll(PRESENTATION, (shapes) => shapes.normalize("NFKC"));
  return letters.replaceAll(/\u0627([\u0622\u0623\u0625\u0627])\u0644/g, "\u0627\u0644$1");
}

/**
 * A line between its visual and its logical order, either way: the reordering of UAX #9, rule L2,
 * undoes itself.
 */
export function reorder(text: string, rtl: boolean): string {
  const chars = clusters(text);
  return inLevels(chars, levelsOf(chars.map(kindOf), rtl));
}

/**
 * A run as it is seen, from pdf.js' order, which takes signs beyond Latin-1 (`₪`, `€`, `–`) for
 * letters that are written from left to right.
 */
export function seenOrder(run: string, rtl: boolean): string {
  const chars = clusters(run);
  const kinds = chars.map((char, index) =>
    char > "\u00ff" && !RTL.test(char) && !DIGIT.test(char) ? "L" : kindOf(char, index, chars),
  );
  return inLevels(chars, levelsOf(kinds, rtl));
}

function inLevels(chars: string[], levels: number[]): string {
  for (let level = Math.max(...levels, 0); level >= 1; level -= 1)
    reverseRuns(chars, levels, level);
  return chars.join("");
}

/** Turns brackets of a line in logical order that all stand the wrong way round. */
export function mirrorBrackets(text: string): string {
  const turned = text.replaceAll(/[()[\]{}<>«»]/g, (bracket) => MIRRORS[bracket] ?? bracket);
  return isBalanced(text) || !isBalanced(turned) ? text : turned;
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if ("([{«".includes(char)) depth += 1;
    if (")]}»".includes(char)) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** Characters, marks with the letter that they belong to. */
function clusters(text: string): string[] {
  return text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
}

function levelsOf(kinds: readonly Kind[], rtl: boolean): number[] {
  const base = rtl ? 1 : 0;
  const levels = kinds.map((kind) => {
    if (kind === "R") return 1;
    return kind === "N" ? base : base * 2;
  });
  for (let start = 0; start < kinds.length; start += 1) {
    if (kinds[start] !== "N") continue;
    let end = start;
    while (kinds[end] === "N") end += 1;
    const [before, after] = [kinds[start - 1], kinds[end]];
    levels.fill(neutralLevel(before, after, base), start, end);
    start = end;
  }
  return withNumbers(levels, kinds, base);
}

/** Where the line goes from left to right, digits between right-to-left words are within them. */
function withNumbers(levels: number[], kinds: readonly Kind[], base: number): number[] {
  if (base === 1) return levels;
  for (let index = 0; index < kinds.length; index += 1) {
    if (kinds[index] !== "D") continue;
    const left = kinds.slice(0, index).findLast((kind) => kind === "R" || kind === "L");
    const right = kinds.slice(index).find((kind) => kind === "R" || kind === "L");
    if (left === "R" && right === "R") levels[index] = 2;
  }
  return levels.map((level, index) => {
    if (kinds[index] !== "N") return level;
    const isInside = (levels[index - 1] ?? 0) > 0 && (levels[index + 1] ?? 0) > 0;
    return isInside ? 1 : level;
  });
}

function neutralLevel(before: string | undefined, after: string | undefined, base: number): number {
  if (before === undefined || after === undefined) return base;
  if (before === "R" && after === "R") return 1;
  // A number belongs to the word on its left: `version 2`; two numbers stand apart.
  const isLeft = before === "L" && (after === "L" || after === "D");
  return isLeft ? base * 2 : base;
}

/** Letters from right or from left, digits, and what takes its direction from them. */
type Kind = "R" | "L" | "D" | "N";

function kindOf(char: string, index: number, chars: readonly string[]): Kind {
  if (DIGIT.test(char)) return "D";
  if (RTL.test(char) && /[\p{L}\p{M}]/u.test(char)) return "R";
  if (/\p{L}/u.test(char)) return "L";
  return isOfNumber(char, chars, index) ? "D" : "N";
}

/** A mark between two digits, or a sign beside one. */
function isOfNumber(char: string, chars: readonly string[], index: number): boolean {
  const isAfter = DIGIT.test(chars[index - 1] ?? "");
  const isBefore = DIGIT.test(chars[index + 1] ?? "");
  if (SEPARATOR.test(char) && isAfter && isBefore) return true;
  return TERMINATOR.test(char) && (isAfter || isBefore);
}

function reverseRuns(chars: string[], levels: number[], level: number): void {
  for (let start = 0; start < chars.length; start += 1) {
    let end = start;
    while (end < chars.length && (levels[end] ?? 0) >= level) end += 1;
    if (end === start) continue;
    chars.splice(start, end - start, ...chars.slice(start, end).toReversed());
    levels.splice(start, end - start, ...levels.slice(start, end).toReversed());
    start = end;
  }
}
