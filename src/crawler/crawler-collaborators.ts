import type { Clock, Ids } from "../core/index.ts";
import type { Fetcher } from "../fetcher/index.ts";
import type { PageSource, RobotsSource } from "../mapper/index.ts";
import type { Records } from "../storage/index.ts";

/** What a crawler works with. */
export interface CrawlerCollaborators {
  /** Brings pages and robots.txt; a fetcher of the crawler's own when absent. */
  readonly fetcher?: Pick<Fetcher, "fetch" | "robots"> | undefined;
  /** Brings pages in place of the fetcher: `createPageSource` of `dragline/scraper` takes a browser where a page needs one. */
  readonly source?: PageSource | undefined;
  /** Answers for robots.txt in place of the fetcher. */
  readonly robots?: RobotsSource | undefined;
  /** Where crawls are remembered; in memory when absent, and gone with the process. */
  readonly records?: Records | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}
