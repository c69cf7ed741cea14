/**
 * How much work a measurement does: the whole case; just enough to see that it runs; or pages one at
 * a time, so that the process' peak memory is the converter's.
 */
export type BenchmarkSize = "full" | "smoke" | "memory";

/** Ratios to report, as the names of two variants. */
export type Ratios = Readonly<Record<string, readonly [string, string]>>;

/** One comparison; each measurement runs in a process of its own. */
export interface BenchmarkCase {
  /** The unit of every variant's figure; more is better. */
  readonly unit: string;
  /** Of the figures; above 1 the first is better. */
  readonly ratios: Ratios;
  /** Of the processes' peak memory, which is then measured apart; below 1 the first is better. */
  readonly memoryRatios?: Ratios;
  /** Each takes one measurement, its own warm-up included, and gives the figure. */
  readonly variants: Readonly<Record<string, (size: BenchmarkSize) => Promise<number>>>;
}
