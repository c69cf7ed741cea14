import type { Json } from "../../storage/index.ts";
import type { AcquireFailure, ActionRequest, SiteRequest } from "./acquirer.ts";

/** How a page is asked for. Nothing of it may come from a cache. */
export interface PageCall {
  readonly formats: readonly ["html"];
  readonly useBrowser: boolean;
  readonly country: string | undefined;
  readonly sessionId: string | undefined;
  /** Whose it is: owners share nothing in a browser. */
  readonly tenant: string;
  readonly signal: AbortSignal;
}

/** What came of a page. */
export type ScrapedPage =
  | {
      readonly status: "completed";
      /** After redirects. */
      readonly finalUrl: string;
      readonly html?: string;
      /** `truncated` among them: the page was cut off. */
      readonly warnings: readonly string[];
    }
  | {
      readonly status: "failed";
      readonly code: string;
      readonly error: string;
      readonly httpStatus?: number;
    };

/** What brings single pages, as far as monitors need it; a `Scraper` fits. */
export interface PageScraper {
  /** @throws DraglineError `UNKNOWN_SESSION` when the saved session is gone; the signal's reason */
  scrape(url: string, call: PageCall): Promise<ScrapedPage>;
}

/** How a site is walked. */
export interface WalkCall {
  readonly formats: readonly ["html"];
  /** Pages that are attempted. */
  readonly maxPages: number;
  /** Links from the seed; pages of one level all come before the next one's. */
  readonly depth: number;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly country: string | undefined;
  readonly signal: AbortSignal;
}

/** A page of a walk. */
export type WalkedPage = { readonly url: string } & (
  | {
      readonly status: "completed";
      readonly html?: string;
      /** Whether the body was cut off. */
      readonly truncated: boolean;
    }
  | {
      readonly status: "failed";
      readonly code: string;
      readonly error: string;
      readonly statusCode: number | undefined;
    }
);

/** A walk under way: pages as they come. Whoever leaves the iteration ends it. */
export interface Walk extends AsyncIterable<WalkedPage> {
  /** Settles when the iteration has ended. */
  readonly summary: Promise<{
    readonly outcome: "finished" | "stopped";
    /** URLs by what became of them; `limit` are those beyond `maxPages`. */
    readonly counts: Readonly<Partial<Record<"limit" | "robots" | "content-type", number>>>;
  }>;
}

/** What walks sites, as far as monitors need it; a `Crawler` fits. */
export interface SiteCrawler {
  /** @throws DraglineError for a seed or pattern that cannot be read */
  crawl(seed: string, call: WalkCall): Walk;
}

/** Makes crawlers for single walks: with a browser, a session or proxies of the owner's. */
export interface SiteCrawlers {
  /**
   * A crawler for this request alone; it is disposed after the walk. A failure says why there is
   * none: `SESSION_EXPIRED` for example.
   */
  open(
    request: SiteRequest,
    signal: AbortSignal,
  ): Promise<(SiteCrawler & AsyncDisposable) | AcquireFailure>;
}

/** What runs the actions of sites. */
export interface SiteActions {
  run(
    request: ActionRequest,
    signal: AbortSignal,
  ): Promise<{ readonly status: "completed"; readonly result: Json } | AcquireFailure>;
}
