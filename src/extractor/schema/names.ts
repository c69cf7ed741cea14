import { listPhrases } from "./lexicon.ts";

/** A name of something: a property, a label, a class; taken apart. */
export interface Name {
  /** Its words without white space: what equal names have in common. */
  readonly key: string;
  /** Its words in plain letters: lower case, without accents, in the singular. */
  readonly words: readonly string[];
}

/** Characters of a name that are read; what is longer is no name. */
const LONGEST = 80;

/** Words that say nothing by themselves. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  "of the a an de la le les du der die das den dem des el los las il lo da do dos di and und et y e for fur pour para per in on at am um".split(
    " ",
  ),
);

/** Words that many names end with, and that alone make no name the same. */
const GENERAL_HEADS: ReadonlySet<string> = new Set(
  "url link date name number count type time value text id title address size status code no info".split(
    " ",
  ),
);

/** Last words of names that labels leave out: `payment_method` is called Payment. */
const TAILS: ReadonlySet<string> = new Set(
  "method name number date time type text value code id level title".split(" "),
);

/** A mark on a letter of an alphabet in which marks may be left out. */
const MARKS = /(?<=[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]\p{M}*)\p{M}/gu;

/** Where a lower letter meets a capital, or a run of capitals its last: `datePosted`, `HTMLTitle`. */
const HUMPS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;

/** Takes a name apart; undefined for what has no letters or is too long for one. */
export function readName(text: string): Name | undefined {
  if (text.length > LONGEST) return undefined;
  const found = isPlain(text) ? plainWords(text) : wordsOf(text);
  const words = found.flatMap((word) =>
    UNSPACED.test(word) ? unspacedWords(word) : singular(word),
  );
  if (!words.some((word) => /\p{L}/u.test(word))) return undefined;
  return { key: found.join(""), words };
}

/** Whether a text is ASCII, as names of classes and most labels are. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

function plainWords(text: string): readonly string[] {
  const apart = /[A-Z]/.test(text)
    ? text.replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$2 ")
    : text;
  return apart.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function wordsOf(text: string): readonly string[] {
  const plain = text
    .normalize("NFKD")
    .replace(MARKS, "")
    .normalize("NFC")
    .replace(HUMPS, " ")
    .toLowerCase()
    .replaceAll("ß", "ss");
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Takes a label apart, without what may stand around it: `* Price (incl. VAT):`. */
export function readLabel(called: string): Name | undefined {
  if (called.length > LONGEST) return undefined;
  const plain = called.replace(/\([^()]*\)|（[^（）]*）|[:：*#•]+$/gu, " ").trim();
  return readName(plain === "" ? called : plain);
}

const NUMBER = /^(?:no|nº|n°|nr|nbr|num|numero|nummer|numer|cislo|番号|编号|번호)$/;

/** A word as it is compared: in the singular; abbreviations of number as such. */
function singular(word: string): string {
  if (NUMBER.test(word)) return "number";
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

interface Vocabulary {
  /** Meanings by the key of each phrase. */
  readonly meanings: ReadonlyMap<string, readonly string[]>;
  /** Meanings by word, of phrases of one word. */
  readonly words: ReadonlyMap<string, readonly string[]>;
  /** Words by meaning, of phrases of one word. */
  readonly singles: ReadonlyMap<string, readonly string[]>;
  /** Keys of phrases by meaning. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** Phrases of scripts without spaces. */
  readonly unspaced: ReadonlySet<string>;
}

let known: Vocabulary | undefined;

function vocabulary(): Vocabulary {
  if (known !== undefined) return known;
  const meanings = new Map<string, string[]>();
  const words = new Map<string, string[]>();
  const singles = new Map<string, string[]>();
  const keys = new Map<string, string[]>();
  const unspaced = new Set<string>();
  known = { meanings, words, singles, keys, unspaced };
  const lines = listPhrases();
  // Words of scripts without spaces are found by them, so all have to be known first.
  for (const [, phrases] of lines) {
    for (const phrase of phrases) if (UNSPACED.test(phrase)) unspaced.add(phrase);
  }
  for (const [meaning, phrases] of lines) {
    for (const phrase of phrases) {
      const name = readName(phrase);
      if (name === undefined) continue;
      add(meanings, name.key, meaning);
      add(keys, meaning, name.key);
      const [word, ...more] = name.words;
      if (word === undefined || more.length > 0) continue;
      add(words, word, meaning);
      add(singles, meaning, word);
    }
  }
  return known;
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (!list.includes(value)) list.push(value);
}

/** Characters of the longest phrase without spaces. */
const LONGEST_PHRASE = 8;

/** The known phrases in a word of a script without spaces, and what is between them. */
function unspacedWords(word: string): string[] {
  const { unspaced } = vocabulary();
  const found: string[] = [];
  let rest = "";
  for (let at = 0; at < word.length;) {
    let length = Math.min(LONGEST_PHRASE, word.length - at);
    while (length > 0 && !unspaced.has(word.slice(at, at + length))) length--;
    if (length === 0) rest += word[at++] as string;
    else {
      if (rest !== "") found.push(rest);
      rest = "";
      found.push(word.slice(at, at + length));
      at += length;
    }
  }
  if (rest !== "") found.push(rest);
  return found;
}

/** How well equal names, names of the same meaning, and names that share words fit. */
const SAME_MEANING = 0.92;
const SAME_WORDS = 0.85;
/** What remains when the last word of the property fits, and not all … */
const ONLY_HEAD = 0.8;
/** … and when it does not. */
const NO_HEAD = 0.45;
/** What each further word of the other name divides by, less 1. */
const FURTHER_WORD = 0.5;

/** What remains when a further word has a meaning of its own: `date modified` is no `date published`. */
const OTHER_WORD = 0.7;

/** What remains when all of the name is known to mean something else: `rating count` is no `rating`. */
const OTHER_PHRASE = 0.7;

/** How well a name fits from which the last word is missing. */
const BARE = 0.9;

/** Answers how well names fit one property. */
export class NameMatcher {
  /** The meanings that the property's names have. */
  readonly meanings: ReadonlySet<string>;
  readonly #scores = new Map<string, number>();
  readonly #words: readonly (readonly string[])[];
  /** Those without a last word that labels leave out. */
  readonly #bare: readonly (readonly string[])[];
  readonly #vocabulary: Vocabulary;
  /** Keys of names that fit, and words of which every other name that fits has one. */
  readonly near: { readonly keys: readonly string[]; readonly words: ReadonlySet<string> };

  /** @param names the property's own names, the best first: its name, its title */
  constructor(names: readonly string[]) {
    this.#vocabulary = vocabulary();
    const read = names.flatMap((name) => readName(name) ?? []);
    const own = read.flatMap(({ key }) => this.#vocabulary.meanings.get(key) ?? []);
    this.meanings = new Set(own);
    for (const meaning of this.meanings) {
      for (const key of this.#vocabulary.keys.get(meaning) ?? [])
        this.#scores.set(key, SAME_MEANING);
    }
    for (const { key } of read) this.#scores.set(key, 1);
    this.#words = read.map(({ words }) => words.filter((word) => !EMPTY_WORDS.has(word)));
    this.near = {
      keys: [...this.#scores.keys()],
      words: new Set(this.#words.flat().flatMap((word) => [word, ...this.#alike(word)])),
    };
    this.#bare = this.#words.flatMap((words) => {
      return words.length > 1 && TAILS.has(words.at(-1) as string) ? [words.slice(0, -1)] : [];
    });
  }

  /** How well a name fits, from 0 to 1. */
  score({ key, words }: Name): number {
    if (!this.#scores.has(key) && !words.some((word) => this.near.words.has(word))) return 0;
    const cached = this.#scores.get(key);
    if (cached !== undefined) return cached;
    const whole = this.#words.map((own) => this.#overlap(own, words));
    const bare = this.#bare.map((own) => BARE * this.#overlap(own, words));
    const score = Math.max(0, ...whole, ...bare) * (this.#isOther(key) ? OTHER_PHRASE : 1);
    this.#scores.set(key, score);
    return score;
  }

  #overlap(own: readonly string[], words: readonly string[]): number {
    const others = words.filter((word) => !EMPTY_WORDS.has(word));
    if (own.length === 0 || others.length === 0) return 0;
    const common = own.filter((word) => others.some((other) => this.#isSame(word, other)));
    if (common.length === 0) return 0;
    const further = Math.max(0, others.length - common.length);
    const head = own.at(-1) as string;
    const hasHead = common.includes(head) && !GENERAL_HEADS.has(head);
    const covered = common.length === own.length ? 1 : hasHead ? ONLY_HEAD : NO_HEAD;
    const isOther = others.some((word) => this.#meansOther(word, own));
    return (SAME_WORDS * covered * (isOther ? OTHER_WORD : 1)) / (1 + FURTHER_WORD * further);
  }

  /** Whether a name is a phrase with meanings, and none of them the property's. */
  #isOther(key: string): boolean {
    const meanings = this.#vocabulary.meanings.get(key) ?? [];
    return (
      this.meanings.size > 0 &&
      meanings.length > 0 &&
      !meanings.some((each) => this.meanings.has(each))
    );
  }

  /** Words with one of a word's meanings. */
  #alike(word: string): readonly string[] {
    const meanings = this.#vocabulary.words.get(word) ?? [];
    return meanings.flatMap((meaning) => this.#vocabulary.singles.get(meaning) ?? []);
  }

  /** Whether a word has meanings, and none that the property or one of its words has. */
  #meansOther(word: string, own: readonly string[]): boolean {
    const meanings = this.#vocabulary.words.get(word);
    if (meanings === undefined || GENERAL_HEADS.has(word)) return false;
    return (
      !own.some((each) => this.#isSame(each, word)) &&
      !meanings.some((each) => this.meanings.has(each))
    );
  }

  #isSame(word: string, other: string): boolean {
    if (word === other) return true;
    const { words } = this.#vocabulary;
    const meanings = words.get(word);
    return (
      meanings !== undefined && (words.get(other) ?? []).some((each) => meanings.includes(each))
    );
  }
}

/** The meanings of a name by the lexicon. */
export function meaningsOf(text: string): readonly string[] {
  const name = readName(text);
  return name === undefined ? [] : (vocabulary().meanings.get(name.key) ?? []);
}

/** Characters of the words before a number that may be its label. */
const LONGEST_LEAD = 40;

/** What says that an amount comes on top, before what it is for. */
const ON_TOP =
  /^(?:plus|and|excl(?:uding|\.)?|zzgl\.?|zuzüglich|und|hors|et|más|y|più|mais|exkl\.?)\s+/iu;

/** The meanings of the words before a text's first number: of `Plus shipping $4.90` those of `shipping`. */
export function leadingMeanings(text: string): readonly string[] {
  const end = text.slice(0, LONGEST_LEAD).search(/\p{N}/u);
  const lead = end < 1 ? "" : text.slice(0, end).replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return lead === "" ? [] : meaningsOf(lead.replace(ON_TOP, ""));
}
