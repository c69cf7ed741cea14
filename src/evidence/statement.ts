import { checkArgument } from "../core/index.ts";
import { checkSupport } from "./check-support.ts";
import { dayOf, monthOf } from "./meaning/calendar.ts";
import { readClauses, type Clause } from "./meaning/clauses.ts";
import { comparePoles, type PoleRelation } from "./meaning/compare-poles.ts";
import {
  compareFacts,
  haveSameOrder,
  haveSameScope,
  readFacts,
  type FactRelation,
  type Facts,
} from "./meaning/facts.ts";
import { languageOf, type RuledLanguage } from "./meaning/language-of.ts";
import { withoutDenial } from "./meaning/negation.ts";
import { operatorOf, quantifierOf } from "./meaning/operators.ts";
import { unprefixed } from "./meaning/opposites.ts";
import { compareQuantities, type Quantity } from "./meaning/quantities.ts";
import { spellFacts } from "./meaning/spell-facts.ts";
import { measuresOf } from "./meaning/units.ts";
import { isStopWord } from "./words/stop-words.ts";
import { isNumberWord, isSaid } from "./support/support-numbers.ts";
import { hasWord, isNegation, readWords, type SaidWord } from "./support/support-words.ts";

/** Share of a statement's words of substance that another has which is about the same. */
const SAME_SUBJECT = 0.8;
/** Share of them from which two that differ in nothing say the same. */
const SAME_WORDS = 0.99;
/** Share of them that another of the same language has which a judge takes for the same. */
const LIKE_SUBJECT = 0.5;

/** A sentence that is compared with others, read once. */
export class Statement {
  readonly text: string;
  readonly #language: RuledLanguage | undefined;
  readonly #words: readonly SaidWord[];
  readonly #clauses: readonly Clause[];
  readonly #facts: Facts;
  readonly #operators: string;
  readonly #quantifiers: string;
  /** What words of this say the opposite of by a prefix. */
  readonly #bases: ReadonlySet<string>;
  /** Words of substance that are of no pair of opposites, and those that are. */
  readonly #content: readonly SaidWord[];
  readonly #poleWords: readonly SaidWord[];

  /** @param language that of the text that it stands in; by its own small words when absent */
  constructor(given: string, language = languageOf(given)) {
    checkArgument("text of new Statement(text)", given, "string");
    const { text: spelled, times } = spellFacts(given, language);
    const denied = withoutDenial(spelled);
    const text = denied ?? spelled;
    const words = readWords(text);
    const read = readClauses(text, words, language);
    const clauses = denied === undefined ? read : read.map(turned);
    this.text = text;
    this.#language = language;
    this.#words = words;
    this.#clauses = clauses;
    this.#facts = readFacts({ text, times, words, clauses, language });
    this.#operators = sorted(words.flatMap((word) => operatorOf(word) ?? []));
    this.#quantifiers = sorted(words.flatMap((word) => quantifierOf(word) ?? []));
    this.#bases = new Set(words.flatMap(({ key }) => unprefixed(key) ?? []));
    const content = contentOf(words, this.#facts, language);
    const poles = new Set(clauses.flatMap((clause) => clause.poles.map(({ key }) => key)));
    const rest = content.filter(({ key }) => !poles.has(key));
    // A sentence of nothing else is about what its opposites say.
    this.#content = rest.length > 0 ? rest : content;
    this.#poleWords = content.filter(({ key }) => poles.has(key));
  }

  /**
   * How this stands to another statement, as far as words can tell: `same`: the other says it;
   * `opposed`: the other says it of another number, date or measure, says the opposite, or that it is not
   * so; `open`: only who understands both can tell.
   */
  compare(other: Statement): "same" | "opposed" | "open" {
    checkArgument("other of compare(other)", other, Statement);
    const missing = this.#missingIn(other);
    if (!this.#isComparable(other, missing)) return "open";
    const isAbout = (clause: Clause): boolean => this.#isAbout(clause);
    const poles = comparePoles(this.#clauses, other.#clauses, isAbout);
    const covered = this.#coverage(other, missing.length, poles);
    if (covered < SAME_SUBJECT) return "open";
    if (poles.opposed > 0) return this.#isOpposed(other, poles.opposed) ? "opposed" : "open";
    const facts = this.compareFacts(other);
    if (facts === "differ") return "opposed";
    if (!this.#isLike(other, poles)) return "open";
    if (poles.shared.size === 0 && this.#isDenied(other)) return this.#inScopeOf(other);
    if (covered < SAME_WORDS || facts !== "same") return "open";
    return this.#isSupported(other, poles.shared) ? "same" : "open";
  }

  /**
   * Whether another statement, which a judge takes for the same, says another number, time, month or
   * weekday in the place of this one's, or the opposite.
   */
  clashes(other: Statement): boolean {
    checkArgument("other of clashes(other)", other, Statement);
    const { opposed } = comparePoles(this.#clauses, other.#clauses, () => true);
    const covered = 1 - this.#missingIn(other).length / Math.max(1, this.#content.length);
    const isAbout = this.#language !== other.#language || covered >= LIKE_SUBJECT;
    if (opposed > 0 && isAbout) return this.#isOpposed(other, opposed);
    return this.compareFacts(other) === "differ";
  }

  /** How the numbers, times and dates of this stand to those of another statement. */
  compareFacts(other: Statement): FactRelation {
    checkArgument("other of compareFacts(other)", other, Statement);
    return compareFacts(this.#facts, other.#facts);
  }

  /** Whether the other is about the same as far as words tell, and neither asks. */
  #isComparable(other: Statement, missing: readonly SaidWord[]): boolean {
    const most = this.#content.length * (1 - SAME_SUBJECT);
    const isAbout = this.#content.length > 0 && missing.length <= most && !missing.some(isName);
    return isAbout && !isQuestion(this) && !isQuestion(other);
  }

  /** Whether the other says this statement's opposites, and holds as far as this. */
  #isLike(other: Statement, { shared, isUnclear }: PoleRelation): boolean {
    const isThere = ({ key }: SaidWord) => shared.has(key) || hasWord(other.#words, key);
    return !isUnclear && this.#operators === other.#operators && this.#poleWords.every(isThere);
  }

  /** What a denial comes to: one of other days or years says nothing of these. */
  #inScopeOf(other: Statement): "opposed" | "open" {
    return haveSameScope(this.#facts, other.#facts) ? "opposed" : "open";
  }

  /** Share of the words of substance that the other has, words of pairs that it speaks of among them. */
  #coverage(other: Statement, missing: number, { met }: PoleRelation): number {
    const unmet = this.#poleWords.filter(({ key }) => !met.has(key) && !hasWord(other.#words, key));
    return 1 - (missing + unmet.length) / (this.#content.length + this.#poleWords.length);
  }

  #missingIn(other: Statement): SaidWord[] {
    const hasOpposite = (key: string): boolean =>
      other.#bases.has(key) || [...this.#bases].some((base) => hasWord(other.#words, base));
    return this.#content.filter(({ key }) => !hasWord(other.#words, key) && !hasOpposite(key));
  }

  /** Whether most of what a clause says is said here too: who speaks of more denies something else. */
  #isAbout({ words, poles }: Clause): boolean {
    const known = new Set(poles.map(({ key }) => key));
    const content = contentOf(words, this.#facts, this.#language).filter(
      ({ key }) => !known.has(key) && unprefixed(key) === undefined,
    );
    const shared = content.filter(({ key }) => hasWord(this.#words, key));
    return shared.length >= LIKE_SUBJECT * content.length;
  }

  /**
   * Whether two that say opposite things cannot both be true: they speak of the same days and years, and
   * of one pair of opposites only ("open in summer", "closed in winter").
   */
  #isOpposed(other: Statement, opposed: number): boolean {
    if (!haveSameScope(this.#facts, other.#facts)) return false;
    const isPlain = opposed === 1 && this.#operators === other.#operators;
    return isPlain || this.compareFacts(other) === "differ";
  }

  /** Whether the other says that this is not so, or this that the other is not. */
  #isDenied(other: Statement): boolean {
    const isNegated = this.#clauses.some((clause) => clause.isNegated);
    // "Not in March but in May" says both; "no other has as many" denies nothing.
    const isPlain = this.#clauses.every((each) => !each.isCompared && each.isNegated === isNegated);
    if (!isPlain) return false;
    const about = other.#clauses.filter(
      (clause) => this.#isIn(clause, other) && this.#isAbout(clause),
    );
    const isTurned = (clause: Clause) => !clause.isCompared && clause.isNegated !== isNegated;
    return about.length > 0 && about.every(isTurned);
  }

  /** Whether a clause of the other has the words of this, and what it says of its months and numbers. */
  #isIn(clause: Clause, other: Statement): boolean {
    const all = [...this.#content, ...this.#poleWords];
    const missing = all.filter(({ key }) => !hasWord(clause.words, key));
    if (1 - missing.length / Math.max(1, all.length) < SAME_SUBJECT) return false;
    const isWithin = (at: number): boolean => at >= clause.start && at <= clause.end;
    const months = [...this.#facts.months.keys()].flatMap(
      (month) => other.#facts.months.get(month) ?? [],
    );
    const numbers = this.#facts.numbers.map((number) =>
      other.#facts.numbers.filter((each) => compareQuantities(number, each) === "same"),
    );
    const isSaidWithin = (said: readonly Quantity[]) =>
      said.length === 0 || said.some(({ start }) => isWithin(start));
    return months.every(isWithin) && numbers.every(isSaidWithin);
  }

  /** Whether the other affirms as this does, and has its names in its order, its codes and its rows. */
  #isSupported(other: Statement, shared: ReadonlySet<string>): boolean {
    if (this.text === other.text) return true;
    const isNegated = this.#clauses.some((clause) => clause.isNegated);
    const isTurned = other.#clauses.every((clause) => clause.isNegated !== isNegated);
    const isLess =
      this.#quantifiers !== other.#quantifiers &&
      /some/.test(this.#quantifiers + other.#quantifiers);
    if (isLess || (isTurned && shared.size === 0)) return false;
    if (!haveSameOrder(this.#facts, other.#facts)) return false;
    const { numbers } = other.#facts;
    const isVerbatim = this.#facts.numbers.every((each) => isSaid(each, numbers, other.text));
    return checkSupport({ sentence: this.text, passage: other.text }).every(
      // What is converted, rounded by the other, or said by an opposite, only this comparison knows.
      ({ kind }) => kind === "words" || kind === "negation" || (kind === "number" && !isVerbatim),
    );
  }
}

/** Who asks says nothing. */
function isQuestion({ text }: Statement): boolean {
  return /[?？]\W*$/u.test(text);
}

/** A clause of what is said not to be so. */
function turned(clause: Clause): Clause {
  const isNegated = !clause.isNegated;
  return { ...clause, isNegated, poles: clause.poles.map((pole) => ({ ...pole, isNegated })) };
}

function sorted(words: readonly string[]): string {
  return [...new Set(words)].toSorted().join(" ");
}

function isName({ isNamed, isFirst, key }: SaidWord): boolean {
  return isNamed && !isFirst && !/^\d/.test(key);
}

/** Words that say when something holds, and not what it is. */
const ADVERB =
  /^(?:least|mindestens|wenigstens|höchstens|still|always|already|currently|now|ever|yet|longer|immer|noch|schon|derzeit|aktuell|toujours|encore|déjà|actuellement|siempre|todavía|aún|actualmente)$/;

/** Words that say what a statement is about: neither numbers, units, dates, negations nor small words. */
function contentOf(
  words: readonly SaidWord[],
  { numbers }: Facts,
  language: RuledLanguage | undefined,
): SaidWord[] {
  const units = new Set(
    numbers.flatMap(({ unit, per }) => (measuresOf(unit).length > 0 ? [unit, per] : [per])),
  );
  const isOfFact = (word: SaidWord): boolean =>
    units.has(word.key) ||
    /^[\d.,]+$/.test(word.key) ||
    isNumberWord(word.key) ||
    monthOf(word, language) !== undefined ||
    dayOf(word.key) !== undefined;
  const isOfManner = (word: SaidWord): boolean =>
    isNegation(word.key) || ADVERB.test(word.key) || operatorOf(word) !== undefined;
  return words.filter((word) => !isSmall(word) && !isOfFact(word) && !isOfManner(word));
}

/** Whether it is a small word, also one that leans on another: `n'est`. */
function isSmall({ isStop, key }: SaidWord): boolean {
  return isStop || isStopWord(key.replace(/^\p{L}{1,2}'/u, ""));
}
