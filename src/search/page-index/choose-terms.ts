/** A term and how many passages have it. */
interface Counted {
  readonly term: number;
  readonly count: number;
}

/**
 * The terms by which candidates are looked for, as places among those of a question: the rarest
 * first, as long as all together are in no more passages than `most`. Common words then still count
 * when candidates are ranked.
 * @param frequencies by term: in how many passages it is
 */
export function chooseTerms(frequencies: readonly number[], most: number): number[] {
  const rarest = frequencies
    .map((count, term): Counted => ({ term, count }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.count - b.count);
  let sum = 0;
  return rarest
    .filter(({ count }) => {
      sum += count;
      return sum <= most;
    })
    .map(({ term }) => term);
}
