import { createCrawler, type Crawler } from "../../../crawler/index.ts";
import type {
  SiteCrawler,
  SiteCrawlers,
  Walk,
  WalkCall,
  WalkedPage,
} from "../../../monitor/index.ts";
import type { KindParts } from "../../parts.ts";
import { SESSION_GONE, sessionState } from "../site-job.ts";
import { SiteSource } from "../site-source.ts";

/** Requests of one walk under way at once. */
const MOST_REQUESTS = 8;

/** Makes crawlers as crawl jobs have them: by HTTP or a browser, with a session and proxies. */
export function siteCrawlers(parts: KindParts): SiteCrawlers {
  return {
    async open(request, signal) {
      const state = await sessionState(parts, request.sessionId, signal);
      if (state !== null) {
        const { owner: account, useBrowser } = request;
        const job = { account, id: parts.ids.uuid() };
        return new OwnedCrawler(parts, new SiteSource(parts, { job, state, useBrowser }));
      }
      return { status: "failed", code: "SESSION_EXPIRED", error: SESSION_GONE, isHostDown: false };
    },
  };
}

/** A crawler for one walk, whose failures are told in the words of the interface. */
class OwnedCrawler implements SiteCrawler, AsyncDisposable {
  readonly #source: SiteSource;
  readonly #crawler: Crawler;

  constructor({ clock, ids }: Pick<KindParts, "clock" | "ids">, source: SiteSource) {
    this.#source = source;
    this.#crawler = createCrawler(
      { source, robots: source.robots, clock, ids },
      { maxConcurrency: MOST_REQUESTS, threads: 1 },
    );
  }

  crawl(seed: string, call: WalkCall): Walk {
    const crawl = this.#crawler.crawl(seed, call);
    const source = this.#source;
    const walk: Walk = {
      summary: crawl.summary,
      async *[Symbol.asyncIterator](): AsyncGenerator<WalkedPage> {
        for await (const page of crawl) {
          yield page.status === "failed" ? { ...page, error: source.failureOf(page) } : page;
        }
      },
    };
    return walk;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#crawler[Symbol.asyncDispose]();
  }
}
