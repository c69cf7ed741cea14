import type { PageSource, RobotsSource, SourceCall, SourcePage } from "dragline/mapper";

/** What a URL of a paper site answers. */
export interface PaperPage {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly html?: string;
  readonly type?: string;
  /** The URL at which a browser would have ended. */
  readonly url?: string;
}

type Answer = string | PaperPage | ((call: SourceCall) => PaperPage | Promise<PaperPage>);

/** A site that is nowhere but in memory: pages and robots rules, and what was asked of them. */
export class PaperSite implements PageSource {
  readonly asked: string[] = [];
  readonly calls: SourceCall[] = [];
  readonly #pages: Readonly<Record<string, Answer>>;

  /** @param pages by path below `http://site.test`, or by whole URL */
  constructor(pages: Readonly<Record<string, Answer>>) {
    this.#pages = pages;
  }

  async fetch(url: string, call: SourceCall): Promise<SourcePage> {
    this.asked.push(url.replace("http://site.test", ""));
    this.calls.push(call);
    const answer = this.#pages[url.replace("http://site.test", "")] ?? { status: 404 };
    const page = typeof answer === "function" ? await answer(call) : answer;
    call.signal.throwIfAborted();
    return pageOf(url, typeof page === "string" ? { html: page } : page);
  }
}

function pageOf(asked: string, page: PaperPage): SourcePage {
  const { status = 200, headers = {}, html = "", type = "text/html", url = asked } = page;
  return {
    url,
    status,
    headers,
    contentType: { sniffed: type },
    bytes: new TextEncoder().encode(html),
    text: html,
    truncated: false,
    unread: false,
  };
}

/** A page of links. */
export function links(...urls: readonly string[]): string {
  return `<title>links</title>${urls.map((url) => `<a href="${url}">to</a>`).join("\n")}`;
}

/** robots.txt rules: forbidden paths, and the crawl-delay of every host. */
export function robots(forbidden: readonly string[], crawlDelayMs?: number): RobotsSource {
  return {
    check: async (url) => ({
      allowed: !forbidden.includes(new URL(url).pathname),
      sitemaps: [],
      ...(crawlDelayMs !== undefined && { crawlDelayMs }),
    }),
  };
}

/** A promise that its owner settles. */
export function gate<Value = void>(): PromiseWithResolvers<Value> {
  return Promise.withResolvers<Value>();
}
