import { createSite, type Site } from "dragline/testing";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

/** Pages of each small site that is crawled, the start included. */
export const CRAWL_PAGES = 5;

/** Milliseconds until a page comes: jobs are to be under way when something happens. */
const PAGE_MS = 250;

const words = "<p>Some words of a page that is neither small nor large.</p>\n".repeat(75);

/** An event as it was received. */
export interface ChaosEvent {
  readonly id: string;
  readonly type: string;
  readonly job: string;
}

/**
 * A site on loopback: pages that say which they are, small sites to crawl and map under `/site/N/`,
 * what actions are told, and a receiver of events.
 */
export class ChaosSite implements AsyncDisposable {
  readonly events: ChaosEvent[] = [];
  /** How often each action was carried out, by `write/N`. */
  readonly actions = new Map<string, number>();
  readonly #site: Site;

  private constructor(site: Site) {
    this.#site = site;
  }

  static async open(): Promise<ChaosSite> {
    let self: ChaosSite | undefined;
    const site = await createSite({
      "*": (request, response) => {
        const { url = "/" } = request;
        void buffer(request).then(async (body) => {
          if (!url.startsWith("/hook")) await pause(PAGE_MS);
          const text = self?.answer(url, body.toString());
          if (text === undefined) response.writeHead(404).end();
          else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(text);
        });
      },
    });
    self = new ChaosSite(site);
    return self;
  }

  get origin(): string {
    return this.#site.origin;
  }

  /** Undefined for what is not there. */
  answer(url: string, body: string): string | undefined {
    if (url === "/robots.txt" || url.includes("sitemap")) return undefined;
    if (url === "/hook") {
      const { id, type, data } = JSON.parse(body) as {
        readonly id: string;
        readonly type: string;
        readonly data: { readonly jobId: string };
      };
      this.events.push({ id, type, job: data.jobId });
      return "";
    }
    if (/^\/(?:read|write)\//.test(url)) {
      const key = url.slice(1);
      this.actions.set(key, (this.actions.get(key) ?? 0) + 1);
      return `done ${key}`;
    }
    const [, start = "", at = "0"] = /^(\/site\/\d+\/)(\d*)$/.exec(url) ?? [];
    const next = Number(at) + 1;
    // One after another, so that a crawl takes its time.
    const link = start === "" || next >= CRAWL_PAGES ? "" : `<a href="${start}${next}">next</a>`;
    return `<!doctype html><title>${url}</title><h1>This is ${url}.</h1>${link}${words}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#site[Symbol.asyncDispose]();
  }
}
