import { lightLanguageOf, stemLight, type LightLanguage } from "./light-stems.ts";
import { stemEnglish } from "./stem-english.ts";

/** Words of which the terms are remembered: most words of a text were there before. */
const MOST_KNOWN = 100_000;
/** Characters of a term; what is longer is known by its beginning. */
const LONGEST_TERM = 64;

/**
 * Letters and digits with their marks, and what may end a name like `c++` and `c#`; a number or a
 * version with what stands between its digits.
 */
const WORD = /v?\d+(?:[.,'’\u00a0\u2009\u202f]\d+)+|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:\+\+|#)?/giu;
/** A number of several groups: of thousands, with what is behind its point … */
const THOUSANDS = /^(\d{1,3}(?:([.,'’\u00a0\u2009\u202f])\d{3})(?:\2\d{3})*)(?:[.,](\d+))?$/;
/** … or with a part behind each point, or one comma. */
const POINTED = /^\d+(?:(?:\.\d+){1,5}|,\d+)$/;
const SIGNED = /^(?:c\+\+|[cf]#)$/i;

/** Scripts that leave no spaces between words, known by pairs of their characters … */
const PAIRED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー]/u;
const PAIRED_RUNS =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー]+|[^\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー]+/gu;
/** … and those in which words have to be found first. */
const UNSPACED = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** Letters that no decomposition makes plain. */
const plain: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ı: "i",
  þ: "th",
  ى: "ي",
  ة: "ه",
  ـ: "",
};
const PLAIN = /[ßæœøđðłıþىةـ]/gu;
/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic ones. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u0655\u0670]/gu;

/** How the words of a text are known. */
type Stemming = "english" | "none";
/** How the words of a page in an index are known. */
export type PageStemming = Stemming | LightLanguage;

const english = new Map<string, readonly string[]>();
const others = new Map<PageStemming, Map<string, readonly string[]>>();

/** The terms of words that were there before. */
function cacheOf(stemming: PageStemming): Map<string, readonly string[]> {
  if (stemming === "english") return english;
  const known = others.get(stemming) ?? new Map<string, readonly string[]>();
  if (known.size === 0) others.set(stemming, known);
  return known;
}

/** How the words of a page in a language are known; English where it states none. */
export function stemmingOf(language: string | undefined): Stemming {
  return language === undefined || /^(?:en|mul|und|zxx)?(?:-|$)/i.test(language)
    ? "english"
    : "none";
}

/** How an index knows the words of a page in a language. */
export function pageStemmingOf(language: string | undefined): PageStemming {
  const stemming = stemmingOf(language);
  return stemming === "none" ? (lightLanguageOf(language ?? "") ?? stemming) : stemming;
}

/**
 * The terms by which a text is found, in its order: words in small letters without accents, English
 * ones by their stems, those of other languages of a page by stems that end in ·, Chinese, Japanese and Korean by pairs of characters, Thai, Lao, Khmer and
 * Burmese by words as `Intl.Segmenter` finds them.
 */
export function termsOf(text: string, stemming: PageStemming): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(text)) {
    for (const term of termsOfWord(word, stemming)) terms.push(term);
  }
  return terms;
}

/** The terms of a run of letters and digits: one, but for scripts without spaces and numbers. */
export function termsOfWord(word: string, stemming: PageStemming): readonly string[] {
  const cache = cacheOf(stemming);
  const found = cache.get(word);
  if (found !== undefined) return found;
  const terms = (numberTerms(word) ?? splitWord(fold(word)))
    .map((part) => stemOf(part, stemming).toWellFormed())
    .filter((term) => term !== "");
  if (cache.size >= MOST_KNOWN) cache.clear();
  if (word.length <= LONGEST_TERM) cache.set(word, terms);
  return terms;
}

function stemOf(part: string, stemming: PageStemming): string {
  if (stemming === "none") return part.slice(0, LONGEST_TERM);
  if (stemming === "english") return stemEnglish(part).slice(0, LONGEST_TERM);
  return isInflected(part) ? `${stemLight(part, stemming).slice(0, LONGEST_TERM)}·` : part;
}

/** Whether a word may have an ending: of letters alone, and long enough. */
function isInflected(part: string): boolean {
  return part.length > SHORT && part.length <= LONGEST_TERM && /^[a-z\u00df-\u052f]+$/.test(part);
}

/** Letters of a word that has no endings. */
const SHORT = 3;

/**
 * The terms of a number with points or commas: `5,000` is `5000`; `2.7.1` is what begins with it as
 * well, so that `2.7` finds it.
 */
function numberTerms(word: string): string[] | undefined {
  if (!/^v?\d+[^\p{L}\p{N}\p{M}]\d/iu.test(word)) return undefined;
  const number = word.replace(/^v/i, "");
  const [, thousands, , rest] = (number.startsWith("0") ? null : THOUSANDS.exec(number)) ?? [];
  if (thousands !== undefined) {
    const whole = thousands.replaceAll(/\D/g, "");
    return rest === undefined ? [whole] : [whole, `${whole}·${rest}`];
  }
  const parts = number.split(/\D/);
  if (!POINTED.test(number)) return parts;
  return parts.map((_, index) => parts.slice(0, index + 1).join("·"));
}

/** The words of a text as they stand in it. */
export function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

function fold(word: string): string {
  const small = (SIGNED.test(word) ? word : word.replace(/[+#]+$/, "")).toLowerCase();
  if (!/[^a-z0-9+#]/.test(small)) return small;
  return small
    .normalize("NFKD")
    .replaceAll(ACCENTS, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(PLAIN, (letter) => plain[letter] ?? letter);
}

function splitWord(word: string): string[] {
  if (!/[\u0e00-\uffff]/.test(word)) return [word];
  if (UNSPACED.test(word)) {
    return [...segmenter.segment(word)].flatMap(({ segment, isWordLike }) =>
      isWordLike === true ? [segment] : [],
    );
  }
  if (!PAIRED.test(word)) return [word];
  return (word.match(PAIRED_RUNS) ?? []).flatMap((run) =>
    PAIRED.test(run) ? pairsOf(run) : [run],
  );
}

const segmenter = new Intl.Segmenter("th", { granularity: "word" });

function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return [run];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}
