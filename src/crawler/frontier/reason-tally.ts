import { crawlReasons, type CrawlReason, type ReasonCounts } from "../reason.ts";

/** Counts how URLs ended. */
export class ReasonTally {
  readonly #counts = new Map<CrawlReason, number>();

  add(reason: CrawlReason, count = 1): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  addAll(counts: ReasonCounts): void {
    for (const reason of crawlReasons) {
      const count = counts[reason];
      if (count !== undefined) this.add(reason, count);
    }
  }

  /** All counts together. */
  get total(): number {
    let total = 0;
    for (const count of this.#counts.values()) total += count;
    return total;
  }

  /** The counts that are not 0. */
  get counts(): ReasonCounts {
    const counts: { [R in CrawlReason]?: number } = {};
    for (const [reason, count] of this.#counts) if (count !== 0) counts[reason] = count;
    return counts;
  }
}
