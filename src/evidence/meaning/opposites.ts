import { ruledLanguages } from "./language-of.ts";
import { oppositeDeeds } from "./opposite-deeds.ts";
import { languagesElsewhere, oppositesElsewhere } from "./opposites-elsewhere.ts";
import { oppositeWords } from "./opposite-words.ts";

/** One of two opposites. */
export interface Pole {
  /** Which pair: two poles of one pair are the same or opposites. */
  readonly pair: string;
  /** Whether what is not the one is the other, may be neither, or is told of two things. */
  readonly kind: "either" | "rather" | "between";
  readonly sign: 1 | -1;
}

interface KnownPole extends Pole {
  /** Two letters. */
  readonly language: string;
  /** Words before which it is none. */
  readonly notBefore: readonly string[];
}

let made: ReadonlyMap<string, readonly KnownPole[]> | undefined;

/** By form; made when the first word is asked for: few programs ask. */
const poles = (): ReadonlyMap<string, readonly KnownPole[]> => (made ??= polesByForm());

function polesByForm(): Map<string, KnownPole[]> {
  const rows = [
    ...readTable(oppositeWords, ruledLanguages),
    ...readTable(oppositeDeeds, ruledLanguages),
    ...readTable(oppositesElsewhere, languagesElsewhere),
  ];
  const groups = Map.groupBy(rows, ([form]) => form);
  return new Map([...groups].map(([form, found]) => [form, found.map(([, pole]) => pole)]));
}

type Row = readonly [form: string, pole: KnownPole];

/** @param languages those of the table's columns */
function readTable(table: string, languages: readonly string[]): Row[] {
  return table
    .trim()
    .split("\n\n")
    .flatMap((entry) => {
      const [head = "", other = ""] = entry.split("\n");
      const [kind = "", pair = ""] = head.split(": ");
      const pole = { pair, kind: kind as Pole["kind"] };
      return [
        ...sideOf(pair, { ...pole, sign: 1 }, languages),
        ...sideOf(other.slice(2), { ...pole, sign: -1 }, languages),
      ];
    });
}

/** The words of one side, by languages. */
function sideOf(words: string, pole: Pole, languages: readonly string[]): Row[] {
  return words.split(";").flatMap((list, index) =>
    list
      .trim()
      .split(" ")
      .filter((noted) => noted !== "")
      .flatMap((noted) => {
        const { forms, notBefore } = formsOf(noted);
        const known = { ...pole, language: languages[index] ?? "en", notBefore };
        return forms.map((form) => [form, known] as const);
      }),
  );
}

/** `rise/s/n` as `rise`, `rises`, `risen`; `tiré/e` likewise, and `close!to/s` as `close` not before `to`. */
function formsOf(noted: string): {
  readonly forms: readonly string[];
  readonly notBefore: readonly string[];
} {
  const [base = "", ...endings] = noted.replace(/![a-z]+/g, "").split("/");
  const notBefore = [...noted.matchAll(/!([a-z]+)/g)].map(([, word = ""]) => word);
  return { forms: [base, ...endings.map((ending) => withEnding(base, ending))], notBefore };
}

/** Spanish `abierto/a`, Italian `aperto/i`: a vowel takes the place of the vowel. */
function withEnding(base: string, ending: string): string {
  const isVowelForVowel = base.endsWith("o") && /^(?:[aoe]s?|i)$/.test(ending);
  return isVowelForVowel ? base.slice(0, -1) + ending : base + ending;
}

/** A word that may be a pole, and what stands behind it. */
interface PoleWord {
  readonly key: string;
  readonly next: string;
}

const ruled: ReadonlySet<string> = new Set(ruledLanguages);

/** What poles a word is of, in a language (two letters) or, where that is unknown, in any of those with rules. */
export function polesOf({ key, next }: PoleWord, language: string | undefined): Pole[] {
  const known = poles().get(key) ?? [];
  return known
    .filter((pole) =>
      language === undefined ? ruled.has(pole.language) : pole.language === language,
    )
    .filter(({ notBefore }) => !notBefore.includes(next))
    .map(({ pair, kind, sign }) => ({ pair, kind, sign }));
}

/** Prefixes with which an adjective says the opposite, and what it has to end in for the shorter ones. */
const PREFIXES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:un|non|non-)(?=\p{L}{4})/u, /./],
  [
    /^(?:in|im|il|ir|dis|des)(?=\p{L}{4})/u,
    /(?:ble|al|ive|ant|ent|ct|ect|ed|if|ível|az|z|ct[eo]s?)$/,
  ],
];
/** Words that only look so, and whose rest is a word. */
const SINGLE =
  /^(?:invaluable|inflammable|indifferent|informed|inherent|intent|impact|imported|installed|increased|discovered|displayed|discussed|district|unionised|impressed)$/;

/** What a word says the opposite of by its prefix: `effective` for `ineffective`; undefined for others. */
export function unprefixed(key: string): string | undefined {
  if (SINGLE.test(key)) return undefined;
  for (const [prefix, ending] of PREFIXES) {
    if (prefix.test(key) && ending.test(key)) return key.replace(prefix, "");
  }
  return undefined;
}
