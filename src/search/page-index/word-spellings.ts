import { isStopWord } from "../../evidence/index.ts";

/** What terms may also be written as. */
export interface Spelling {
  /** One word, or two in a row. */
  readonly words: readonly string[];
  /** The places of the terms that it stands for. */
  readonly terms: readonly number[];
}

/** A word of a query, with the places of its terms. */
interface PlacedWord {
  readonly word: string;
  readonly places: readonly number[];
}

/** Letters of a word of which parts are looked for. */
const SHORTEST = 5;
const LONGEST = 24;
/** Letters of a part of a compound. */
const PART = 4;
/** Words of a query of which spellings are looked for. */
const MOST_WORDS = 16;
/** What joins the parts of a compound: Arbeit-s-zeit, Küche-n-tisch. */
const joints = ["", "s", "es", "n", "en", "e"];

/**
 * How else the words of a query may be written, joined or apart: `email` and `e-mail`, `RFC9110` and
 * `RFC 9110`.
 */
export function spellingsOf(text: string, words: readonly PlacedWord[]): Spelling[] {
  const few = words.slice(0, MOST_WORDS);
  return [...joined(text, few), ...few.flatMap(apart)];
}

/** Neighbours of a query as one word. */
function joined(text: string, words: readonly PlacedWord[]): Spelling[] {
  const spellings: Spelling[] = [];
  let at = 0;
  for (const [index, { word, places }] of words.entries()) {
    at = text.indexOf(word, at) + word.length;
    const next = words[index + 1];
    if (next === undefined) break;
    const between = text.slice(at, text.indexOf(next.word, at));
    const terms = [...places, ...next.places];
    if (terms.length !== 2 || !/^(?: +|[-‐‑–'’/.]?)$/u.test(between)) continue;
    if (mayJoin(word, next.word)) spellings.push({ words: [word + next.word], terms });
  }
  return spellings;
}

function mayJoin(one: string, two: string): boolean {
  const areNumbers = /^\p{N}+$/u.test(one) && /^\p{N}+$/u.test(two);
  if (areNumbers) return one.length <= 3 && two.length === 3;
  if (one.length + two.length > LONGEST) return false;
  return !saysLittle(one) && !saysLittle(two);
}

/** A word as two. */
function apart({ word, places }: PlacedWord): Spelling[] {
  if (places.length !== 1) return [];
  const [, ...parts] = /^(\p{L}+)(\p{N}+)$|^(\p{N}+)(\p{L}+)$/u.exec(word) ?? [];
  const two = parts.filter((part) => part !== undefined);
  if (two.length === 2) return [{ words: two, terms: places }];
  if (!isLetters(word)) return [];
  const spellings: Spelling[] = [];
  for (let end = 1; end <= word.length - 3; end += 1) {
    const halves = [word.slice(0, end), word.slice(end)];
    if (halves.some(saysLittle)) continue;
    spellings.push({ words: halves, terms: places });
  }
  return spellings;
}

/** Whether it is no part of another word: `e-mail`, `x-ray` and `t-shirt` have a letter in front. */
function saysLittle(word: string): boolean {
  return word.length === 1 ? !/[eitx\p{N}]/iu.test(word) : isStopWord(word.toLowerCase());
}

function isLetters(word: string): boolean {
  if (word.length < SHORTEST || word.length > LONGEST) return false;
  return /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]+$/u.test(word);
}

/** The pairs of words that a word may be made of, those of about the same length first. */
export function compoundsOf(word: string): (readonly [string, string])[] {
  if (!isLetters(word)) return [];
  const pairs: [string, string][] = [];
  for (let end = PART; end <= word.length - PART; end += 1) {
    const [first, second] = [word.slice(0, end), word.slice(end)];
    for (const joint of joints) {
      const part = first.slice(0, first.length - joint.length);
      if (part.length >= PART && first.endsWith(joint)) pairs.push([part, second]);
    }
  }
  const shorter = ([one, two]: readonly [string, string]): number =>
    Math.min(one.length, two.length);
  return pairs.toSorted((one, other) => shorter(other) - shorter(one));
}
