import type {
  PageSource,
  RobotsAnswer,
  RobotsSource,
  SourceCall,
  SourcePage,
} from "dragline/mapper";

/** What a URL answers; a string is HTML. */
export type FakeRoute =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      readonly type?: string;
      readonly truncated?: boolean;
      /** The URL that answers, where a browser followed redirects. */
      readonly url?: string;
    }
  | ((call: SourceCall) => Promise<FakeRoute> | FakeRoute);

/** A site without sockets. */
export interface FakeSite extends PageSource {
  readonly robots: RobotsSource;
  /** The paths of the seed's host, and the URLs of others, in the order of the requests. */
  readonly asked: readonly string[];
  /** Most requests that were under way at once. */
  readonly mostAtOnce: number;
  /** Requests under way now. */
  readonly open: number;
}

export const home = "https://site.example";

/** Paths are of {@link home}; what has no route is 404. */
export function fakeSite(
  routes: Readonly<Record<string, FakeRoute>>,
  robots: (url: string) => Partial<RobotsAnswer> = () => ({}),
): FakeSite {
  const asked: string[] = [];
  const site = { mostAtOnce: 0, open: 0 };
  return {
    asked,
    get mostAtOnce() {
      return site.mostAtOnce;
    },
    get open() {
      return site.open;
    },
    robots: {
      async check(url, { signal }) {
        signal.throwIfAborted();
        return { allowed: true, sitemaps: [], ...robots(url) };
      },
    },
    async fetch(url, call) {
      call.signal.throwIfAborted();
      const key = url.startsWith(`${home}/`) ? url.slice(home.length) : url;
      asked.push(key);
      site.open += 1;
      site.mostAtOnce = Math.max(site.mostAtOnce, site.open);
      try {
        let route: FakeRoute = routes[key] ?? routes["*"] ?? { status: 404, body: "" };
        while (typeof route === "function") route = await route(call);
        return answer(url, route);
      } finally {
        site.open -= 1;
      }
    },
  };
}

function answer(url: string, route: Exclude<FakeRoute, (call: SourceCall) => unknown>): SourcePage {
  const full = typeof route === "string" ? { body: route } : route;
  const { status = 200, headers = {}, body = "", type = "text/html", truncated = false } = full;
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return {
    url: full.url ?? url,
    status,
    headers: { "content-type": type, ...headers },
    contentType: { sniffed: type },
    bytes,
    get text() {
      return Buffer.from(bytes).toString("utf8");
    },
    truncated,
    unread: false,
  };
}

/** A page with links. */
export function page(...paths: readonly string[]): string {
  return paths.map((path) => `<a href="${path}">${path}</a>`).join("\n");
}

/** A redirect. */
export function redirect(location: string, status = 302): FakeRoute {
  return { status, headers: { location } };
}

/** A sitemap of pages. */
export function urlset(...locs: readonly string[]): FakeRoute {
  const urls = locs.map((loc) => `<url><loc>${loc}</loc></url>`).join("");
  return { type: "application/xml", body: `<urlset>${urls}</urlset>` };
}

/** A sitemap of sitemaps. */
export function sitemapIndex(...locs: readonly string[]): FakeRoute {
  const sitemaps = locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join("");
  return { type: "application/xml", body: `<sitemapindex>${sitemaps}</sitemapindex>` };
}

/** What a promise rejects with. */
export async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("Nothing failed.");
}
