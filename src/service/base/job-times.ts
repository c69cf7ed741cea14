/**
 * How long jobs run, in milliseconds, where several families share it; what only one has stands with its
 * kind of job.
 */
export const jobTimes = Object.freeze({
  /** A scrape, also one by a custom scraper (decisions, part 8). */
  scrape: 300_000,
  /** A map or a crawl (decisions, part 8). */
  site: 1_800_000,
  /** Within which the end of a job is written down: who waits for it waits so much longer. */
  settling: 15_000,
});
