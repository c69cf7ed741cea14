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
  const byPlace = judgePlaces({ words: sentence, at }, { words: passage, at: places });
  return byPlace ?? judgeSides(said, known, places[0] > places[1]);
}

/** By what is said of the names: whether each has the other's. */
function judgeSides(said: NamePair, known: NamePair, isReversed: boolean): boolean {
  // The sides of the names as the passage has them, in the order of the sentence.
  const [one, other] = isReversed ? [known.second, known.first] : [known.first, known.second];
  const own = likeness(said.first, one) + likeness(said.second, other);
  const cross = likeness(said.first, other) + likeness(said.second, one);
  if (isPassive(said.between) !== isPassive(known.between)) {
    return own > cross && !isReversed && sharesAny(said.between, known.between);
  }
  if (cross > own) return isReversed || said.between.some(({ isStop }) => !isStop);
  const isUntold = own === 0 && cross === 0;
  return isReversed && isUntold && isObject(said.between) && isObject(known.between);
}

const PREPOSITION =
  /^(?:in|at|on|of|to|from|by|with|for|than|über|von|aus|nach|bei|mit|zu|an|auf|als|en|de|à|dans|par|pour|que|por|con|para|da|em|na|no|di|в|на|из|от)$/;

/**
 * By the prepositions before the names, which say what part they have: false when one has its own in
 * both texts, true when each has that of the other, undefined when they do not tell.
 */
function judgePlaces(sentence: PlacedNames, passage: PlacedNames): boolean | undefined {
  const [one, two] = sentence.at.map((at) => prepositionOf(sentence.words, at));
  const [first, second] = passage.at.map((at) => prepositionOf(passage.words, at));
  if (first === second || one === two) return undefined;
  if ((one !== undefined && one === first) || (two !== undefined && two === second)) return false;
  const isTold = one !== undefined && two !== undefined;
  return isTold && one === second && two === first ? true : undefined;
}

function prepositionOf(words: readonly SaidWord[], at: number): string | undefined {
  const { start } = runAt(words, at);
  const before = words.slice(Math.max(0, start - 3), start).filter(({ key }) => !ARTICLE.test(key));
  const key = before.at(-1)?.key ?? "";
  return PREPOSITION.test(key) ? key : undefined;
}

/** Words, and two places among them. */
export interface PlacedNames {
  readonly words: readonly SaidWord[];
  readonly at: readonly [number, number];
}

function pairOf(words: readonly SaidWord[], [one, two]: readonly [number, number]): NamePair {
  const [left, right] =
    one < two ? [runAt(words, one), runAt(words, two)] : [runAt(words, two), runAt(words, one)];
  const between = words.slice(left.end, right.start);
  const first = {
    before: words.slice(Math.max(0, left.start - REACH), left.start),
    behind: between.slice(0, REACH),
  };
  const second = {
    before: between.slice(-REACH),
    behind: words.slice(right.end, right.end + REACH),
  };
  return { first, second, between };
}

/** The words of a name that consists of several. */
export function runAt(
  words: readonly SaidWord[],
  at: number,
): { readonly start: number; readonly end: number } {
  let [start, end] = [at, at + 1];
  while (isOneName(words[start - 1], words[start])) start -= 1;
  while (isOneName(words[end - 1], words[end])) end += 1;
  return { start, end };
}

function isOneName(one: SaidWord | undefined, two: SaidWord | undefined): boolean {
  if (one === undefined || two === undefined || two.start - one.start - one.text.length !== 1)
    return false;
  return [one, two].every(({ isNamed, isStop, key }) => isNamed && !isStop && !/^\d/.test(key));
}

function likeness(one: Sides, two: Sides): number {
  const before = shared(one.before.toReversed(), two.before.toReversed());
  return before + shared(one.behind, two.behind);
}

/** What words count that say little by themselves … */
const SMALL = 0.25;
/** … and what any word counts that stands next to both names: `from`, `to`. */
const NEXT = 3;
/** How much less words count with each word between them and the name. */
const DECAY = 0.3;

const ARTICLE = /^(?:the|a|an|der|die|das|le|la|les|el|los|las|o|os|as|il)$/;

/** How much two sides share; both begin at the name. */
function shared(one: readonly SaidWord[], two: readonly SaidWord[]): number {
  let sum = 0;
  for (const [at, { key, isStop }] of one.entries()) {
    if (ARTICLE.test(key)) continue;
    const other = two.findIndex((word) => isSameWord(word.key, key));
    if (other === -1) continue;
    const near = at + other === 0 ? NEXT : 1 / (1 + DECAY * (at + other));
    sum += (isStop ? SMALL : 1) * near;
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
