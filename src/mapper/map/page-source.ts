/** What brings a page to a map or a crawl; `Fetcher` of `dragline/fetcher` is one as it is. */
export interface PageSource {
  /**
   * Gets one URL, once: a redirect is an answer like any other, nothing is tried again, and any
   * status is a page.
   * @throws what the source throws when there is no answer; the signal's reason
   */
  fetch(url: string, call: SourceCall): Promise<SourcePage>;
}

/** How a page is to be got. */
export interface SourceCall {
  /** Cancels the request. */
  readonly signal: AbortSignal;
  /** Redirects are not followed by the source: each is checked first. */
  readonly redirect: "manual";
  /** The source does not try again: the caller does, at its own pace. */
  readonly retries: 0;
  /** Media types whose body is wanted; of others the body is left. All when absent. */
  readonly mediaTypes?: readonly string[] | undefined;
  /** Bytes of the body; what is more is cut. The source's own limit when absent. */
  readonly maxBytes?: number | undefined;
  /** A longer body is cut. */
  readonly onOversize?: "truncate" | undefined;
  /** Headers to send beside the source's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The country to fetch from. */
  readonly country?: string | undefined;
  /** Requests of one session share cookies and a proxy. */
  readonly session?: string | undefined;
}

/** A page as a source brings it. */
export interface SourcePage {
  /** The URL that answered; another than asked for where a browser followed redirects. */
  readonly url: string;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly contentType: { readonly sniffed: string };
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The WHATWG name of the encoding of `bytes`; undefined where `text` is not made of them. */
  readonly charset?: string | undefined;
  /** Whether the body was cut. */
  readonly truncated: boolean;
  /** Whether the body was left because its type was not wanted. */
  readonly unread: boolean;
}

/** What robots.txt says; `Fetcher.robots` of `dragline/fetcher` is one as it is. */
export interface RobotsSource {
  /** The product token under which a site may address the crawler; `Dragline` when absent. */
  readonly agent?: string | undefined;
  /** @throws the signal's reason */
  check(
    url: string,
    call: { readonly signal: AbortSignal; readonly country?: string | undefined },
  ): Promise<RobotsAnswer>;
}

/** Whether a URL may be fetched, and what else its site asks. */
export interface RobotsAnswer {
  readonly allowed: boolean;
  /** `unavailable` where robots.txt could not be loaded, which forbids everything (RFC 9309, 2.3.1.4). */
  readonly reason?: string | undefined;
  /** Milliseconds that the site wants between two requests. */
  readonly crawlDelayMs?: number;
  /** Absolute URLs of the site's sitemaps. */
  readonly sitemaps: readonly string[];
}
