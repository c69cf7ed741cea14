import type { SaidText, Token } from "../meaning/said-text.ts";
import { isTimeMark } from "../meaning/time-mark.ts";
import type { SupportFault } from "./support-fault.ts";

/** A year or a time, and the word before it that says what it is of: `closes` of "closes at 6". */
interface Governed {
  readonly token: Token;
  readonly kind: string;
  readonly governor: string;
}

/** Years and times that are compared. */
const MOST = 400;

/**
 * Years and times that the passage says of another word, and of the sentence's word another: "closes at 9" where it
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
    .flatMap((token) => {
      const kind = kindOf(token.key);
      return kind === undefined ? [] : [{ token, kind, governor: governorOf(token, words) }];
    })
    .slice(0, MOST);
}

function kindOf(key: string): "year" | "time" | undefined {
  if (/^[12]\d{3}$/.test(key)) return "year";
  return isTimeMark(key) ? "time" : undefined;
}

/** Words before a number among which its word is looked for. */
const REACH = 6;

function governorOf({ at, piece }: Token, words: readonly Token[]): string {
  const before = words.slice(Math.max(0, at - REACH), at);
  const word = before.findLast((each) => each.isContent && each.piece === piece);
  return word === undefined || word.isNamed ? "" : word.key;
}
