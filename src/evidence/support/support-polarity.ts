import type { Match } from "../meaning/home.ts";
import { ruledLanguages, type RuledLanguage } from "../meaning/language-of.ts";
import { readDenial } from "../meaning/negation.ts";
import { isFailing, isNegator } from "../meaning/negators.ts";
import { polesOf, unprefixed, type Pole } from "../meaning/opposites.ts";
import type { Token } from "../meaning/said-text.ts";
import { isFormOf } from "../meaning/word-forms.ts";
import type { SupportFault } from "./support-fault.ts";

/** What a clause and its passage say of opposites and of negation. */
interface Polarity {
  readonly faults: readonly SupportFault[];
  /** Words that the passage says by a word of the same pole, or by the denied opposite. */
  readonly covered: ReadonlySet<Token>;
  /** Whether an opposite tells the same from the other side: "bought from", "sold to". */
  readonly isTurned: boolean;
}

interface Meeting {
  readonly word: Token;
  readonly other: Token;
  readonly kind: Pole["kind"];
  readonly isOpposed: boolean;
}

export function readPolarity(match: Match, language: string): Polarity {
  const there = match.piece.words.filter(({ clause }) => match.clauses.has(clause));
  const isDifferent = isDenied(match.words, language) !== isAnyDenied(there, language);
  const met = meetings(match, there, language);
  const opposed = met.filter(
    (each) => each.isOpposed && !met.some((other) => other.word === each.word && !other.isOpposed),
  );
  const flips = new Map(
    opposed.filter(({ kind }) => kind === "either").map((each) => [each.word, each]),
  );
  const rivals = opposed.filter(({ kind }) => kind !== "either");
  const turned = rivals.filter((each) => isTurned(each, match));
  const covered = new Set(met.filter((each) => !each.isOpposed).map(({ word }) => word));
  if (isDifferent && flips.size % 2 === 1) for (const word of flips.keys()) covered.add(word);
  for (const { word } of turned) covered.add(word);
  const faults = polarityFaults({ isDifferent, flips, rivals, turned });
  return { faults, covered, isTurned: turned.length > 0 };
}

interface Found {
  readonly isDifferent: boolean;
  readonly flips: ReadonlyMap<Token, Meeting>;
  readonly rivals: readonly Meeting[];
  readonly turned: readonly Meeting[];
}

function polarityFaults({ isDifferent, flips, rivals, turned }: Found): SupportFault[] {
  const faults: SupportFault[] = [];
  const [flip] = flips.values();
  if (isDifferent && flips.size % 2 === 0)
    faults.push({
      kind: rivals.length > 0 ? "words" : "negation",
      text: rivals[0]?.word.text ?? "",
    });
  if (!isDifferent && flips.size % 2 === 1 && flip !== undefined) faults.push(oppositeOf(flip));
  const rival = rivals.find((each) => !turned.includes(each));
  if (!isDifferent && rival !== undefined) faults.push(oppositeOf(rival));
  return faults;
}

function oppositeOf({ word, other }: Meeting): SupportFault {
  return { kind: "opposite", text: `${word.text}, ${other.text}` };
}

/** Languages in which two negations make an affirmation. */
const DOUBLE = /^(?:en|de|nl|sv|da|nb|zh|ja|ko)$/;

function isAnyDenied(words: readonly Token[], language: string): boolean {
  const clauses = Map.groupBy(words, ({ clause }) => clause);
  return [...clauses.values()].some((clause) => isDenied(clause, language));
}

/** Endings of Japanese verbs that deny; dictionaries of words part them anywhere. */
const JAPANESE =
  /(?<!少|な[けく]れば[な]?ら)(?:ない|なかった|ませ(?:ん|ぬ)|ずに|なくな|なく(?=、|て))/u;

/** Whether words of one clause say that something is not so. */
function isDenied(words: readonly Token[], language: string): boolean {
  const ruled = ruledOf(language);
  if (language === "ja") return JAPANESE.test(words.map(({ text }) => text).join(""));
  const count = words.filter(({ key }) => isNegator(key, language)).length;
  if (ruled === undefined) return DOUBLE.test(language) ? count % 2 === 1 : count > 0;
  const failed = words.filter(({ key }, at) => key === "unlike" || isFailing(words, at)).length;
  return readDenial(words).isNegated !== (ruled === "en" && failed % 2 === 1);
}

export function ruledOf(language: string | undefined): RuledLanguage | undefined {
  return ruledLanguages.find((each) => each === language);
}

function meetings(match: Match, there: readonly Token[], language: string): Meeting[] {
  const taken = new Set(match.found.values());
  const free = there.filter((token) => !taken.has(token));
  const ruled = ruledOf(language);
  const rivals = free.map((other) => ({ other, poles: polesAt(other, there, language) }));
  return match.words.flatMap((word) => {
    if (match.found.has(word)) return [];
    const own = polesAt(word, match.words, language);
    const byPole = rivals.flatMap(({ other, poles }) =>
      meetingsOf({ word, own }, { other, poles }, language),
    );
    return ruled === undefined ? byPole : [...byPole, ...prefixMeetings(word, free, ruled)];
  });
}

function polesAt(word: Token, words: readonly Token[], language: string): Pole[] {
  const next = words[words.indexOf(word) + 1]?.key ?? "";
  return polesOf({ key: word.key, next }, language);
}

function meetingsOf(
  { word, own }: { readonly word: Token; readonly own: readonly Pole[] },
  { other, poles }: { readonly other: Token; readonly poles: readonly Pole[] },
  language: string,
): Meeting[] {
  return own.flatMap(({ pair, kind, sign }) =>
    poles
      .filter((pole) => pole.pair === pair)
      .filter(
        (pole) => pole.sign !== sign || degreeOf(word, language) === degreeOf(other, language),
      )
      .map((pole) => ({ word, other, kind, isOpposed: pole.sign !== sign })),
  );
}

/** How an adjective compares: by its ending. */
function degreeOf({ key }: Token, language: string): string {
  if (/^(?:best|worst|most|least|mejor|peor|meilleure?s?|pires?)$/.test(key)) return "superlative";
  if (/^(?:better|worse|more|less|fewer|plus|moins|más|menos|mayor|menor)$/.test(key))
    return "comparative";
  if (language === "de") return /st(?:e[nrsm]?)?$/.test(key) ? "superlative" : "";
  if (language !== "en") return "";
  if (/[^aeiou]est$/.test(key)) return "superlative";
  return /[^aeiou]er$/.test(key) && !/^(?:never|after|under|over)$/.test(key) ? "comparative" : "";
}

/** A word that the passage has with a prefix that says the opposite, or without it. */
function prefixMeetings(word: Token, free: readonly Token[], language: RuledLanguage): Meeting[] {
  const isForm = (one: string, two: string) => isFormOf(one, two, language === "en");
  const base = unprefixed(word.key);
  return free
    .filter(({ key }) => {
      const other = unprefixed(key);
      return (
        (base !== undefined && isForm(base, key)) ||
        (other !== undefined && isForm(other, word.key))
      );
    })
    .map((other): Meeting => ({ word, other, kind: "either", isOpposed: true }));
}

/** Whether what stands before the one stands behind its opposite, and the other way round. */
function isTurned({ word, other, kind }: Meeting, { words, found, piece }: Match): boolean {
  if (kind !== "between") return false;
  const at = words.indexOf(word);
  const place = piece.words.indexOf(other);
  const placeOf = (each: Token): number => {
    const token = found.get(each);
    return token === undefined || !(each.isContent || each.isNamed)
      ? -1
      : piece.words.indexOf(token);
  };
  const before = words
    .slice(0, at)
    .map(placeOf)
    .filter((index) => index !== -1);
  const behind = words
    .slice(at + 1)
    .map(placeOf)
    .filter((index) => index !== -1);
  const crosses = before.some((index) => index > place) && behind.some((index) => index < place);
  return crosses && !before.some((index) => index < place);
}
