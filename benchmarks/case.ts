/** How much work a measurement does: the whole case, or just enough to see that it runs. */
export type BenchmarkSize = "full" | "smoke";

/** One comparison; each measurement runs in a process of its own. */
export interface BenchmarkCase {
  /** The unit of every variant's figure; more is better. */
  readonly unit: string;
  /** Ratios to report, as the names of two variants; above 1 the first is better. */
  readonly ratios: Readonly<Record<string, readonly [string, string]>>;
  /** Each takes one measurement, its own warm-up included, and gives the figure. */
  readonly variants: Readonly<Record<string, (size: BenchmarkSize) => Promise<number>>>;
}
