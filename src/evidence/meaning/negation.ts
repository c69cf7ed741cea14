import { isNegation } from "../support/support-words.ts";

/** What of a clause is denied. */
interface Denial {
  /** Whether the clause says that something is not so. */
  readonly isNegated: boolean;
  /**
   * Whether its negation is part of a comparison, or of a time, and denies nothing by itself: "no other has
   * as many", "not open until May".
   */
  readonly isCompared: boolean;
  /** Places of words that belong to a bound: `more` of "no more than". */
  readonly bounds: ReadonlySet<number>;
}

/** A folded word. */
type Word = { readonly key: string };

/** Words that deny of all of something, and so may be part of a comparison. */
const OF_ALL =
  setOf(`no none nobody nothing never nowhere neither kein keine keinen keinem keiner keines
  niemand niemals nie nichts nirgends nirgendwo aucun aucune nul nulle personne rien jamais
  ningún ninguna ninguno nadie nada nunca jamás`);

/** What makes such words part of a comparison. */
const COMPARING = setOf(`other others else than ever before previously
  andere anderer anderes anderen anderem sonst als zuvor je jemals
  autre autres ailleurs autant aussi auparavant otro otra otros otras tan tanto tanta tantos tantas`);

/** What a negation before it limits, and does not deny. */
const LIMITS = setOf(
  `only just merely until nur bloß allein seulement uniquement solo sólo solamente`,
);
/** Likewise where a comparison follows: "no later than". */
const COMPARATIVES =
  setOf(`more less fewer later earlier longer mehr weniger später früher länger plus moins
  más menos zuletzt least`);
/** What makes of a negation before it a time: "not open until May". */
const BOUNDS_OF_TIME = setOf("until before bis vor avant hasta");
const THAN = setOf("than als que de");
/** What is said of a thing that is sure. */
const SURE = setOf("doubt question wonder matter zweifel frage wunder doute duda");
const WITHOUT = setOf("without ohne sans sin");
const FRENCH = setOf("pas plus jamais aucun aucune rien personne nul nulle guère point ni");

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/** What a clause denies, in English, German, French and Spanish. */
export function readDenial(words: readonly Word[]): Denial {
  const keys = words.map(({ key }) => key);
  const bounds = new Set<number>();
  let [plain, without] = [0, 0];
  let [ofAll, isTimed] = [false, false];
  for (const [at, key] of keys.entries()) {
    if (!denies(keys, at)) continue;
    if (isLimited(keys, at)) {
      bounds.add(at + 1);
      continue;
    }
    if (isIdle(keys, at)) continue;
    if (WITHOUT.has(key)) without += 1;
    else plain += 1;
    isTimed ||= keys.slice(at + 2, at + 6).some((word) => BOUNDS_OF_TIME.has(word));
    ofAll ||= OF_ALL.has(key) || (key === "no" && keys[at + 1] === "hay");
  }
  // "Not without" says that it is so.
  const isNegated = plain > 0 !== without > 0;
  return { isNegated, isCompared: isTimed || (ofAll && isCompared(keys)), bounds };
}

function denies(keys: readonly string[], at: number): boolean {
  const key = keys[at] ?? "";
  if (key === "ne" || key.startsWith("n'")) return false;
  if (FRENCH.has(key)) {
    const isIn = keys.slice(0, at).some((word) => word === "ne" || word.startsWith("n'"));
    // `Plus` and `personne` say something else where there is no `ne`; nor is `que` a negation.
    return isIn || /^(?:pas|jamais|aucune?|nulle?)$/.test(key);
  }
  return isNegation(key) || OF_ALL.has(key);
}

/** Whether it limits: "not only", "no later than". */
function isLimited(keys: readonly string[], at: number): boolean {
  const next = keys[at + 1] ?? "";
  if (LIMITS.has(next)) return true;
  return COMPARATIVES.has(next) && keys.slice(at + 2, at + 4).some((word) => THAN.has(word));
}

/** Whether it denies nothing: "no doubt", "second to none". */
function isIdle(keys: readonly string[], at: number): boolean {
  if (keys.slice(at + 1, at + 3).some((word) => SURE.has(word))) return true;
  return keys[at] === "none" && keys[at - 1] === "to";
}

/** Words of more and less, which compare where "que" follows, or in English by themselves. */
const DEGREE = setOf(`más menos mayor menor mejor peor plus moins mieux meilleur meilleure pire`);

function isCompared(keys: readonly string[]): boolean {
  return (
    keys.some((key, at) => COMPARING.has(key) || isDegree(keys, at)) ||
    keys.filter((key) => key === "as").length > 1 ||
    (keys.includes("so") && keys.includes("wie"))
  );
}

/** Whether a word compares by degree: `as many`, `won more`, `más alta que`. */
function isDegree(keys: readonly string[], at: number): boolean {
  const key = keys[at] ?? "";
  if (key === "as") return /^(?:many|much|often|well|few)$/.test(keys[at + 1] ?? "");
  if (key === "more" || key === "better") return !isNegation(keys[at - 1] ?? "");
  return DEGREE.has(key) && keys.slice(at + 1).some((word) => /^qu(?:e$|')/.test(word));
}

/** That what follows is not so. */
const DENYING =
  /(?<!\p{L})(?:(?:it is|it's) (?:a myth|untrue|not true|false|wrong|incorrect) that|contrary to|es (?:ist|stimmt) (?:falsch|nicht(?: wahr)?|ein mythos|unwahr),? dass|il est faux (?:que|qu['’])|es (?:falso|mentira) que|no es (?:cierto|verdad) que)(?!\p{L})/iu;

/**
 * A text without words that say of the rest that it is not so ("It is not true that ..."), and with spaces
 * in their place; undefined when it has none.
 */
export function withoutDenial(text: string): string | undefined {
  const [denial] = DENYING.exec(text) ?? [];
  return denial === undefined ? undefined : text.replace(denial, " ".repeat(denial.length));
}
