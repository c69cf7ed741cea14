/** What a kind of pairs asks of the rules. */
export type Demand =
  /** The two cannot both be true, and a judge that always agrees must not hide it. */
  | "contradict"
  /** The two say the same, and a judge that always contradicts must not hide it. */
  | "agree"
  /** The two can both be true: the rules set nothing against the judge's word. */
  | "compatible"
  /** The rules do not know: what the judge says counts, whatever it is. */
  | "model decides";

/** Two sentences that answer one question. */
export interface WordedPair {
  readonly kind: string;
  readonly demand: Demand;
  readonly one: string;
  readonly two: string;
}

/** Pairs of one kind. */
export function pairsOf(
  kind: string,
  demand: Demand,
  pairs: readonly (readonly [one: string, two: string])[],
): WordedPair[] {
  return pairs.map(([one, two]) => ({ kind, demand, one, two }));
}
