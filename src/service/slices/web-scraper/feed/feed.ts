import type { FetchedPage } from "../../../../fetcher/index.ts";
import { findFeeds, parse, readFeed, type Feed, type FeedLink } from "../../../../html/index.ts";
import { pageFailure } from "../../../../scraper/internal.ts";
import type { Json } from "../../../../storage/index.ts";
import { engineFailure } from "../../../base/site-failure.ts";
import {
  defineScraper,
  type ScraperContext,
  type ScraperFailure,
  type ScraperOutput,
} from "../define-scraper.ts";
import { feedParams, type FeedParams } from "./schema.ts";

/** The feed of a page or site: RSS, Atom or JSON Feed, at the URL itself or named by the page there. */
export const feed = defineScraper({
  code: "feed",
  scope: "GLOBAL",
  params: feedParams,
  actions: { scrape_data: scrapeData },
});

const DEFAULT_LIMIT = 100;

async function scrapeData(
  context: ScraperContext<FeedParams>,
): Promise<ScraperOutput | ScraperFailure> {
  const { url, params, fetch, signal } = context;
  const limit = params.limit ?? DEFAULT_LIMIT;
  const page = await fetch(url);
  const refusal = await refusalOf(page, signal);
  if (refusal !== undefined) return { error: refusal };
  const own = readFeed(page.text, { url: page.url, limit });
  if (own !== undefined) return { data: shown(own, page.url, []) };
  const feeds = findFeeds(parse(page.text), page.url);
  const failures: string[] = [];
  for (const link of feeds.slice(0, MOST_TRIED)) {
    const found = await readNamed(context, link, limit);
    if (typeof found !== "string") return { data: shown(found.feed, found.url, feeds) };
    failures.push(found);
  }
  const [first] = failures;
  return { error: first === undefined ? "no feed found" : `no feed found: ${first}` };
}

/** A feed that a page names; a text says why there is none. */
async function readNamed(
  { fetch, signal }: ScraperContext<FeedParams>,
  link: FeedLink,
  limit: number,
): Promise<{ readonly feed: Feed; readonly url: string } | string> {
  try {
    const page = await fetch(link.url);
    const refusal = await refusalOf(page, signal);
    if (refusal !== undefined) return refusal;
    const found = readFeed(page.text, { url: page.url, limit });
    return found === undefined
      ? "what the page links to is not a feed"
      : { feed: found, url: page.url };
  } catch (error) {
    signal.throwIfAborted();
    const text = engineFailure(error);
    if (text === undefined) throw error;
    return text;
  }
}

/** Feeds that a page names of which the first that can be read is taken. */
const MOST_TRIED = 3;

/** Why a page is none; a feed that is served as HTML is no reason. */
async function refusalOf(page: FetchedPage, signal: AbortSignal): Promise<string | undefined> {
  const isHtml = page.contentType.sniffed === "text/html";
  if (page.status < 400 && !isHtml) return undefined;
  return (await pageFailure(page, signal))?.error;
}

function shown(
  found: Feed,
  url: string,
  feeds: readonly FeedLink[],
): Readonly<Record<string, Json>> {
  // An interface of plain data has no index, which is all that it lacks to be JSON.
  return { url, ...found, feeds } as unknown as Readonly<Record<string, Json>>;
}
