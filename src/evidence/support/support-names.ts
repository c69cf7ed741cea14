import { measuresOf } from "../meaning/units.ts";
import type { SupportFault } from "./support-fault.ts";
import { isNumberWord } from "./support-numbers.ts";
import { isSameWord, type SaidWord } from "./support-words.ts";

/** The names that a passage and what stands around it have. */
export class KnownNames {
  readonly #words: readonly SaidWord[];
  readonly #keys: ReadonlySet<string>;
  /** Letters that stand for several words: `eu`. */
  readonly #short: readonly string[];
  readonly #initials: string;

  constructor(words: readonly SaidWord[]) {
    this.#words = words;
    this.#keys = new Set(words.map(({ key }) => key));
    const short = words.filter(({ text }) => /^\p{Lu}{2,6}$/u.test(text)).map(({ key }) => key);
    this.#short = [...new Set(short)];
    this.#initials = words.map(({ key, isNamed }) => (isNamed ? key.charAt(0) : " ")).join("");
  }

  /** Names of a sentence that are none of these. */
  unsaid(said: readonly SaidWord[]): SupportFault[] {
    if (haveNounsCapitals([...said, ...this.#words])) return [];
    return namesOf(said)
      .filter((name) => !this.#has(name) && !this.isSpelled(name, said))
      .map(({ text }) => ({ kind: "name", text }));
  }

  /** Whether a name stands for several words here, or is of several that have one name here: `EU`. */
  isSpelled({ key, text }: SaidWord, said: readonly SaidWord[]): boolean {
    if (/^\p{Lu}{2,6}$/u.test(text)) return this.#initials.includes(key);
    return this.#short.some((letters) => spells(said, letters, key));
  }

  #has({ key }: SaidWord): boolean {
    if (hasForm(this.#keys, key)) return true;
    const parts = key.split(/[-'./]/).filter((part) => part.length > 1);
    return parts.length > 1 && parts.every((part) => hasForm(this.#keys, part));
  }
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
    if (measuresOf(word.key).length > 0 || isNumberWord(word.key)) return false;
    return !word.isFirst || /\p{L}.*\p{Lu}|\d/u.test(word.text) || isNamedNext(words, index);
  });
}

function isNamedNext(words: readonly SaidWord[], index: number): boolean {
  const next = words[index + 1];
  const word = words[index];
  if (next === undefined || word === undefined) return false;
  return next.isNamed && !next.isStop && next.start - word.start - word.text.length === 1;
}

function hasForm(keys: ReadonlySet<string>, key: string): boolean {
  return keys.has(key) || [...keys].some((each) => isSameWord(each, key));
}

/** Whether words that follow each other, `key` among them, begin with the letters. */
function spells(words: readonly SaidWord[], letters: string, key: string): boolean {
  return words.some((_, start) => {
    const run = words.slice(start, start + letters.length);
    const initials = run.map((word) => word.key.charAt(0)).join("");
    return initials === letters && run.some((word) => word.key === key);
  });
}
