import { isNegation, type SaidWord } from "../support/support-words.ts";
import type { RuledLanguage } from "./language-of.ts";
import { readDenial } from "./negation.ts";
import { polesOf, type Pole } from "./opposites.ts";

/** A pole where a clause says it. */
export interface SaidPole extends Pole {
  readonly key: string;
  readonly isNegated: boolean;
  /** The words of substance before and behind it in its clause. */
  readonly before: readonly SaidWord[];
  readonly behind: readonly SaidWord[];
}

/** A part of a sentence that affirms or denies as one. */
export interface Clause {
  readonly words: readonly SaidWord[];
  readonly start: number;
  readonly end: number;
  readonly isNegated: boolean;
  /** Whether its negation is part of a comparison, and denies nothing of the one that is compared. */
  readonly isCompared: boolean;
  readonly poles: readonly SaidPole[];
}

/** Words that begin another clause. */
const JOINING =
  /^(?:but|and|while|whereas|although|though|because|due|owing|aber|und|sondern|während|obwohl|weil|wegen|aufgrund|mais|et|tandis|alors|car|cause|pero|y|sino|mientras|aunque|porque|debido)$/;

/** The clauses of a text, by its words. */
export function readClauses(
  text: string,
  words: readonly SaidWord[],
  language: RuledLanguage | undefined,
): Clause[] {
  const runs: SaidWord[][] = [[]];
  for (const [at, word] of words.entries()) {
    const last = words[at - 1];
    const between = last === undefined ? "" : text.slice(last.start + last.text.length, word.start);
    const run = runs.at(-1) ?? [];
    if (run.length > 0 && begins(word, between, run)) runs.push([word]);
    else run.push(word);
  }
  return runs.filter((run) => run.length > 0).map((run) => clauseOf(run, language));
}

function begins(word: SaidWord, between: string, run: readonly SaidWord[]): boolean {
  if (/[;:()[\]\n–—。、；]|\.\s/u.test(between) || JOINING.test(word.key)) return true;
  // "Ostra, not Arden, is the capital": what is between commas is denied, and no more.
  return /[,，]/.test(between) && (isNegation(word.key) || isNegation(run[0]?.key ?? ""));
}

function clauseOf(words: readonly SaidWord[], language: RuledLanguage | undefined): Clause {
  const [first, last] = [words[0], words.at(-1)];
  const { isNegated, isCompared, bounds } = readDenial(words);
  const poles = words.flatMap((word, at) => {
    if (bounds.has(at) || isNameLike(word, language)) return [];
    const next = words[at + 1]?.key ?? "";
    return polesOf({ key: word.key, next }, language).map((pole): SaidPole => {
      const [before, behind] = [words.slice(0, at), words.slice(at + 1)].map((each) =>
        each.filter(({ isStop }) => !isStop),
      ) as [SaidWord[], SaidWord[]];
      return { ...pole, key: word.key, isNegated, before, behind };
    });
  });
  const end = last === undefined ? 0 : last.start + last.text.length;
  return { words, start: first?.start ?? 0, end, isNegated, isCompared, poles };
}

/** Whether a capital says that a word is part of a name: New York, the North Sea. */
function isNameLike({ isNamed, isFirst }: SaidWord, language: RuledLanguage | undefined): boolean {
  return isNamed && !isFirst && language !== "de";
}
