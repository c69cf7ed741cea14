/** Endings and what takes their place. */
type Rules = readonly (readonly [ending: string, instead: string])[];

const rules = (text: string): Rules =>
  text.split(" ").map((rule) => {
    const [ending = "", instead = ""] = rule.split(":");
    return [ending, instead] as const;
  });

const nouns = rules(
  "ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent eli:e ousli:ous ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble",
);
const adjectives = rules("icate:ic ative: alize:al iciti:ic ical:ic ful: ness:");
const suffixes = rules(
  "ement: ance: ence: able: ible: ment: ant: ent: ism: ate: iti: ous: ive: ize: ion: al: er: ic: ou:",
);

/**
 * The stem of an English word in small letters, by which its forms are known: `connection` and
 * `connected` are `connect`. M. F. Porter, "An algorithm for suffix stripping", 1980.
 */
export function stemEnglish(word: string): string {
  if (!/^[a-z]{3,40}$/.test(word)) return word;
  let stem = withoutPlural(word);
  stem = withoutVerbEnding(stem);
  if (stem.endsWith("y") && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaceEnding(stem, nouns, 1);
  stem = replaceEnding(stem, adjectives, 1);
  stem = replaceEnding(stem, suffixes, 2);
  return withoutLastE(stem);
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const [ending] = /(?:ed|ing)$/.exec(word) ?? [];
  if (ending === undefined) return word;
  const stem = word.slice(0, -ending.length);
  if (!hasVowel(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/([^aeioulsz])\1$/.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

/** Replaces the first ending that fits, where the rest is long enough. */
function replaceEnding(word: string, endings: Rules, least: number): string {
  const rule = endings.find(([ending]) => word.endsWith(ending));
  if (rule === undefined) return word;
  const [ending, instead] = rule;
  const stem = word.slice(0, -ending.length);
  if (measure(stem) < least || (ending === "ion" && !/[st]$/.test(stem))) return word;
  return stem + instead;
}

function withoutLastE(word: string): string {
  let stem = word;
  if (stem.endsWith("e")) {
    const rest = stem.slice(0, -1);
    const count = measure(rest);
    if (count > 1 || (count === 1 && !endsShort(rest))) stem = rest;
  }
  return stem.endsWith("ll") && measure(stem) > 1 ? stem.slice(0, -1) : stem;
}

/** A letter each: `v` for a vowel, `c` for a consonant; `y` is a vowel behind a consonant. */
function letterKinds(word: string): string {
  let kinds = "";
  for (const letter of word) {
    const isVowel = letter === "y" ? kinds.endsWith("c") : "aeiou".includes(letter);
    kinds += isVowel ? "v" : "c";
  }
  return kinds;
}

/** How often vowels are followed by consonants. */
function measure(word: string): number {
  return letterKinds(word).match(/v+c+/g)?.length ?? 0;
}

function hasVowel(word: string): boolean {
  return letterKinds(word).includes("v");
}

/** Whether it ends in consonant, vowel, consonant, the last of them no w, x or y. */
function endsShort(word: string): boolean {
  return letterKinds(word).endsWith("cvc") && !/[wxy]$/.test(word);
}
