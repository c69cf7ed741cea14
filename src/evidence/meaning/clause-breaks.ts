import type { SaidWord } from "../support/support-words.ts";
import { isNegator } from "./negators.ts";

/** Words that begin another clause. */
const JOINING: Readonly<Record<string, RegExp>> = {
  en: /^(?:but|while|whereas|although|though|because)$/,
  de: /^(?:aber|sondern|während|obwohl|weil)$/,
  fr: /^(?:mais|tandis|car|parce)$/,
  es: /^(?:pero|sino|mientras|aunque|porque)$/,
};
/** Words that begin one behind a comma: what they limit is one clause with it else. */
const RELATIVE = /^(?:which|who|whose|where|when|since|so|wobei|welche[rsn]?|qui|où|quien|donde)$/;
const AND: Readonly<Record<string, RegExp>> = {
  en: /^(?:and|or)$/,
  de: /^(?:und|oder)$/,
  fr: /^(?:et|ou)$/,
  es: /^(?:y|o)$/,
  it: /^(?:e|o)$/,
  pt: /^(?:e|ou)$/,
  nl: /^(?:en|of)$/,
  sv: /^och$/,
  da: /^og$/,
  nb: /^og$/,
  pl: /^i$/,
  ru: /^и$/,
};

interface Parted {
  /** Where the words' places are counted from. */
  readonly start: number;
  readonly words: readonly SaidWord[];
  readonly isTelling: readonly boolean[];
  readonly language: string;
}

/** The places of words that begin a clause: a comma or an "and" does where both sides say something. */
export function breaksOf(text: string, parted: Parted): ReadonlySet<number> {
  const { words, isTelling } = parted;
  const breaks = new Set<number>();
  const counts = words.map(({ key }, at) => isTelling[at] === true || /^\d/.test(key));
  let [since, ahead] = [0, counts.filter(Boolean).length];
  let isDenied = false;
  for (const at of words.keys()) {
    const opening = openingAt(text, parted, at);
    const isNot: boolean = opening === "denial" || (opening === "comma" && isDenied);
    const isRich = opening !== undefined && since > 1 && ahead > 1;
    if (isNot || isRich || (opening === "joint" && since > 0)) {
      breaks.add(at);
      since = 0;
      isDenied = isNot && !isDenied;
    }
    if (counts[at] === true) {
      since += 1;
      ahead -= 1;
    }
  }
  return breaks;
}

/** How a word begins a clause, if it does: behind a comma, by a denial there, or as a word that joins. */
function openingAt(
  text: string,
  { start, words, language }: Parted,
  at: number,
): "comma" | "denial" | "joint" | "and" | undefined {
  const [last, word] = [words[at - 1], words[at]];
  if (last === undefined || word === undefined) return undefined;
  const between = text.slice(start + last.start + last.text.length, start + word.start);
  const isComma = /[,，、]/.test(between);
  if (JOINING[language]?.test(word.key) === true) return "joint";
  if (isComma && RELATIVE.test(word.key)) return "joint";
  if (isComma && isGapped(words.slice(at), language)) return "joint";
  if (isComma) return isNegator(word.key, language) ? "denial" : "comma";
  return isAnd(word, language) ? "and" : undefined;
}

/** Whether a word joins what stands before and behind it. */
export function isAnd({ key }: SaidWord, language: string): boolean {
  return AND[language]?.test(key) === true;
}

/** Words of a clause whose verb is that of the clause before it. */
const MOST_OF_GAPPED = 4;

/** Whether words are the rest of a sentence and deny the verb before them of something else: "…, bicycles not". */
export function isGapped(words: readonly SaidWord[], language: string): boolean {
  const last = words.at(-1);
  if (last === undefined || words.length < 2 || words.length > MOST_OF_GAPPED) return false;
  return isNegator(last.key, language);
}
