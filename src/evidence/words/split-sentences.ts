import { checkArgument } from "../../core/index.ts";
import { abbreviationKind, followsOrdinal, startsSentences } from "./abbreviations.ts";

/** Characters of Thai or Lao that are put together, up to the next space. */
const PHRASES = 90;

/**
 * The sentences of a text of one paragraph, verbatim: where Unicode's rules end one, unless the point
 * is that of an abbreviation, an initial, an ordinal or an omission, or the text goes on in small
 * letters. Thai and Lao have no ends of sentences: their phrases between spaces are put together.
 * @param language a BCP 47 tag; unknown ones are English
 * @example
 * ```ts
 * import { splitSentences } from "dragline/ai";
 *
 * console.log(splitSentences("Dr. Ada came at 9. She left at 18.")); // two sentences
 * ```
 */
export function splitSentences(text: string, language = "en"): string[] {
  checkArgument("text of splitSentences(text)", text, "string");
  const sentences: string[] = [];
  let start = 0;
  for (const { index } of segmenterOf(language, "sentence").segment(text)) {
    if (index === start || isFalseEnd(text, { start, end: index })) continue;
    sentences.push(text.slice(start, index));
    start = index;
  }
  sentences.push(text.slice(start));
  return sentences
    .flatMap((whole) => (isWithoutEnds(whole) ? splitPhrases(whole) : [whole]))
    .map((whole) => whole.trim())
    .filter((whole) => whole !== "");
}

const segmenters = new Map<string, Intl.Segmenter>();
/** Languages for which a segmenter is kept. */
const MOST_SEGMENTERS = 64;

/** A segmenter of a language; making one takes longer than a page's text. */
export function segmenterOf(language: string, granularity: "sentence" | "word"): Intl.Segmenter {
  const key = `${granularity} ${language}`;
  const known = segmenters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.Segmenter(knownLocale(language), { granularity });
  if (segmenters.size >= MOST_SEGMENTERS) segmenters.clear();
  segmenters.set(key, made);
  return made;
}

function knownLocale(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? "en";
  } catch {
    return "en";
  }
}

/** Characters around an end that decide it. */
const AROUND = 60;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Whether the sentence from `start` goes on at `end`. */
function isFalseEnd(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(start, end - AROUND), end);
  if (/[\n\u2029]\s*$/.test(before.slice(-4))) return false;
  const tail = before.trimEnd();
  const head = text.slice(end, end + AROUND);
  if (/^["'“”’»)\]]*\p{Ll}/u.test(head)) return true;
  const bare = tail.replace(/["'”’»)\]]{1,4}$/, "");
  if (!bare.endsWith(".")) return false;
  // Three points apart stand for words left out, a fourth ends the sentence.
  if (/[^.\s]\s\.\s\.\s\.$/.test(bare)) return true;
  if (/\.\s?\.$/.test(bare)) return false;
  // A number alone is that of what follows.
  if (end - start < AROUND && /^\s*\(?\d{1,3}\.$/.test(tail)) return true;
  const [word = ""] = /[\p{L}\p{M}\d.\-–]*$/u.exec(bare.slice(0, -1)) ?? [];
  return word !== "" && goesOn(word.replace(/^[.\-–]+/, ""), head);
}

/** Whether a sentence goes on behind a word with a point. */
function goesOn(word: string, head: string): boolean {
  const [next = ""] = /\p{L}[\p{L}\p{M}]*/u.exec(head) ?? [];
  if (/^\d{1,2}$/.test(word)) return followsOrdinal(next);
  const kind = abbreviationKind(word);
  if (kind === "titles" || kind === "leads") return true;
  if (kind === "counts") return /^\W*\d|^[IVXLC]+\b/.test(head);
  const isInitial = /^(?:\p{Lu}|\p{Lu}[a-z]?\.(?:-?\p{Lu}\.?)+)$/u.test(word) && word !== "I";
  const isDotted = /^(?:\p{L}\.)+\p{L}$/u.test(word);
  if (kind === "closes" || isInitial || isDotted) return !startsAnew(word, { next, head });
  return false;
}

/** Words behind which any capital begins a sentence. */
const LAST_WORDS = /^(?:etc|usw|ecc|enz|itd|osv|т\.д|т\.п|др)$/i;

function startsAnew(word: string, { next, head }: { next: string; head: string }): boolean {
  if (/^["'“«„(]/.test(head)) return !/^\p{Lu}$/u.test(word);
  return LAST_WORDS.test(word) || startsSentences(next);
}

function isWithoutEnds(text: string): boolean {
  return text.length > PHRASES && /^[^.!?]{0,40}[\u0e00-\u0eff]/.test(text);
}

function splitPhrases(text: string): string[] {
  const sentences: string[] = [];
  let sentence = "";
  for (const phrase of text.split(/(?<= )/)) {
    sentence += phrase;
    if (sentence.length < PHRASES) continue;
    sentences.push(sentence);
    sentence = "";
  }
  return [...sentences, sentence];
}
