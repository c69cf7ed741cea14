import type { Claim } from "./claims.ts";
import type { ClaimRelation } from "./compare-claims.ts";

/**
 * Where an answer stands among the others: with a strict majority, outside of it, or nowhere, because
 * there is no majority or the answer says nothing.
 */
export type Verdict = "consensus" | "outlier" | null;

/** What answers say of each other. */
interface Matrix {
  readonly claims: readonly Claim[];
  readonly relations: readonly ClaimRelation[];
}

/** Whose answers are counted. */
interface Sources {
  /** Every source that has completed: what a majority is a majority of. */
  readonly completed: readonly string[];
  /** Those whose answers say something and were compared. */
  readonly compared: readonly string[];
}

/**
 * The verdict of each source. A camp is a set of answers that agree, each with another one of it, and
 * of which none contradicts another; the largest one has to be more than half of what has completed,
 * and at least two. Who stands in one of several such camps only has no verdict.
 */
export function verdictsOf({ completed, compared }: Sources, matrix: Matrix): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>(completed.map((source) => [source, null]));
  const standing = pairsOf(compared, matrix);
  const camps = campsOf(compared, standing);
  const largest = Math.max(0, ...camps.map((camp) => camp.length));
  if (largest < 2 || largest * 2 <= completed.length) return verdicts;
  const majorities = camps.filter((camp) => camp.length === largest);
  for (const source of compared) {
    const count = majorities.filter((camp) => camp.includes(source)).length;
    if (count === majorities.length) verdicts.set(source, "consensus");
    else if (count === 0) verdicts.set(source, "outlier");
  }
  return verdicts;
}

type Standing = (one: string, two: string) => number;

/** How two answers stand to each other: above 0 they agree, below they contradict each other. */
function pairsOf(sources: readonly string[], matrix: Matrix): Standing {
  const standing = new Map(
    sources.map((one) => [
      one,
      new Map(sources.map((two) => [two, one === two ? 0 : standingOf([one, two], matrix)])),
    ]),
  );
  return (one, two) => standing.get(one)?.get(two) ?? 0;
}

/**
 * What answers the question decides: one contradiction there outweighs any agreement besides. Else it is
 * the claims on either side, and an agreement has to be on something that answers the question, where
 * one of the two has such.
 */
function standingOf([one, two]: readonly [string, string], { claims, relations }: Matrix): number {
  const between = relations.filter(({ claim, source }) => {
    const owner = claims[claim]?.source;
    return (owner === one && source === two) || (owner === two && source === one);
  });
  const isCentral = ({ claim }: ClaimRelation): boolean => claims[claim]?.isCentral === true;
  const agreed = between.filter(({ relation }) => relation === "agree");
  const contradicted = between.filter(({ relation }) => relation === "contradict");
  if (contradicted.some(isCentral)) return -1;
  const net = Math.sign(agreed.length - contradicted.length);
  return net > 0 && between.some(isCentral) && !agreed.some(isCentral) ? 0 : net;
}

/** Every set of sources of which none contradicts another and that hangs together by agreement. */
function campsOf(sources: readonly string[], standing: Standing): string[][] {
  const camps: string[][] = [];
  for (let bits = 1; bits < 2 ** sources.length; bits++) {
    const camp = sources.filter((_, index) => Math.floor(bits / 2 ** index) % 2 === 1);
    if (isPeaceful(camp, standing) && isConnected(camp, standing)) camps.push(camp);
  }
  return camps;
}

function isPeaceful(camp: readonly string[], standing: Standing): boolean {
  return camp.every((one, index) => camp.slice(index + 1).every((two) => standing(one, two) >= 0));
}

function isConnected(camp: readonly string[], standing: Standing): boolean {
  const reached = new Set(camp.slice(0, 1));
  for (const one of reached) {
    for (const two of camp) if (one !== two && standing(one, two) > 0) reached.add(two);
  }
  return reached.size === camp.length;
}
