import type { CrawlFormat } from "./reader/page-reader.ts";

/** One crawl. `Formats` are those that it asks for, where its type tells them. */
export interface CrawlCall<Formats extends readonly CrawlFormat[] = readonly CrawlFormat[]> {
  /** Stops the crawl: what is being fetched is cut off; a durable crawl can be gone on with. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The crawl's name in the records. A second crawl of one name goes on with the first, or works
   * on it at the same time, in this process or another; seed and limits have to be the same.
   * Absent, the crawl is a new one.
   * @default undefined
   */
  readonly id?: string | undefined;
  /**
   * Give up what other workers of this crawl hold at the start: for a crawl whose only worker was
   * killed. Without it their claims come free when their lease ends.
   * @default false
   */
  readonly takeOver?: boolean | undefined;
  /**
   * Most pages that are attempted; redirects, duplicates, files and what robots.txt forbids do not
   * count. 1 or more; may be Infinity.
   * @default 10000
   */
  readonly maxPages?: number | undefined;
  /**
   * Most link steps from the seed; 0 is the seed alone. When it is finite, pages of one level are
   * all fetched before the next one's, so that it is exact whatever is fast or slow.
   * @default Infinity
   */
  readonly depth?: number | undefined;
  /**
   * Globs of URLs to follow; when there are any, one has to match. `*` and `**` stand for any run
   * of characters, `?` for one; the whole URL is matched where the glob has `://`, else path and
   * query. At most 100 of 500 characters. The seed is fetched whatever they say.
   * @default []
   */
  readonly include?: readonly string[] | undefined;
  /**
   * Globs of URLs not to follow; they win over `include`.
   * @default []
   */
  readonly exclude?: readonly string[] | undefined;
  /**
   * Whether hosts below the seed's are crawled too.
   * @default false
   */
  readonly includeSubdomains?: boolean | undefined;
  /**
   * What to make of every page; none for a crawl of links alone.
   * @default ["markdown"]
   */
  readonly formats?: Formats | undefined;
  /**
   * Whether markdown and text are of the main content alone.
   * @default false
   */
  readonly main?: boolean | undefined;
  /**
   * Whether robots.txt is obeyed, its crawl-delay included.
   * @default true
   */
  readonly obeyRobots?: boolean | undefined;
  /**
   * Whether links and pages marked `nofollow` are followed: links by `rel`, pages by a `meta` for
   * robots, or for the crawler by its product token (`Dragline`), and by `X-Robots-Tag` headers.
   * @default true
   */
  readonly followNofollow?: boolean | undefined;
  /**
   * Whether the pages that the site's sitemaps name are found at the start, as links of the seed.
   * @default false
   */
  readonly sitemaps?: boolean | undefined;
  /**
   * Whether a fragment that is a route of an application (`#/…`, `#!…`) makes a page of its own. Such
   * pages differ in a browser only.
   * @default false
   */
  readonly keepFragment?: boolean | undefined;
  /**
   * `follow`: a page whose head names another canonical URL in scope is a duplicate of that one, once
   * a page was fetched there, by redirects and further canonical URLs too. Where it failed, is
   * forbidden or leads back, the page stands for itself; of a circle one page stands for all.
   * @default "ignore"
   */
  readonly canonical?: "ignore" | "follow" | undefined;
  /**
   * `skip`: a page whose text is nearly that of one had before is a duplicate, and not followed.
   * Each worker compares with the pages that it had itself.
   * @default "keep"
   */
  readonly nearDuplicates?: "keep" | "skip" | undefined;
  /**
   * Media types of pages; the body of anything else is not read.
   * @default ["text/html", "application/xhtml+xml"]
   */
  readonly mediaTypes?: readonly string[] | undefined;
  /**
   * Names of query parameters that make no difference, in any case, beside those that track
   * visitors; by default the usual names of session ids (`phpsessid`, `sid` and the like).
   * @default sessionParameters
   */
  readonly ignoreParameters?: readonly string[] | undefined;
  /**
   * Headers to send with every request.
   * @default {}
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The country to fetch from, as the proxy provider names it.
   * @default undefined
   */
  readonly country?: string | undefined;
  /**
   * Cookies are kept under this name in the fetcher; without it each request is a stranger's.
   * @default undefined
   */
  readonly session?: string | undefined;
}
