/** The name that was probably meant: at most a third of its letters are other ones. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > 100) return undefined;
  const near = known
    .map((candidate) => ({
      candidate,
      away: distance(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, away }) => away <= Math.max(1, Math.floor(candidate.length / 3)));
  return near.toSorted((a, b) => a.away - b.away)[0]?.candidate;
}

/** The same as the end of a message: `; did you mean 'markdown'?`; empty where nothing is near. */
export function meantName(name: unknown, known: readonly string[]): string {
  const near = typeof name === "string" ? nearestName(name, known) : undefined;
  return near === undefined ? "" : `; did you mean '${near}'?`;
}

/** The term that differs from a misspelt one in one letter, or two that are swapped; undefined for short ones. */
export function nearestTerm(term: string, known: Iterable<string>): string | undefined {
  if (term.length < 5 || term.length > 30) return undefined;
  for (const candidate of known) {
    const isNear = candidate[0] === term[0] && Math.abs(candidate.length - term.length) <= 1;
    if (isNear && distance(term, candidate) === 1) return candidate;
  }
  return undefined;
}

/** Letters to add, remove, replace or swap with their neighbour. */
function distance(a: string, b: string): number {
  let above: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const twoAbove = above;
    above = row;
    row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(above, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(twoAbove, j - 2) + 1 : Infinity;
      row.push(Math.min(replaced, swapped, at(above, j) + 1, at(row, j - 1) + 1));
    }
  }
  return at(row, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity;
