import type { CrawlPage } from "./crawl-page.ts";
import type { HostPace } from "./politeness/pace.ts";
import type { ReasonCounts } from "./reason.ts";

/** How a crawl stands. */
export interface CrawlProgress {
  /** URLs found so far, duplicates included. */
  readonly found: number;
  /** URLs that wait for their turn. */
  readonly queued: number;
  /** URLs being fetched, or handed out and not done with, by any worker. */
  readonly running: number;
  /** Pages completed. */
  readonly done: number;
  /** Pages failed. */
  readonly failed: number;
  /** Pages per second that this worker finished in the last five seconds. */
  readonly perSecond: number;
  /** How URLs ended; with `queued` and `running` they add up to `found`. */
  readonly counts: ReasonCounts;
  /** Up to 100 hosts, those with most waiting first. */
  readonly hosts: readonly HostPace[];
}

/** How a crawl ended. */
export interface CrawlSummary extends Omit<CrawlProgress, "hosts" | "perSecond"> {
  readonly id: string;
  readonly seed: string;
  /** `finished`: nothing is left to do. `stopped`: it can be gone on with. */
  readonly outcome: "finished" | "stopped";
  /** Milliseconds that this worker took. */
  readonly durationMs: number;
}

/**
 * A crawl under way: pages as they come, in any order. It begins when the first page is asked for
 * and goes on while pages are taken; a page counts as done when the next one is asked for, so that a
 * process that is killed loses none. Can be iterated once.
 */
export interface Crawl<Page extends CrawlPage = CrawlPage> extends AsyncIterable<Page> {
  readonly id: string;
  /** How it stands; as fresh as the last step. */
  progress(): CrawlProgress;
  /** Fetches nothing more until {@link resume}; what is under way is still handed out. */
  pause(): void;
  resume(): void;
  /** Ends it after the pages under way; the iteration ends then. What waits stays waiting. */
  stop(): void;
  /**
   * The summary, when the iteration has ended. Rejects as the iteration does; pending for ever when
   * it was never begun.
   */
  readonly summary: Promise<CrawlSummary>;
}
