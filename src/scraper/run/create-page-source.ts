import { checkArgument, CoreError, withDefaults } from "../../core/index.ts";
import { isBrowserError, type VisitCall } from "../../browser/index.ts";
import type { Fetcher, ProxyProvider } from "../../fetcher/index.ts";
import type { PageSource, SourceCall, SourcePage } from "../../mapper/index.ts";
import type { PageVisitor } from "./visit-page.ts";
import { isShownAsHtml, shownPage } from "./acquired-page.ts";
import { readPage } from "../readers/read-page.ts";
import type { EngineName } from "./scrape-call.ts";
import { shellReason } from "../readers/shell.ts";
import { visitPage } from "./visit-page.ts";

/** What a page source works with. */
export interface PageSourceCollaborators {
  readonly fetcher: Pick<Fetcher, "fetch">;
  /** What shows pages that need a browser. */
  readonly browser: PageVisitor;
  /** Where the browser's proxies come from (the fetcher has its own); direct when absent. */
  readonly proxies?: ProxyProvider | undefined;
}

/** Settings of a page source. */
export interface PageSourceOptions {
  /**
   * What brings pages: `http`, `browser`, or `auto`, HTTP first and a browser where what came is a
   * shell that scripts fill, or a challenge.
   * @default "auto"
   */
  readonly engine?: EngineName;
  /**
   * What the browser does with every page, and whose job it is.
   * @default {}
   */
  readonly visiting?: Omit<VisitCall, "signal" | "proxy" | "country" | "headers">;
}

const defaults: Required<PageSourceOptions> = Object.freeze({
  engine: "auto",
  visiting: Object.freeze({}),
});

/**
 * Makes a source of pages for a crawler or a mapper that takes a browser where a page needs one.
 * What was passed in stays the caller's to dispose.
 * @throws CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * import { createBrowser } from "dragline/browser";
 * import { createCrawler } from "dragline/crawler";
 * import { createFetcher } from "dragline/fetcher";
 * import { createPageSource } from "dragline/scraper";
 *
 * await using fetcher = createFetcher();
 * await using browser = createBrowser();
 * const source = createPageSource({ fetcher, browser });
 * await using crawler = createCrawler({ fetcher, source });
 * for await (const page of crawler.crawl("https://example.com/")) console.log(page.url);
 * ```
 */
export function createPageSource(
  collaborators: PageSourceCollaborators,
  options?: PageSourceOptions,
): PageSource {
  const { engine, visiting } = withDefaults(defaults, options);
  if (!["http", "browser", "auto"].includes(engine)) {
    throw new CoreError("INVALID_OPTION", {
      message: `Option 'engine' must be http, browser or auto; got ${JSON.stringify(engine)}.`,
      details: { option: "engine" },
    });
  }
  checkArgument("collaborators of createPageSource({ fetcher })", collaborators, "object");
  const { fetcher, browser: visitor, proxies } = collaborators;
  checkArgument("fetcher of createPageSource({ fetcher })", fetcher, "fetcher");
  const byHttp = (url: string, call: SourceCall): Promise<SourcePage> => fetcher.fetch(url, call);

  async function byBrowser(url: string, call: SourceCall): Promise<SourcePage> {
    const { signal, country, session, headers } = call;
    const visited = await visitPage(
      { visitor, proxies },
      {
        url,
        fetching: { country, session },
        visiting: { ...visiting, ...(headers && { headers }) },
        signal,
      },
    );
    // What a browser does not show is had by HTTP, which leaves the body of what is not wanted.
    if (visited === undefined || !isShownAsHtml(visited)) return byHttp(url, call);
    return { ...shownPage(visited), unread: false };
  }

  async function byEither(url: string, call: SourceCall): Promise<SourcePage> {
    const page = await fetcher.fetch(url, call);
    if (page.unread || (page.status >= 300 && page.status < 400)) return page;
    if (shellReason(await readPage(page, call.signal)) === undefined) return page;
    try {
      return await byBrowser(url, call);
    } catch (error) {
      if (call.signal.aborted || !isBrowserError(error)) throw error;
      return page;
    }
  }

  return { fetch: { http: byHttp, browser: byBrowser, auto: byEither }[engine] };
}
