import { stemEnglish } from "./stem-english.ts";

/** Words of which the terms are remembered: most words of a text were there before. */
const MOST_KNOWN = 100_000;
/** Characters of a term; what is longer is known by its beginning. */
const LONGEST_TERM = 64;

/** Letters and digits with their marks, and what may end a name like `c++` and `c#`. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:\+\+|#)?/gu;
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
export type Stemming = "english" | "none";

const known: Readonly<Record<Stemming, Map<string, readonly string[]>>> = {
  english: new Map(),
  none: new Map(),
};

/** How the words of a page in a language are known; English where it states none. */
export function stemmingOf(language: string | undefined): Stemming {
  return language === undefined || /^(?:en|mul|und|zxx)?(?:-|$)/i.test(language)
    ? "english"
    : "none";
}

/**
 * The terms by which a text is found, in its order: words in small letters without accents, English
 * ones by their stems, Chinese, Japanese and Korean by pairs of characters, Thai, Lao, Khmer and
 * Burmese by words as `Intl.Segmenter` finds them.
 */
export function termsOf(text: string, stemming: Stemming): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(text)) {
    for (const term of termsOfWord(word, stemming)) terms.push(term);
  }
  return terms;
}

/** The terms of a run of letters and digits: one, but for scripts without spaces. */
export function termsOfWord(word: string, stemming: Stemming): readonly string[] {
  const cache = known[stemming];
  const found = cache.get(word);
  if (found !== undefined) return found;
  const terms = splitWord(fold(word))
    .map((part) => (stemming === "english" ? stemEnglish(part) : part).slice(0, LONGEST_TERM))
    .map((term) => term.toWellFormed())
    .filter((term) => term !== "");
  if (cache.size >= MOST_KNOWN) cache.clear();
  if (word.length <= LONGEST_TERM) cache.set(word, terms);
  return terms;
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
