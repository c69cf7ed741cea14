import { createCrawler, type Crawler } from "../../../crawler/index.ts";
import type {
  SiteCrawler,
  SiteCrawlers,
  Walk,
  WalkCall,
  WalkedPage,
} from "../../../monitor/index.ts";
import type { KindParts } from "../../base/parts.ts";
import { SESSION_GONE, sessionState } from "../../base/site-job.ts";
import { SiteSource } from "../../base/site-source.ts";

/** Requests of one walk under way at once. */
const MOST_REQUESTS = 8;

type WalkRequest = Parameters<SiteCrawlers["open"]>[0];

/** Makes crawlers as crawl jobs have them: by HTTP or a browser, with a session and proxies. */
export function siteCrawlers(parts: KindParts): SiteCrawlers {
  return {
    async open(request, signal) {
      const state = await sessionState(parts, request.sessionId, signal);
      if (state !== null) {
        const { owner: account, useBrowser } = request;
        const job = { account, id: parts.ids.uuid() };
        const source = new SiteSource(parts, { job, state, useBrowser });
        return new OwnedCrawler(parts, { source, request });
      }
      return { status: "failed", code: "SESSION_EXPIRED", error: SESSION_GONE, isHostDown: false };
    },
  };
}

/** A crawler for one walk, whose failures are reported in the words of the interface. */
class OwnedCrawler implements SiteCrawler, AsyncDisposable {
  readonly #parts: KindParts;
  readonly #source: SiteSource;
  readonly #request: WalkRequest;
  readonly #crawler: Crawler;

  constructor(
    parts: KindParts,
    { source, request }: { readonly source: SiteSource; readonly request: WalkRequest },
  ) {
    const { clock, ids } = parts;
    this.#parts = parts;
    this.#source = source;
    this.#request = request;
    this.#crawler = createCrawler(
      { source, robots: source.robots, clock, ids },
      { maxConcurrency: MOST_REQUESTS, threads: 1 },
    );
  }

  crawl(seed: string, call: WalkCall): Walk {
    const crawl = this.#crawler.crawl(seed, call);
    const source = this.#source;
    const keep = (page: { readonly url: string; readonly html?: string }): Promise<void> =>
      this.#keep(page, call.signal);
    const walk: Walk = {
      summary: crawl.summary,
      async *[Symbol.asyncIterator](): AsyncGenerator<WalkedPage> {
        for await (const page of crawl) {
          if (page.status === "failed") yield { ...page, error: source.failureOf(page) };
          else {
            await keep(page);
            yield page;
          }
        }
      },
    };
    return walk;
  }

  #keep(
    { url, html }: { readonly url: string; readonly html?: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { owner: account, sessionId } = this.#request;
    return this.#parts.ownPages.keep({ account, url, html, kind: "html", sessionId }, { signal });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#crawler[Symbol.asyncDispose]();
  }
}
