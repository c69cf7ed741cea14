import { totalmem } from "node:os";
import { checkNumber, withDefaults } from "../../core/index.ts";

/** Limits of a browser pool. */
export interface BrowserPoolOptions {
  /** Most pages leased at once, by all callers together; from 1 to 1024. @default 4 */
  readonly maxPages?: number | undefined;
  /**
   * Most pages leased at once in one browser; from 1 to 1024. As many browsers run as `maxPages`
   * needs; what one loses when it crashes, the others keep.
   * @default 8
   */
  readonly pagesPerBrowser?: number | undefined;
  /**
   * Browsers that stay when there is nothing to do, from the first use on; from 0 to what
   * `maxPages` needs.
   * @default 0
   */
  readonly minBrowsers?: number | undefined;
  /** Most callers that wait for a page; from 0. One more is refused. @default 1000 */
  readonly maxWaiting?: number | undefined;
  /**
   * Milliseconds that a caller may wait until the page is there, the start of a browser included;
   * from 1.
   * @default 30000
   */
  readonly queueTimeoutMs?: number | undefined;
  /** Milliseconds that a job's page is kept for the job's next lease; from 0. @default 30000 */
  readonly idlePageMs?: number | undefined;
  /**
   * Milliseconds without a lease after which a browser beyond `minBrowsers` ends; from 0.
   * @default 60000
   */
  readonly idleBrowserMs?: number | undefined;
  /** Leases after which a browser is replaced by a new one; from 1. @default 1000 */
  readonly recycleAfterPages?: number | undefined;
  /**
   * Bytes by which a browser's memory may grow before it is replaced; from 1048576. The processes
   * of pages do not count: they end with their pages.
   * @default 314572800
   */
  readonly recycleAtBytes?: number | undefined;
  /**
   * Bytes of all browsers together above which no further page is opened while one is leased; from
   * 1048576.
   * @default machineBytes() * 0.75
   */
  readonly maxBytes?: number | undefined;
  /**
   * Most bytes of the process of one page; from 1048576. It is looked at once a second; the process
   * that has more is ended.
   * @default 2147483648
   */
  readonly pageBytes?: number | undefined;
  /** Most tabs that a page may open during one lease; from 0. More are closed. @default 10 */
  readonly maxPopups?: number | undefined;
  /**
   * Milliseconds in which a page that is given back must be closed; from 1. Then its slot is free,
   * and its browser takes no further page.
   * @default 800
   */
  readonly closeTimeoutMs?: number | undefined;
  /**
   * Milliseconds without an answer after which a browser with leased pages counts as hung and is
   * ended; from 1.
   * @default 10000
   */
  readonly hungMs?: number | undefined;
}

/** Limits with their defaults. */
export type BrowserPoolSettings = { readonly [Name in keyof BrowserPoolOptions]-?: number };

const defaults: BrowserPoolSettings = Object.freeze({
  maxPages: 4,
  pagesPerBrowser: 8,
  minBrowsers: 0,
  maxWaiting: 1000,
  queueTimeoutMs: 30_000,
  idlePageMs: 30_000,
  idleBrowserMs: 60_000,
  recycleAfterPages: 1000,
  recycleAtBytes: 314_572_800,
  maxBytes: machineBytes() * 0.75,
  pageBytes: 2_147_483_648,
  maxPopups: 10,
  closeTimeoutMs: 800,
  hungMs: 10_000,
});

const lowest: Readonly<Record<keyof BrowserPoolSettings, number>> = {
  maxPages: 1,
  pagesPerBrowser: 1,
  minBrowsers: 0,
  maxWaiting: 0,
  queueTimeoutMs: 1,
  idlePageMs: 0,
  idleBrowserMs: 0,
  recycleAfterPages: 1,
  recycleAtBytes: 1_048_576,
  maxBytes: 1_048_576,
  pageBytes: 1_048_576,
  maxPopups: 0,
  closeTimeoutMs: 1,
  hungMs: 1,
};

/** What the machine has, or the container where it has a limit. */
function machineBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * The limits with their defaults.
 * @throws CoreError `INVALID_OPTION`
 */
export function completePoolOptions(options: BrowserPoolOptions | undefined): BrowserPoolSettings {
  const complete = withDefaults<BrowserPoolSettings>(defaults, options);
  for (const [name, min] of Object.entries(lowest) as [keyof BrowserPoolSettings, number][]) {
    checkNumber(name, complete[name], { min, integer: name !== "maxBytes" });
  }
  checkNumber("maxPages", complete.maxPages, { min: 1, max: 1024 });
  checkNumber("pagesPerBrowser", complete.pagesPerBrowser, { min: 1, max: 1024 });
  checkNumber("minBrowsers", complete.minBrowsers, { min: 0, max: browsersFor(complete) });
  return complete;
}

/** How many browsers it takes to have all pages. */
export function browsersFor({ maxPages, pagesPerBrowser }: BrowserPoolSettings): number {
  return Math.ceil(maxPages / pagesPerBrowser);
}

/** The names of all limits; what stands where collaborators stand is told apart by them. */
export const poolOptionNames: object = defaults;
