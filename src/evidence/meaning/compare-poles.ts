import { hasWord, type SaidWord } from "../support/support-words.ts";
import type { Clause, SaidPole } from "./clauses.ts";
import { unprefixed } from "./opposites.ts";

/** How two texts stand to each other by opposites. */
export interface PoleRelation {
  /** Pairs on which they say opposite things. */
  readonly opposed: number;
  /** Words of the first whose pole the second says as well. */
  readonly shared: ReadonlySet<string>;
  /** Words of the first of whose pair the second says anything. */
  readonly met: ReadonlySet<string>;
  /** Whether a pair tells neither way: one of the two says both, or neither says it of the same. */
  readonly isUnclear: boolean;
}

/**
 * Compares what two texts say of each pair of opposites.
 * @param isAbout whether a clause of the second is about what the first is; others oppose nothing
 */
export function comparePoles(
  one: readonly Clause[],
  two: readonly Clause[],
  isAbout: (clause: Clause) => boolean,
): PoleRelation {
  const [own, other] = [polesIn(one), polesIn(two)];
  const shared = new Set<string>();
  const met = new Set<string>();
  let isUnclear = false;
  const about = two.filter(isAbout);
  const near = polesIn(about);
  let opposed = prefixOpposed(one, about) + prefixOpposed(about, one);
  for (const [pair, poles] of Map.groupBy(own, (pole) => pole.pair)) {
    const rivals = other.filter((pole) => pole.pair === pair);
    if (rivals.length === 0) continue;
    for (const { key } of poles) met.add(key);
    const found = poles.flatMap((pole) => rivals.map((rival) => comparePole(pole, rival)));
    const isNear = near.some((pole) => pole.pair === pair);
    if (isNear && found.every((relation) => relation === "opposed")) opposed += 1;
    isUnclear ||= new Set(found).size > 1 || found.includes("open");
    if (found.every((relation) => relation === "same"))
      for (const { key } of poles) shared.add(key);
  }
  return { opposed, shared, met, isUnclear };
}

function polesIn(clauses: readonly Clause[]): SaidPole[] {
  return clauses.filter(({ isCompared }) => !isCompared).flatMap(({ poles }) => poles);
}

function comparePole(one: SaidPole, two: SaidPole): "same" | "opposed" | "open" {
  if (one.kind === "either") {
    const [first, second] = [one, two].map(({ sign, isNegated }) => (isNegated ? -sign : sign));
    return first === second ? "same" : "opposed";
  }
  if (one.kind === "between" && areTurned(one, two)) return "open";
  const isLike = one.sign === two.sign;
  if (one.isNegated !== two.isNegated) return isLike ? "opposed" : "open";
  if (isLike) return "same";
  return one.isNegated ? "open" : "opposed";
}

/** Whether what stands before the one stands behind the other: "A is north of B", "B is south of A". */
function areTurned(one: SaidPole, two: SaidPole): boolean {
  return crosses(one.before, two.behind, two.before) || crosses(one.behind, two.before, two.behind);
}

function crosses(
  words: readonly SaidWord[],
  there: readonly SaidWord[],
  here: readonly SaidWord[],
): boolean {
  return words.some(({ key }) => hasWord(there, key) && !hasWord(here, key));
}

/** Words of the one that the other says the opposite of by a prefix: `effective`, `ineffective`. */
function prefixOpposed(one: readonly Clause[], two: readonly Clause[]): number {
  return two.reduce((sum, clause) => {
    const known = new Set(clause.poles.map(({ key }) => key));
    const words = clause.words.filter(({ key }) => !known.has(key));
    const bases = words.flatMap(({ key }) => unprefixed(key) ?? []);
    const isOpposed = bases.some((base) =>
      one.some(
        (each) => each.isNegated === clause.isNegated && each.words.some(({ key }) => key === base),
      ),
    );
    return sum + (isOpposed && !hasBoth(one, bases) ? 1 : 0);
  }, 0);
}

/** Whether a text has a word with and without the prefix. */
function hasBoth(clauses: readonly Clause[], bases: readonly string[]): boolean {
  return clauses.some(({ words }) =>
    words.some(({ key }) => bases.includes(unprefixed(key) ?? "")),
  );
}
