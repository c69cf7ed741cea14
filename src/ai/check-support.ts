import { splitSentences } from "./split-sentences.ts";
import { isOfAnother } from "./support-clauses.ts";
import { misdatedMonths, unsaidCodes, unsaidRows } from "./support-verbatim.ts";
import { isNumberWord, isSaid, readNumbers } from "./support-numbers.ts";
import { areSwapped, runAt } from "./support-order.ts";
import {
  hasWord,
  isNegated,
  isNegation,
  isSameWord,
  readWords,
  type SaidWord,
} from "./support-words.ts";
import { spellDates } from "./spell-dates.ts";

/** A sentence, and what is to support it. */
export interface SupportQuestion {
  readonly sentence: string;
  /** The words that it rests on: whole sentences of a source. */
  readonly passage: string;
  /**
   * What the passage is about, as its source's title and headings say: names, dates and words of the
   * sentence may come from there as well.
   */
  readonly context?: string | undefined;
  /** The passage's language (BCP 47); English when absent. */
  readonly language?: string | undefined;
}

/** Something that a sentence says and its passage does not. */
export interface SupportFault {
  /**
   * `number`: a number or a date; `name`; `order`: two names have changed places; `negation`: the
   * one says that something is, the other that it is not; `words`: too few of its words stand there.
   */
  readonly kind: "number" | "name" | "order" | "negation" | "words";
  /** The words in question. */
  readonly text: string;
}

/** Share of a sentence's words of substance that its passage must have. */
const COVERED = 0.55;
/** What a word that may be a name counts when it is missing. */
const NAMELIKE = 2;

/**
 * What of a sentence its passage does not support, without a model: numbers by value and unit
 * (rounded only where the sentence says so), dates, names, names that have taken each other's part,
 * negations, and the share of its words. It judges by words: what a sentence says in quite other words,
 * in another language, or by a calculation, counts as not supported.
 * @returns empty when the passage supports it, as far as words can tell
 */
export function checkSupport(question: SupportQuestion): readonly SupportFault[] {
  const { context = "", language = "en" } = question;
  const sentence = spellDates(question.sentence);
  const passage = spellDates(question.passage);
  const around = spellDates(context);
  const said = readWords(sentence);
  const known = [...readWords(passage), ...readWords(around)];
  if (said.length === 0) return [{ kind: "words", text: "" }];
  const faults: SupportFault[] = [
    ...numberFaults({ sentence, said }, { passage, around }),
    ...nameFaults(said, known),
    ...wordFaults(said, known),
  ];
  if (faults.length > 0) return faults;
  const sentences = passage.split("\n").flatMap((line) => splitSentences(line, language));
  const parts = (sentences.length === 0 ? [passage] : sentences).map(readWords);
  return [...orderFaults(said, parts), ...negationFaults(said, parts)];
}

interface Sentence {
  readonly sentence: string;
  readonly said: readonly SaidWord[];
}

function numberFaults(
  { sentence, said }: Sentence,
  { passage, around }: { readonly passage: string; readonly around: string },
): SupportFault[] {
  const text = `${passage}\n${around}`;
  const known = readNumbers(text);
  const among = readNumbers(sentence);
  const unsaid = among.filter(
    (number) => !isSaid(number, known, text) || isOfAnother(number, said, { among, passage }),
  );
  return [
    ...unsaid.map((number) => number.text),
    ...unsaidCodes(sentence, text),
    ...misdatedMonths(sentence, passage),
    ...unsaidRows(sentence, passage),
  ].map((words) => ({ kind: "number", text: words }));
}

function nameFaults(said: readonly SaidWord[], known: readonly SaidWord[]): SupportFault[] {
  if (haveNounsCapitals([...said, ...known])) return [];
  return namesOf(said)
    .filter((name) => !isKnownName(name, { said, known }))
    .map(({ text }) => ({ kind: "name", text }));
}

/** Share of words with capitals from which every noun has one. */
const NOUNS = 0.35;
const GERMAN = /^(?:der|die|das|und|ist|wurde|wird|nicht|eine?|dem|den|zum?|zur)$/;

/** Whether nouns are written as names are, as in German. */
function haveNounsCapitals(words: readonly SaidWord[]): boolean {
  if (!words.some(({ key, isNamed }) => !isNamed && GERMAN.test(key))) return false;
  const long = words.filter(({ key, isFirst }) => key.length > 3 && !isFirst);
  return long.filter(({ isNamed }) => isNamed).length > NOUNS * Math.max(4, long.length);
}

/** Words that are names by their writing; a sentence's first one when the next is one as well. */
function namesOf(words: readonly SaidWord[]): SaidWord[] {
  return words.filter((word, index) => {
    if (!word.isNamed || word.isStop || /^\d+$/.test(word.key)) return false;
    return !word.isFirst || /\p{L}.*\p{Lu}|\d/u.test(word.text) || isNamedNext(words, index);
  });
}

function isNamedNext(words: readonly SaidWord[], index: number): boolean {
  const next = words[index + 1];
  const word = words[index];
  if (next === undefined || word === undefined) return false;
  return next.isNamed && !next.isStop && next.start - word.start - word.text.length === 1;
}

interface Both {
  readonly said: readonly SaidWord[];
  readonly known: readonly SaidWord[];
}

function isKnownName({ key, text }: SaidWord, { said, known }: Both): boolean {
  if (hasWord(known, key)) return true;
  const parts = key.split(/[-'./]/).filter((part) => part.length > 1);
  if (parts.length > 1 && parts.every((part) => hasWord(known, part))) return true;
  if (/^\p{Lu}{2,6}$/u.test(text)) return hasInitials(known, key);
  // "European Union" where the passage has "EU".
  return known.some((word) => /^\p{Lu}{2,6}$/u.test(word.text) && spells(said, word.key, key));
}

function hasInitials(words: readonly SaidWord[], letters: string): boolean {
  const initials = words.map(({ key, isNamed }) => (isNamed ? key.charAt(0) : " ")).join("");
  return initials.includes(letters);
}

/** Whether words that follow each other, `key` among them, begin with the letters. */
function spells(words: readonly SaidWord[], letters: string, key: string): boolean {
  return words.some((_, start) => {
    const run = words.slice(start, start + letters.length);
    const initials = run.map((word) => word.key.charAt(0)).join("");
    return initials === letters && run.some((word) => word.key === key);
  });
}

function wordFaults(said: readonly SaidWord[], known: readonly SaidWord[]): SupportFault[] {
  const content = said.filter(
    ({ isStop, key }) => !isStop && !/^[\d.,]+$/.test(key) && !isNumberWord(key),
  );
  if (content.length === 0) return [];
  const missing = content.filter((word) => !isKnownName(word, { said, known }));
  const lost = missing.reduce((sum, { isNamed }) => sum + (isNamed ? NAMELIKE : 1), 0);
  if (1 - lost / content.length >= COVERED) return [];
  return [{ kind: "words", text: missing.map(({ text }) => text).join(" ") }];
}

/** Names and numbers of a sentence that are compared two by two. */
const MOST_NAMES = 12;

function orderFaults(said: readonly SaidWord[], parts: readonly SaidWord[][]): SupportFault[] {
  const places = said
    .flatMap((word, index) => (isPart(word) && !word.isStop ? [index] : []))
    .filter((index) => parts.some((part) => placeOf(part, said[index]) !== -1))
    .slice(0, MOST_NAMES);
  for (const [order, first] of places.entries()) {
    for (const second of places.slice(order + 1)) {
      if (isSwappedIn(said, [first, second], parts)) {
        const text = `${said[first]?.text ?? ""}, ${said[second]?.text ?? ""}`;
        return [{ kind: "order", text }];
      }
    }
  }
  return [];
}

/** Whether a word may be taken for another of its kind: a name or a number. */
function isPart({ isNamed, key }: SaidWord): boolean {
  return isNamed || /^\d/.test(key);
}

/** Only what is of one kind may be taken for each other: a year is no other number. */
function kindOf({ key }: SaidWord): "year" | "number" | "name" {
  if (!/^\d/.test(key)) return "name";
  return /^[12]\d{3}$/.test(key) ? "year" : "number";
}

function placeOf(words: readonly SaidWord[], wanted: SaidWord | undefined): number {
  if (wanted === undefined) return -1;
  return words.findIndex(({ key, isNamed }) => {
    return /^\d/.test(key) ? key === wanted.key : isNamed && isSameWord(key, wanted.key);
  });
}

function isSwappedIn(
  said: readonly SaidWord[],
  at: readonly [number, number],
  parts: readonly SaidWord[][],
): boolean {
  const [first, second] = at.map((index) => said[index]);
  if (first === undefined || second === undefined || isSameWord(first.key, second.key))
    return false;
  if (runAt(said, at[0]).end > at[1] || kindOf(first) !== kindOf(second)) return false;
  const placed = parts.flatMap((words) => {
    const places = [placeOf(words, first), placeOf(words, second)] as const;
    return places.includes(-1) || places[0] === places[1] ? [] : [{ words, at: places }];
  });
  // What the sentence says, the sentence of the passage says that it shares most words with.
  const [closest] = placed.toSorted(
    (a, b) => sharedWords(said, b.words) - sharedWords(said, a.words),
  );
  if (closest === undefined) return false;
  const run = runAt(closest.words, closest.at[0]);
  const isOneName = run.start <= closest.at[1] && run.end > closest.at[1];
  return !isOneName && areSwapped({ words: said, at }, closest);
}

function sharedWords(said: readonly SaidWord[], words: readonly SaidWord[]): number {
  return said.filter(({ key, isStop }) => !isStop && hasWord(words, key)).length;
}

function negationFaults(said: readonly SaidWord[], parts: readonly SaidWord[][]): SupportFault[] {
  const isDenying = said.some(({ key }) => isNegation(key));
  const all = parts.flat();
  if (isDenying) {
    const text = said.find(({ key }) => isNegation(key))?.text ?? "";
    const isKnown = all.some(
      ({ key }) => isNegation(key) || /^(?:un|in|im|non)\p{L}{4}/u.test(key),
    );
    return isKnown ? [] : [{ kind: "negation", text }];
  }
  for (const word of said) {
    if (word.isStop) continue;
    const places = parts.flatMap((words) =>
      words.flatMap(({ key }, index) =>
        isSameWord(key, word.key) ? [isNegated(words, index)] : [],
      ),
    );
    if (places.length > 0 && places.every(Boolean)) {
      return [{ kind: "negation", text: word.text }];
    }
  }
  return [];
}
