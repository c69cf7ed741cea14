import type { SaidText, Token } from "./meaning/said-text.ts";
import { isTimeMark } from "./meaning/time-mark.ts";
import { measuresOf } from "./meaning/units.ts";
import type { SupportFault } from "./support-fault.ts";

/** A number or a time, and the word before it that says what it is of: `closes` of "closes at 6". */
interface Governed {
  readonly token: Token;
  readonly kind: string;
  readonly governor: string;
}

/** Numbers and times that are compared. */
const MOST = 400;

/**
 * Numbers and times that the passage says of another word of the sentence's kind: "closes at 9" where it
 * opens at 9 and closes at 6.
 */
export function governorFaults(
  said: SaidText,
  known: SaidText,
  isForm: (one: string, two: string) => boolean,
): SupportFault[] {
  const own = governedIn(said);
  const there = governedIn(known);
  return own
    .filter(({ token, kind, governor }) => {
      const same = there.filter((each) => each.token.key === token.key);
      const isOf = (each: Governed): boolean => isForm(governor, each.governor);
      if (
        governor === "" ||
        same.length === 0 ||
        same.some((each) => each.governor === "" || isOf(each))
      )
        return false;
      // The sentence may speak of both: then its order tells.
      const isBeside = same.some((each) =>
        said.words.some(({ key }) => isForm(key, each.governor)),
      );
      const rivals = there.filter((each) => each.kind === kind && isOf(each));
      return (
        !isBeside && rivals.some((each) => !own.some((other) => other.token.key === each.token.key))
      );
    })
    .map(({ token }) => ({ kind: "number", text: token.text }));
}

function governedIn({ words }: SaidText): Governed[] {
  return words
    .filter(({ key }) => /^\d/.test(key))
    .slice(0, MOST)
    .map((token) => ({
      token,
      kind: kindOf(token, words[token.at + 1]),
      governor: governorOf(token, words),
    }));
}

function kindOf({ key }: Token, next: Token | undefined): string {
  if (/^[12]\d{3}$/.test(key)) return "year";
  if (isTimeMark(key)) return "time";
  return measuresOf(next?.key ?? "")[0]?.dimension ?? "";
}

/** Words before a number among which its word is looked for. */
const REACH = 6;

function governorOf({ at, piece }: Token, words: readonly Token[]): string {
  const before = words.slice(Math.max(0, at - REACH), at);
  const word = before.findLast((each) => each.isContent && each.piece === piece);
  return word === undefined || word.isNamed ? "" : word.key;
}
