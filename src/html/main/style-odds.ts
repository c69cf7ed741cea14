/** Fewer blocks of a style say little about it. */
const FEWEST = 3;

/** How much of a block's odds is what its style has on average. */
const SHARE = 0.7;

/**
 * Draws the odds of blocks of the same style together: the prices, dates or names of repeated
 * things belong to the content all or none of them.
 * @param odds by block, as logarithms
 * @param styles by block: equal for the same style
 */
export function shareOdds(odds: Float64Array, styles: Int32Array): Float64Array {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const [index, style] of styles.entries()) {
    const of = sums.get(style) ?? { sum: 0, count: 0 };
    of.sum += odds[index] as number;
    of.count++;
    sums.set(style, of);
  }
  return odds.map((own, index) => {
    const { sum, count } = sums.get(styles[index] as number) ?? { sum: own, count: 1 };
    return count < FEWEST ? own : own + SHARE * (sum / count - own);
  });
}
