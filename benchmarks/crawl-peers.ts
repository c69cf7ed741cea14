import { Parser } from "htmlparser2";
import { Pool } from "undici";
import { createTurndown } from "./converters.ts";
import { CONCURRENCY, type Crawlers } from "./crawling.ts";
import { peer } from "./peer.ts";

/** The crawls that ours are compared with. */
export const crawlers: Crawlers = {
  bare,
  crawlee: async (seed) => bestCrawlee(seed, () => {}),
  "crawlee, default": defaultCrawlee,
  "crawlee, turndown": async (seed) => {
    const service = await createTurndown();
    return bestCrawlee(seed, (html) => service.turndown(html));
  },
};

/** The number of connections that was fastest here. */
const BARE_CONCURRENCY = 16;

/** No robots.txt, no limits, no retries, no politeness, nothing kept: what the parts cost alone. */
async function bare(seed: string): Promise<number> {
  const { origin } = new URL(seed);
  await using pool = closing(new Pool(origin, { connections: BARE_CONCURRENCY }));
  const known = new Set([seed]);
  const waiting = [seed];
  let at = 0;
  let running = 0;
  await new Promise<void>((resolve, reject) => {
    const visit = async (url: string): Promise<void> => {
      const { body } = await pool.request({ method: "GET", path: url.slice(origin.length) });
      for (const link of hrefs(await body.text())) {
        const target = URL.parse(link, url);
        if (target?.origin !== origin) continue;
        target.hash = "";
        if (known.has(target.href)) continue;
        known.add(target.href);
        waiting.push(target.href);
      }
      running -= 1;
      next();
    };
    const next = (): void => {
      for (; running < BARE_CONCURRENCY && at < waiting.length; at += 1) {
        running += 1;
        visit(waiting[at] ?? "").catch(reject);
      }
      if (running === 0) resolve();
    };
    next();
  });
  return at;
}

function closing(pool: Pool): Pool & AsyncDisposable {
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.close() });
}

function hrefs(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name === "a" && href !== undefined) found.push(href);
    },
  });
  parser.end(html);
  return found;
}

interface CrawleePage {
  readonly $: {
    (selector: string): { toArray(): { readonly attribs: Readonly<Record<string, string>> }[] };
  };
  readonly body: string | Buffer;
  readonly request: { readonly loadedUrl: string };
  readonly addRequests: (urls: readonly string[]) => Promise<unknown>;
  readonly enqueueLinks: () => Promise<unknown>;
}

interface CrawleeParts {
  readonly Configuration: new (options: object) => object;
  readonly CheerioCrawler: new (
    options: object,
    configuration: object,
  ) => { run(urls: readonly string[]): Promise<{ requestsFinished: number }> };
}

/** As its first example has it, but that nothing is written to the disk or the terminal. */
async function defaultCrawlee(seed: string): Promise<number> {
  const { CheerioCrawler, Configuration } = await peer<CrawleeParts>("@crawlee/cheerio");
  const configuration = new Configuration({ persistStorage: false, logLevel: "ERROR" });
  const requestHandler = async ({ enqueueLinks }: CrawleePage): Promise<void> => {
    await enqueueLinks();
  };
  const crawler = new CheerioCrawler({ requestHandler }, configuration);
  return (await crawler.run([seed])).requestsFinished;
}

/** The fastest that its own settings gave here; they are in README.md. */
async function bestCrawlee(seed: string, onPage: (html: string) => void): Promise<number> {
  const { CheerioCrawler, Configuration } = await peer<CrawleeParts>("@crawlee/cheerio");
  const known = new Set([seed]);
  const { origin } = new URL(seed);
  const requestHandler = async ({ $, body, request, addRequests }: CrawleePage): Promise<void> => {
    const found: string[] = [];
    for (const { attribs } of $("a[href]").toArray()) {
      const target = URL.parse(attribs["href"] ?? "", request.loadedUrl);
      if (target?.origin !== origin) continue;
      target.hash = "";
      if (known.has(target.href)) continue;
      known.add(target.href);
      found.push(target.href);
    }
    onPage(String(body));
    if (found.length > 0) await addRequests(found);
  };
  const crawler = new CheerioCrawler(
    {
      requestHandler,
      minConcurrency: CONCURRENCY,
      maxConcurrency: CONCURRENCY,
      useSessionPool: false,
      persistCookiesPerSession: false,
      maxRequestRetries: 0,
    },
    new Configuration({
      persistStorage: false,
      logLevel: "ERROR",
      availableMemoryRatio: 1,
    }),
  );
  return (await crawler.run([seed])).requestsFinished;
}
