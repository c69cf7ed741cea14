import { foldText } from "../fold-text.ts";
import { segmenterOf } from "../words/split-sentences.ts";
import { isStopWord } from "../words/stop-words.ts";

/** A word of a text. */
export interface SaidWord {
  /** As it is written. */
  readonly text: string;
  /** Folded, without a possessive ending. */
  readonly key: string;
  readonly start: number;
  /** Whether it says nothing by itself: an article, a preposition, a pronoun. */
  readonly isStop: boolean;
  /** Whether it is written as names are: a capital, or letters and digits together. */
  readonly isNamed: boolean;
  /** Whether it begins a sentence, where every word has a capital. */
  readonly isFirst: boolean;
}

/** The words of a text, in its order; numbers are words too. */
export function readWords(text: string): SaidWord[] {
  const words: SaidWord[] = [];
  for (const { segment, index, isWordLike } of segmenterOf("en", "word").segment(text)) {
    if (isWordLike !== true) continue;
    const key = foldText(segment).replace(/'s?$/, "");
    words.push({
      text: segment,
      key,
      start: index,
      isStop: isStopWord(key) && !isMonth(segment, text.slice(index)),
      isNamed: /^\p{Lu}|\p{Ll}\p{Lu}/u.test(segment) || isMixed(segment),
      isFirst: /(?:^|[.!?:;]["'”’)\]]*\s|\n|["“„«(])\s*$/u.test(
        text.slice(Math.max(0, index - 6), index),
      ),
    });
  }
  return words;
}

/** May is a month where it stands at a number. */
function isMonth(word: string, rest: string): boolean {
  return word === "May" && /^May,? \d/.test(rest);
}

function isMixed(word: string): boolean {
  return /\p{L}/u.test(word) && /\d/.test(word) && !/^\d/.test(word);
}

/** Letters that two forms of a word begin with. */
const FEWEST_SHARED = 4;
/** Letters of endings. */
const LONGEST_ENDING = 4;

/** Whether two folded words are forms of one: `launch` and `launching`. */
export function isSameWord(one: string, two: string): boolean {
  if (one === two) return true;
  const longest = Math.max(one.length, two.length);
  const shared = sharedStart(one, two);
  const least = Math.max(Math.min(FEWEST_SHARED, one.length, two.length), longest - LONGEST_ENDING);
  if (shared < 3 || shared < least) return false;
  // Of short words only endings that are known to be some: `game` and `games`, not `game` and `gamma`.
  return shared > FEWEST_SHARED || [one, two].every((word) => ENDINGS.test(word.slice(shared)));
}

const ENDINGS = /^(?:|s|es|e|d|ed|ing|er|ers|n|en|em|r|y|ies|ly|a|o|os|as|i)$/;

function sharedStart(one: string, two: string): number {
  const most = Math.min(one.length, two.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === two.charCodeAt(at)) at += 1;
  return at;
}

/** Whether a word, or a form of it, is among others. */
export function hasWord(words: readonly SaidWord[], key: string): boolean {
  return words.some((word) => isSameWord(word.key, key));
}

const NEGATIONS = new Set(
  [
    "not no never without cannot none neither nor hardly isn't aren't wasn't weren't don't doesn't didn't",
    "won't can't couldn't wouldn't shouldn't hasn't haven't hadn't",
    "nicht kein keine keinen keiner keines nie niemals ohne ne pas jamais sans sin nunca jamás não sem nem",
    "non mai senza niet geen nooit zonder nie не нет без никогда",
  ].flatMap((list) => list.split(" ")),
);

/** Whether a folded word negates. */
export function isNegation(key: string): boolean {
  return NEGATIONS.has(key);
}
