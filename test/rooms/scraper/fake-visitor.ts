import type { StorageState, VisitCall, VisitedPage } from "dragline/browser";
import { createFetcher } from "dragline/fetcher";
import {
  createScraper,
  type PageVisitor,
  type ScrapeCall,
  type ScrapeResult,
  type ScraperOptions,
} from "dragline/scraper";
import { createSite, type SiteRoute } from "dragline/testing";

/** A page that scripts fill. */
export const shell = `<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>`;
/** The same when it is filled. */
export const app = `<!doctype html><title>App</title><div id="root"><main><h1>Rendered</h1></main></div>`;
/** A page that is there. */
export const article = `<!doctype html><title>Text</title><main><h1>There</h1><p>${"word ".repeat(200)}</p></main><script></script>`;

/** A browser that shows what it is told to, and remembers what it was asked. */
export class FakeVisitor implements PageVisitor {
  readonly visits: { readonly url: string; readonly call: VisitCall }[] = [];
  readonly #page: Partial<VisitedPage> | Error;

  constructor(page: Partial<VisitedPage> | Error = {}) {
    this.#page = page;
  }

  async visit(url: string, call: VisitCall): Promise<VisitedPage> {
    this.visits.push({ url, call });
    if (this.#page instanceof Error) throw this.#page;
    return {
      requestedUrl: url,
      url,
      redirects: [],
      status: 200,
      statusText: "OK",
      headers: { "content-type": "text/html" },
      mediaType: "text/html",
      html: app,
      truncated: false,
      missingFrames: 0,
      settled: true,
      actions: [],
      popups: [],
      durationMs: 1,
      ...this.#page,
    };
  }
}

/** What a scrape meets. */
export interface Setting {
  readonly route?: SiteRoute;
  readonly visitor?: FakeVisitor;
  readonly call?: ScrapeCall;
  readonly options?: ScraperOptions;
  readonly sessions?: Readonly<Record<string, StorageState>>;
  readonly robots?: string;
}

/** Scrapes a site of one page, with a browser that is a fake. */
export async function scrapeWith(
  setting: Setting,
): Promise<ScrapeResult & { visitor: FakeVisitor }> {
  const { route = shell, visitor = new FakeVisitor(), call, options, sessions, robots } = setting;
  const routes = { "/page": route, ...(robots !== undefined && { "/robots.txt": robots }) };
  await using site = await createSite(routes);
  await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], retries: 0 });
  const source = sessions && { load: async (id: string) => sessions[id] };
  const collaborators = { fetcher, browser: visitor, sessions: source };
  await using scraper = createScraper(collaborators, options);
  const result = await scraper.scrape(site.url("/page"), call);
  return Object.assign(result, { visitor });
}
