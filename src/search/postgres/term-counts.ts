/** Terms of which the counts are remembered. */
const MOST_TERMS = 20_000;
/** A count is counted anew when the owner's passages have become more or fewer by this part. */
const DRIFT = 0.02;

/** In how many passages terms are, remembered while an owner's pages change little. */
export class TermCounts {
  readonly #counts = new Map<string, { readonly count: number; readonly total: number }>();

  /** @param total how many passages the owner has */
  get(lexeme: string, total: number): number | undefined {
    const known = this.#counts.get(lexeme);
    if (known === undefined || Math.abs(known.total - total) > total * DRIFT) return undefined;
    return known.count;
  }

  set(lexeme: string, count: number, total: number): void {
    if (this.#counts.size >= MOST_TERMS) this.#counts.clear();
    this.#counts.set(lexeme, { count, total });
  }
}
