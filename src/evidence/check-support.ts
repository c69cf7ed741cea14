import { checkArgument } from "../core/index.ts";
import { foldText } from "./fold-text.ts";
import { findHomes, type Match } from "./meaning/home.ts";
import { WordPlaces } from "./meaning/matching.ts";
import { readText, type SaidText, type Token } from "./meaning/said-text.ts";
import { spellFacts } from "./meaning/spell-facts.ts";
import { spellMoney } from "./meaning/spell-money.ts";
import { markTime } from "./meaning/time-mark.ts";
import { textLanguageOf } from "./meaning/text-language.ts";
import { isFormOf } from "./meaning/word-forms.ts";
import { splitSentences } from "./words/split-sentences.ts";
import { NumberClauses } from "./support/support-clauses.ts";
import type { SupportFault } from "./support/support-fault.ts";
import { governorFaults } from "./support/support-governors.ts";
import { KnownNames } from "./support/support-names.ts";
import { readNumbers } from "./support/support-numbers.ts";
import { readPolarity, ruledOf } from "./support/support-polarity.ts";
import { quantityFaults, type Counted } from "./support/support-quantities.ts";
import { roleFaults } from "./support/support-roles.ts";
import { spanFaults } from "./support/support-spans.ts";
import { embeddingFaults, partFaults, seasonFaults, signFaults } from "./support/support-signs.ts";
import { misdatedMonths, unsaidCodes, unsaidRows } from "./support/support-verbatim.ts";

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
  /** The sentences before the passage: they say whom its pronouns stand for, and no more. */
  readonly before?: string | undefined;
  /** The passage's language (BCP 47); told by its script and small words when absent, else English. */
  readonly language?: string | undefined;
}

/** Characters of what may be a sentence. */
const LONGEST = 2000;

/**
 * What of a sentence its passage does not support, without a model: by the words of both, their numbers,
 * units, times and dates, by who does what, and by the words that turn a sentence round. What a sentence says in
 * quite other words, in another language, or by a calculation, is a fault of kind `words`, which alone leaves
 * open whether the passage says it; every other fault shows that it does not.
 * @returns empty when the passage supports it, as far as words can tell
 * @example
 * ```ts
 * import { checkSupport } from "dragline/ai";
 *
 * const passage = "The museum opens at 9, and closes at 18.";
 * const faults = checkSupport({ sentence: "The museum opens at 10.", passage });
 * for (const { kind, text } of faults) console.log(kind, text);
 * ```
 */
export function checkSupport(question: SupportQuestion): readonly SupportFault[] {
  checkArgument("question of checkSupport({ sentence, passage })", question, "object");
  checkArgument("sentence of checkSupport({ sentence, passage })", question.sentence, "string");
  checkArgument("passage of checkSupport({ sentence, passage })", question.passage, "string");
  const { sentence, passage, context = "", before = "" } = question;
  if (!/[\p{L}\p{N}]/u.test(sentence) || sentence.length > LONGEST)
    return [{ kind: "words", text: "" }];
  const told = twoLetters(question.language) ?? textLanguageOf(`${passage}\n${context}`);
  const language = told ?? "en";
  if (isVerbatim(question, language)) return [];
  const own = spell(sentence, told);
  const known = spell(passage, told);
  const around = spell(context, told);
  const said = readText(marked(sentence, told), language);
  const there = readText(marked(passage, told), language);
  const isForm = (one: string, two: string): boolean => isFormOf(one, two, language === "en");
  const beside = new WordPlaces(readText(around.text, language));
  const ahead = new WordPlaces(readText(before, language));
  const text = `${known.text}\n${around.text}`;
  const all: Counted = {
    text,
    numbers: readNumbers(text, true),
    times: [...known.times, ...around.times],
  };
  const places = new WordPlaces(there);
  const names = new KnownNames([...there.words, ...wordsOf(`${around.text}\n${before}`, language)]);
  const faults = [
    ...quantityFaults(own, all),
    ...governorFaults(said, there, isForm),
    ...spanFaults(said, there),
    ...wordings(own.text, known.text, text),
    ...names.unsaid(said.words),
  ];
  const clauses = new NumberClauses(known.text);
  const signs = said.pieces.flatMap((piece) => piece.signs);
  const judged = [...Map.groupBy(said.words, ({ clause }) => clause).values()].flatMap((words) => {
    const homes = findHomes(words, there, places);
    const found = homes.map((match) =>
      clauseFaults({ match, said, signs, beside, ahead, names, own, clauses }),
    );
    const [best] = found.toSorted((a, b) => worth(a) - worth(b));
    return best ?? uncovered(words, beside);
  });
  return distinct([...faults, ...judged]);
}

function twoLetters(language: string | undefined): string | undefined {
  const [primary = ""] = language?.toLowerCase().split("-") ?? [];
  if (primary === "no" || primary === "nn") return "nb";
  return primary.length === 2 ? primary : undefined;
}

function spell(given: string, language: string | undefined): Counted {
  const { text, times } = spellFacts(spellMoney(given), ruledOf(language));
  return { text, times, numbers: readNumbers(text, true) };
}

/** A text with a word in the place of each time, so that the words around it are read as its own. */
function marked(given: string, language: string | undefined): string {
  return spellFacts(spellMoney(given), ruledOf(language), markTime).text;
}

function wordsOf(text: string, language: string): readonly Token[] {
  return readText(text, language).words;
}

/** Whether a whole sentence of the passage is the sentence. */
function isVerbatim({ sentence, passage }: SupportQuestion, language: string): boolean {
  const own = bare(sentence);
  return (
    own === bare(passage) ||
    passage
      .split("\n")
      .flatMap((line) => splitSentences(line, language))
      .some((whole) => whole.length < LONGEST && bare(whole) === own)
  );
}

function bare(text: string): string {
  return foldText(text).replace(/^[^\p{L}\p{N}\p{Sc}-]+|[^\p{L}\p{N}%)°²³]+$/gu, "");
}

/** Codes, dated months and rows of tables, which count as they are written. */
function wordings(sentence: string, passage: string, text: string): SupportFault[] {
  const words = [
    ...unsaidCodes(sentence, text),
    ...misdatedMonths(sentence, passage),
    ...unsaidRows(sentence, passage),
  ];
  return words.map((each) => ({ kind: "number", text: each }));
}

interface Judged {
  readonly match: Match;
  readonly said: SaidText;
  readonly signs: SaidText["pieces"][number]["signs"];
  readonly beside: WordPlaces;
  readonly ahead: WordPlaces;
  readonly names: KnownNames;
  readonly own: Counted;
  readonly clauses: NumberClauses;
}

function clauseFaults({
  match: given,
  said,
  signs,
  beside,
  ahead,
  names,
  own,
  clauses,
}: Judged): SupportFault[] {
  const { language } = said;
  const within = signs.filter(
    ({ at, reach }) => reach === "sentence" || given.words.some((word) => word.at === at),
  );
  const match = withPronouns(given, ahead);
  const polarity = readPolarity(match, language);
  const { words, found } = match;
  const missing = words.filter(
    (word) =>
      word.isContent &&
      !found.has(word) &&
      !polarity.covered.has(word) &&
      !isFromElsewhere(word, match) &&
      !(word.isNamed && names.isSpelled(word, said.words)),
  );
  const [first, last] = [words[0]?.start ?? 0, words.at(-1)?.start ?? 0];
  const among = own.numbers.filter(({ start }) => start >= first && start <= last);
  const another = among.filter((number) => clauses.isOfAnother(number, words, among));
  return [
    ...another.map(({ text }): SupportFault => ({ kind: "number", text })),
    ...signFaults(match, within, signs),
    ...polarity.faults,
    ...(polarity.isTurned ? [] : roleFaults(match, language)),
    ...seasonFaults(match),
    ...embeddingFaults(match, language),
    ...partFaults(match, language),
    ...uncovered(missing, beside),
  ];
}

/** A match that knows which leading words the sentences before the passage say: whom a pronoun stands for. */
function withPronouns(match: Match, ahead: WordPlaces): Match {
  const { words, found, elsewhere } = match;
  const telling = words.filter(({ isContent }) => isContent);
  const first = telling.findIndex((word) => found.has(word));
  const away = telling.filter(
    (word, at) => !found.has(word) && !elsewhere.includes(word) && isOfSubject(word, at < first),
  );
  return isRun(away, ahead) ? { ...match, elsewhere: [...elsewhere, ...away] } : match;
}

/** Words of one name, with the small words between them. */
const MOST_OF_NAME = 5;

/** Whether words stand one behind the other as one name does. */
function isRun(words: readonly Token[], places: WordPlaces): boolean {
  const [first, ...rest] = words;
  if (first === undefined || words.length > MOST_OF_NAME) return false;
  return places.of(first.key).some((start) => {
    let { at } = start;
    return rest.every(({ key }) => {
      const next = places.of(key).find((place) => place.at > at && place.at - at <= 2);
      at = next?.at ?? at;
      return next !== undefined;
    });
  });
}

function isOfSubject({ role }: Token, isLead: boolean): boolean {
  return role === "of" || (isLead && role === "");
}

/** Whether another part of the passage may say a word: whom it speaks of, and when or where it is so. */
function isFromElsewhere(word: Token, { words, found, elsewhere }: Match): boolean {
  if (!elsewhere.includes(word)) return false;
  const first = words.find((each) => each.isContent && found.has(each));
  const isAside = word.role !== "" || /^\d/.test(words[words.indexOf(word) - 1]?.key ?? "");
  return isAside || (first !== undefined && word.at < first.at);
}

function uncovered(words: readonly Token[], beside: WordPlaces): SupportFault[] {
  const missing = words.filter(({ isContent, key }) => isContent && beside.of(key).length === 0);
  return missing.length === 0
    ? []
    : [{ kind: "words", text: missing.map(({ text }) => text).join(" ") }];
}

/** How much faults weigh: one that shows that it is not said more than any that leave it open. */
function worth(faults: readonly SupportFault[]): number {
  return faults.reduce((sum, { kind }) => sum + (kind === "words" ? 1 : 100), 0);
}

function distinct(faults: readonly SupportFault[]): SupportFault[] {
  return [...new Map(faults.map((fault) => [`${fault.kind} ${fault.text}`, fault])).values()];
}
