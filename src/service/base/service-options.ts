/** Settings of a service. Durations are milliseconds, sizes bytes. */
export interface ServiceOptions {
  /**
   * The address under which clients reach the service, without the version: `https://api.example`.
   * Absent: the scheme and host of each request, and the prefix that it is mounted under.
   * @default undefined
   */
  readonly publicUrl?: string | undefined;
  /**
   * Hosts that may be scraped although they are not public: names, `*.domain`, addresses and CIDRs.
   * @default []
   */
  readonly allow?: readonly string[];
  /**
   * Callback URLs likewise.
   * @default []
   */
  readonly allowCallbacks?: readonly string[];
  /**
   * Proxies in front of the service whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed:
   * addresses and CIDRs.
   * @default []
   */
  readonly trustedProxies?: readonly string[];
  /**
   * What the service's own and the webhooks' headers begin with.
   * @default "X-Service-"
   */
  readonly headerPrefix?: string;
  /**
   * The User-Agent of webhooks.
   * @default "Service-Webhooks/1"
   */
  readonly webhookUserAgent?: string;
  /** Credits by operation, in place of the usual ones; what is absent stays. */
  readonly prices?: Partial<Prices>;
  /**
   * Credits of a new account; a whole number from 0.
   * @default 300
   */
  readonly newAccountCredits?: number;
  /**
   * Calls a minute by route, in place of the usual ones: `{ "POST /map": 10 }`; Infinity for no
   * limit. `"*"` means every route.
   * @default {}
   */
  readonly limits?: Readonly<Record<string, number>>;
  /**
   * What brings pages when no browser is asked for: HTTP alone, or `auto`, which takes a browser
   * where the page that came is a shell that scripts fill.
   * @default "auto"
   */
  readonly engine?: "http" | "auto";
  /**
   * Whether summaries and JSON are refused (`configuration_error`) where there is no model, instead of
   * being made from the page alone.
   * @default false
   */
  readonly requireModel?: boolean;
  /**
   * Tokens of the model's input that one page may take, its summary and its JSON together; from 1,
   * Infinity for no limit. What would take more is not asked, and not there.
   * @default 200000
   */
  readonly modelInputTokens?: number;
  /**
   * Tokens of the model's answers likewise.
   * @default 32768
   */
  readonly modelOutputTokens?: number;
  /**
   * Whether the model writes one short answer over those of an AI Visibility search; takes a model.
   * @default false
   */
  readonly visibilitySynthesis?: boolean;
  /**
   * Whether pages that accounts scrape, crawl and monitor go into the index that `POST /search` and
   * research search where the host gives no provider. Of jobs with a saved session none do.
   * @default true
   */
  readonly indexPages?: boolean;
  /**
   * Scrapes that one process runs at a time; 1 to 1,000. Crawls, maps and research: a quarter, at least 1.
   * @default 16
   */
  readonly concurrency?: number;
  /**
   * How long a synchronous scrape waits before it answers 202.
   * @default 90000
   */
  readonly syncTimeoutMs?: number;
  /**
   * How long pages are cached for their account; 0 for never.
   * @default 86400000
   */
  readonly cacheTtlMs?: number;
  /**
   * How long jobs and their results are kept.
   * @default 2592000000
   */
  readonly retentionMs?: number;
  /**
   * Active monitors of one account; 1 or more.
   * @default 20
   */
  readonly activeMonitors?: number;
  /**
   * Browser connections that one account may have open at once; 1 to 1,000.
   * @default 5
   */
  readonly concurrentBrowsers?: number;
  /**
   * Bytes of the disk that a browser connection may take with downloads, as large as they are announced,
   * and what pages store; it is closed (1008) when it takes more, and its downloads are cancelled; 1 or more.
   * @default 1073741824
   */
  readonly browserBytes?: number;
  /**
   * The same for all browser connections of an account in one process; the largest is closed.
   * @default 4294967296
   */
  readonly accountBrowserBytes?: number;
  /**
   * The same for all browser connections of the process.
   * @default 17179869184
   */
  readonly hostBrowserBytes?: number;
  /**
   * Bytes that browser connections leave free on the disk, but never more than a quarter of it: where less
   * is free, the largest is closed, unless it has less than 64 MiB; 0 or more.
   * @default 536870912
   */
  readonly minFreeBytes?: number;
  /**
   * Whether `GET /v1/browser-connect/json/version` and `/json/list` tell clients where the browser
   * connection is: Puppeteer's `browserURL` and Playwright's `connectOverCDP("http://…")` ask there
   * first.
   * @default false
   */
  readonly devtoolsVersion?: boolean;
  /**
   * Whether both are answered at `/json/version` and `/json/list` as well, where Chromium has them;
   * counts with `devtoolsVersion` alone.
   * @default false
   */
  readonly devtoolsRoot?: boolean;
  /**
   * Credits that an address has in any 24 hours for `POST /wire-run` without a key; 0 turns that route
   * off. At most 1,000,000.
   * @default 10
   */
  readonly trialCredits?: number;
  /**
   * Where people get an account; sent to clients that run actions without an API key.
   * @default undefined
   */
  readonly signUpUrl?: string | undefined;
  /**
   * Where a client makes a login that an action needs: `{base_url}` and `{slug}`, of the site, are
   * filled in.
   * @default "{base_url}/wire/connect/{slug}/start"
   */
  readonly connectUrl?: string;
  /**
   * How long a run that is stopped may take to end before its job goes back to the queue.
   * @default 10000
   */
  readonly graceMs?: number;
  /**
   * Results up to this size stay with the records; larger ones become blobs.
   * @default 65536
   */
  readonly inlineBytes?: number;
}

/** Credits by operation (decisions, 1.1). */
export interface Prices {
  /** A scrape, batched or not. */
  readonly scrape: number;
  /** What browser actions cost besides. */
  readonly scrapeActions: number;
  /** A summary besides. */
  readonly scrapeSummary: number;
  /** JSON extraction besides. */
  readonly scrapeJson: number;
  /** A map of a site. */
  readonly map: number;
  /** A completed page of a crawl. */
  readonly crawlPage: number;
  /** A web-scraper that has no price of its own. */
  readonly webScraper: number;
  /** A search, whatever the number of its results. */
  readonly search: number;
  /** A research: searches, pages and report. */
  readonly agenticSearch: number;
  /** A check of a monitor of a whole page. */
  readonly monitorPage: number;
  /** A check of a monitor of values on a page. */
  readonly monitorValues: number;
  /** A crawled page in a check of a monitor of a site. */
  readonly monitorSitePage: number;
  /** What `aiMode` costs besides, by check. Calls of actions have prices of their own. */
  readonly monitorAi: number;
  /** Each 2 minutes of a browser connection that were begun. */
  readonly browserConnection: number;
  /** A task in a browser by a model, browser time included. */
  readonly aiTask: number;
  /** A request to build actions of a site. */
  readonly buildRequest: number;
  /** A completed source of an AI Visibility search, and of each retry. */
  readonly visibilitySource: number;
}
