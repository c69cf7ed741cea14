import { isSameWord, type SaidWord } from "./support-words.ts";

/** Words to either side of a name that tell what is said of it. */
const REACH = 7;

/** What is said of a name: the words before and behind it, up to the other name. */
interface Sides {
  readonly before: readonly SaidWord[];
  readonly behind: readonly SaidWord[];
}

/** Two names in a sentence, and what is said of each. */
interface NamePair {
  readonly first: Sides;
  readonly second: Sides;
  readonly between: readonly SaidWord[];
}

/**
 * Whether two names have taken each other's part: the words around the one are those around the
 * other in the passage ("Ann paid Bob", "Bob paid Ann"), and no passive voice explains it.
 * @param sentence words of the sentence; @param at where the names stand in it
 * @param passage words of a sentence of the passage, and @param places where the same names stand
 */
export function areSwapped(
  { words: sentence, at }: PlacedNames,
  { words: passage, at: places }: PlacedNames,
): boolean {
  const said = pairOf(sentence, at);
  const known = pairOf(passage, places);
  if (isList(said.between) || isList(known.between)) return false;
  const isReversed = places[0] > places[1];
  // The sides of the names as the passage has them, in the order of the sentence.
  const [one, other] = isReversed ? [known.second, known.first] : [known.first, known.second];
  const own = likeness(said.first, one) + likeness(said.second, other);
  const cross = likeness(said.first, other) + likeness(said.second, one);
  const isTurned = isPassive(said.between) !== isPassive(known.between);
  if (isTurned) return own > cross && !isReversed && sharesAny(said.between, known.between);
  if (cross > own) return true;
  return isReversed && own === cross && isObject(said.between) && isObject(known.between);
}

/** Words, and two places among them. */
export interface PlacedNames {
  readonly words: readonly SaidWord[];
  readonly at: readonly [number, number];
}

function pairOf(words: readonly SaidWord[], [one, two]: readonly [number, number]): NamePair {
  const [left, right] = one < two ? [one, two] : [two, one];
  const between = words.slice(left + 1, right);
  const first = {
    before: words.slice(Math.max(0, left - REACH), left),
    behind: between.slice(0, REACH),
  };
  const second = {
    before: between.slice(-REACH),
    behind: words.slice(right + 1, right + 1 + REACH),
  };
  return { first, second, between };
}

function likeness(one: Sides, two: Sides): number {
  return shared(one.before, two.before) + shared(one.behind, two.behind);
}

/** What words count that say little by themselves. */
const SMALL = 0.25;

function shared(one: readonly SaidWord[], two: readonly SaidWord[]): number {
  let sum = 0;
  for (const { key, isStop } of one) {
    if (/^(?:the|a|an|der|die|das|le|la|les|el|los|las|o|os|as|il)$/.test(key)) continue;
    if (two.some((word) => isSameWord(word.key, key))) sum += isStop ? SMALL : 1;
  }
  return sum;
}

function sharesAny(one: readonly SaidWord[], two: readonly SaidWord[]): boolean {
  return one.some(({ key, isStop }) => !isStop && two.some((word) => isSameWord(word.key, key)));
}

/** Whether nothing but a list's words stands between two names. */
function isList(between: readonly SaidWord[]): boolean {
  return between.every(({ key }) =>
    /^(?:and|or|und|oder|et|ou|y|o|e|en|of|i|и|или|the)$/.test(key),
  );
}

/** Whether it says who did what was done. */
function isPassive(between: readonly SaidWord[]): boolean {
  return between.some(({ key }) => /^(?:by|von|par|por|da|door|av|przez)$/.test(key));
}

/** Whether the second name is what something is done to: a word of substance stands right before it. */
function isObject(between: readonly SaidWord[]): boolean {
  const last = between.at(-1);
  return last !== undefined && !last.isStop && !last.isNamed && !/^\d/.test(last.key);
}
