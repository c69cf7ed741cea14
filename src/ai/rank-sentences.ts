import type { PageSentence } from "./prose.ts";
import { segmenterOf } from "../evidence/index.ts";

/** A sentence with what it is worth for a summary, and its words. */
export interface RankedSentence extends PageSentence {
  readonly score: number;
  readonly words: ReadonlySet<string>;
}

/** How much each thing counts: closeness to what the page is about, its title's words, its place. */
const CENTRAL = 1;
const TITLE = 0.5;
const PLACE = 0.5;
/** What a question or an exclamation keeps. */
const RAISED = 0.7;
/** What a sentence keeps that leans on the one before it … */
const LEANING = 0.75;
/** … and one that begins or ends within a quotation. */
const TORN = 0.5;
/** Sentences into the page at which its place counts half. */
const HALF_PLACE = 6;
/** Share of the sentences above which a word is no subject. */
const COMMON = 0.5;

/**
 * Weighs each sentence by how close its words are to those of all sentences (cosine to the centroid of
 * tf-idf vectors), the share of the title's words that it has, and how early it stands. Linear in the
 * text.
 */
export function rankSentences(
  sentences: readonly PageSentence[],
  { title, language }: { readonly title: string; readonly language: string },
): RankedSentence[] {
  const words = sentences.map(({ text }) => wordsOf(text, language));
  const rarity = raritiesOf(words);
  const weightOf = (word: string): number => rarity.get(word) ?? 0;
  const centroid = new Map<string, number>();
  for (const own of words) {
    const length = lengthOf(own, weightOf);
    for (const word of own) {
      centroid.set(word, (centroid.get(word) ?? 0) + weightOf(word) / length);
    }
  }
  const whole = lengthOf(centroid.keys(), (word) => centroid.get(word) ?? 0);
  const titleWords = new Set([...wordsOf(title, language)].filter((word) => rarity.has(word)));
  const titleWeight = sumOf(titleWords, weightOf);
  return sentences.map((sentence, index) => {
    const own = words[index] ?? new Set<string>();
    const product = sumOf(own, (word) => weightOf(word) * (centroid.get(word) ?? 0));
    const central = product / (lengthOf(own, weightOf) * whole);
    const named = sumOf(own, (word) => (titleWords.has(word) ? weightOf(word) : 0));
    const titled = titleWeight === 0 ? 0 : named / titleWeight;
    const place = HALF_PLACE / (HALF_PLACE + index);
    const sum = CENTRAL * central + TITLE * titled + PLACE * place;
    return { ...sentence, words: own, score: sum * sentence.worth * manner(sentence.text) };
  });
}

/** What is left of a sentence's worth by the way it is put. */
function manner(text: string): number {
  const raised = /[!?！？؟]\W{0,3}$/u.test(text) ? RAISED : 1;
  const leaning = LEANS.test(text) ? LEANING : 1;
  return raised * leaning * (isTorn(text) ? TORN : 1);
}

function isTorn(text: string): boolean {
  // German closes with the mark that English opens with: pairs are counted, whatever they are.
  return (text.match(/["“”„]/g)?.length ?? 0) % 2 === 1;
}

const LEANS =
  /^(?:however|but|and|so|also|thus|therefore|that said|moreover|in addition|additionally|for example|for instance|instead|aber|doch|und|deshalb|mais|et|donc|pero|por eso|но|а|и|поэтому)(?![\p{L}\p{M}])/iu;

/** The different words of a text, in small letters. */
function wordsOf(text: string, language: string): Set<string> {
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenterOf(language, "word").segment(text)) {
    if (isWordLike === true) words.add(segment.toLowerCase());
  }
  return words;
}

/** How telling each word is: nothing for one that most sentences have. */
function raritiesOf(all: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const words of all) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const rarities = new Map<string, number>();
  for (const [word, count] of counts) {
    const isCommon = all.length > 3 && count > all.length * COMMON;
    rarities.set(word, isCommon ? 0 : Math.log((all.length + 1) / count));
  }
  return rarities;
}

function sumOf(words: Iterable<string>, valueOf: (word: string) => number): number {
  let sum = 0;
  for (const word of words) sum += valueOf(word);
  return sum;
}

/** The length of a vector; never 0. */
function lengthOf(words: Iterable<string>, weightOf: (word: string) => number): number {
  return Math.sqrt(sumOf(words, (word) => weightOf(word) ** 2)) || 1;
}
