/** How a language says numbers; folded, without accents. */
interface NumberLanguage {
  /** From one on. */
  readonly units: string;
  /** From twenty on; the same number by several words with `/`. */
  readonly tens: string;
  readonly hundred: readonly string[];
  readonly thousand: readonly string[];
  readonly million: readonly string[];
  readonly dozen: readonly string[];
  readonly and: readonly string[];
  /** Numbers that are no sums of others: `doscientos`. */
  readonly more?: Readonly<Record<string, number>>;
}

const LANGUAGES: Readonly<Record<string, NumberLanguage>> = {
  en: {
    units:
      "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    tens: "twenty thirty forty/fourty fifty sixty seventy eighty ninety",
    hundred: ["hundred"],
    thousand: ["thousand"],
    million: ["million"],
    dozen: ["dozen"],
    and: ["and"],
  },
  de: {
    units:
      "ein/eins/eine zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn",
    tens: "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig",
    hundred: ["hundert"],
    thousand: ["tausend"],
    million: ["million", "millionen"],
    dozen: ["dutzend"],
    and: ["und"],
  },
  fr: {
    units:
      "un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    tens: "vingt/vingts trente quarante cinquante soixante septante octante/huitante nonante",
    hundred: ["cent", "cents"],
    thousand: ["mille"],
    million: ["million", "millions"],
    dozen: ["douzaine"],
    and: ["et"],
  },
  es: {
    units:
      "un/uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve",
    tens: "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    hundred: ["cien", "ciento"],
    thousand: ["mil"],
    million: ["millon", "millones"],
    dozen: ["docena"],
    and: ["y"],
    more: {
      veintiun: 21,
      veintiuno: 21,
      veintidos: 22,
      veintitres: 23,
      veinticuatro: 24,
      veinticinco: 25,
      veintiseis: 26,
      veintisiete: 27,
      veintiocho: 28,
      veintinueve: 29,
      doscientos: 200,
      trescientos: 300,
      cuatrocientos: 400,
      quinientos: 500,
      seiscientos: 600,
      setecientos: 700,
      ochocientos: 800,
      novecientos: 900,
    },
  },
};

/** What a word does to a number: it is added to it, multiplies it, or joins its parts. */
type Part =
  | { readonly kind: "add"; readonly value: number }
  | { readonly kind: "times"; readonly value: number }
  | { readonly kind: "and" };

const known = new Map<string, ReadonlyMap<string, Part>>();

function partsOf(language: string): ReadonlyMap<string, Part> | undefined {
  const said = LANGUAGES[language];
  if (said === undefined) return undefined;
  const made = known.get(language) ?? new Map(partsIn(said));
  known.set(language, made);
  return made;
}

function* partsIn(said: NumberLanguage): Generator<[string, Part]> {
  const { units, tens, hundred, thousand, million, dozen, and, more = {} } = said;
  const listed = (words: string) => words.split(" ").map((word) => word.split("/"));
  for (const [at, words] of listed(units).entries()) {
    for (const word of words) yield [word, { kind: "add", value: at + 1 }];
  }
  for (const [at, words] of listed(tens).entries()) {
    for (const word of words) yield [word, { kind: "add", value: (at + 2) * 10 }];
  }
  for (const [word, value] of Object.entries(more)) yield [word, { kind: "add", value }];
  const factors = [
    [12, dozen],
    [100, hundred],
    [1000, thousand],
    [1e6, million],
  ] as const;
  for (const [value, words] of factors) {
    for (const word of words) yield [word, { kind: "times", value }];
  }
  for (const word of and) yield [word, { kind: "and" }];
}

/** What German writes together: `zweiundvierzig`. */
const TOGETHER =
  /(?:ein(?:s|e)?|zwei|dreizehn|dreissig|drei|vierzehn|vierzig|vier|funfzehn|funfzig|funf|sechzehn|sechzig|sechs|siebzehn|siebzig|sieben|achtzehn|achtzig|acht|neunzehn|neunzig|neun|zehn|elf|zwolf|zwanzig|hundert|tausend|und)/gy;

/** Characters of a text that are read. */
const LONGEST = 10_000;

/**
 * The numbers that a text says in words, in English, German, French and Spanish: `forty-two`, `two
 * thousand and five`, `zweiundvierzig`, `quatre-vingt-dix`, `a dozen`. One alone is mostly no number, and
 * is left out.
 * @param language that of the page (BCP 47); English when it is not known
 */
export function numbersInWords(text: string, language = ""): number[] {
  const own = (language || "en").slice(0, 2).toLowerCase();
  const parts = partsOf(own);
  if (parts === undefined) return [];
  const plain = text.slice(0, LONGEST).toLowerCase().replaceAll("ß", "ss").normalize("NFKD");
  const reader = new WordReader(own);
  for (const token of plain.replace(/\p{M}/gu, "").match(/\p{L}+|[^\p{L}\s\u00ad-]/gu) ?? []) {
    const pieces = own === "de" && !parts.has(token) ? taken(token) : [token];
    for (const piece of pieces) reader.read(parts.get(piece));
  }
  reader.read(undefined);
  return reader.found;
}

/** The parts of a word that is made of nothing else. */
function taken(word: string): string[] {
  TOGETHER.lastIndex = 0;
  const pieces: string[] = [];
  for (let end = 0; end < word.length; end = TOGETHER.lastIndex) {
    const match = TOGETHER.exec(word);
    if (match === null) return [word];
    pieces.push(match[0]);
  }
  return pieces;
}

/** Adds up what words say, as long as each can be a part of the same number. */
class WordReader {
  readonly found: number[] = [];
  readonly #language: string;
  #total = 0;
  #current = 0;
  /** What may still be added has to be less. */
  #room = Infinity;
  #last = 0;
  #isJoined = false;
  /** The last factor that ended a group: the next has to be less. */
  #factor = Infinity;

  constructor(language: string) {
    this.#language = language;
  }

  read(part: Part | undefined): void {
    if (part === undefined) this.#finish();
    else if (part.kind === "and") this.#isJoined = true;
    else if (part.kind === "add") this.#add(part.value);
    else this.#multiply(part.value);
  }

  #add(value: number): void {
    if (this.#language === "fr" && value === 20 && this.#last === 4 && !this.#isJoined) {
      // Quatre-vingts.
      this.#set(this.#current + 76, 20, 80);
      return;
    }
    if (value >= this.#room && !this.#isInverted(value)) this.#finish();
    this.#set(this.#current + value, roomBehind(value, this.#language), value);
  }

  /** Zweiundvierzig. */
  #isInverted(value: number): boolean {
    const isOfTens = value < 100 && value % 10 === 0;
    const isUnit = this.#last > 0 && this.#last < 10;
    return this.#language === "de" && this.#isJoined && isUnit && isOfTens;
  }

  #set(current: number, room: number, last: number): void {
    this.#current = current;
    this.#room = room;
    this.#last = last;
    this.#isJoined = false;
  }

  #multiply(factor: number): void {
    if (this.#isJoined) this.#finish();
    if (factor === 100 || factor === 12) {
      if (this.#current >= 100) this.#finish();
      this.#set(Math.max(1, this.#current) * factor, factor === 12 ? 0 : 100, factor);
      return;
    }
    if (factor >= this.#factor) this.#finish();
    this.#total += Math.max(1, this.#current) * factor;
    this.#factor = factor;
    this.#set(0, factor, factor);
  }

  #finish(): void {
    const value = this.#total + this.#current;
    if (value > 1) this.found.push(value);
    this.#total = 0;
    this.#factor = Infinity;
    this.#set(0, Infinity, 0);
  }
}

/** What may be added behind a number: units behind tens; in French also `soixante-dix`, `dix-sept`. */
function roomBehind(value: number, language: string): number {
  if (value >= 100) return 100;
  if (language === "fr" && value === 10) return 10;
  if (language === "fr" && (value === 60 || value === 80)) return 20;
  return value < 20 || value % 10 !== 0 ? 1 : 10;
}
