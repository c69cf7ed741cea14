/** Settings of a crawler. Durations are milliseconds. */
export interface CrawlerOptions {
  /**
   * Requests under way at once, over all hosts of a crawl; 1 to 1,000.
   * @default 32
   */
  readonly maxConcurrency?: number;
  /**
   * Requests under way at once to one host, those of other workers included; 1 to 1,000.
   * @default 8
   */
  readonly maxPerHost?: number;
  /**
   * Workers that share a crawl by its `id`, this one included, 1 to 1,000: each asks a host for no
   * more than its part of `maxPerHost`, so that none has to wait for the others to stop.
   * @default 1
   */
  readonly workers?: number;
  /**
   * Least time between the starts of two requests to one host; 0 or more.
   * @default 0
   */
  readonly delayMs?: number;
  /**
   * The longest that a host's Retry-After is waited for; 0 or more.
   * @default 300000
   */
  readonly maxPauseMs?: number;
  /**
   * Further attempts at a page after lost connections, timeouts and status 408, 425, 429, 502, 503
   * and 504; 0 or more.
   * @default 2
   */
  readonly retries?: number;
  /**
   * For one attempt at a page, fetching and reading; 1 or more.
   * @default 60000
   */
  readonly pageTimeoutMs?: number;
  /**
   * How long a worker that is silent keeps its pages; 1,000 or more.
   * @default 30000
   */
  readonly leaseMs?: number;
  /**
   * Worker threads that read pages, 0 to 1,024; 0 reads in the caller's thread. Absent, as many as
   * there are cores beside the caller's; none for a crawl of links alone, whose pages are read in
   * less time than it takes to send them to a thread.
   * @default undefined
   */
  readonly threads?: number | undefined;
}
