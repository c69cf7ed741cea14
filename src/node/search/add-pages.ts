import type { Disposer } from "../../core/index.ts";
import { createCrawler } from "../../crawler/index.ts";
import { isSearchError, type PageAdded } from "../../search/index.ts";
import type { LocalIndex } from "../../search/sqlite/index.ts";
import {
  bringPage,
  type BroughtPage,
  type FailedPage,
  type GivenPage,
  type ScrapeHtml,
} from "../extract/given-pages.ts";
import { countText } from "../terminal/count-text.ts";
import type { Values } from "../help/flag.ts";
import type { crawlFlags } from "../help/tables/page-index.ts";
import { FailureGroups } from "../terminal/failure-groups.ts";
import { LiveLine } from "../terminal/live-line.ts";
import { printableLine } from "../terminal/printable.ts";
import { requestPart } from "../request-flags.ts";
import { siteEngine, type EngineValues } from "../site-engine.ts";
import { exitCodes, paint, UsageError, type Terminal } from "../terminal/terminal.ts";
import { wholeNumber } from "../input/whole-number.ts";

/** Pages of a crawl when the command line says no number. */
const CRAWLED_PAGES = 1000;
const LONGEST_LINE = 400;

/** What the flags of a crawl say. */
type CrawlValues = EngineValues & Values<typeof crawlFlags>;

/** Pages as they are brought. */
type Pages = AsyncIterable<BroughtPage | FailedPage>;

/** The pages that are named, one after another. */
export async function* namedPages(
  pages: readonly GivenPage[],
  scrapePage: ScrapeHtml,
  terminal: Terminal,
): Pages {
  for (const page of pages) yield await bringPage(page, scrapePage, terminal);
}

/**
 * The pages of sites, each crawled from a URL.
 * @param owned disposes what brings them
 * @throws UsageError
 */
export async function* crawledPages(
  pages: readonly GivenPage[],
  values: CrawlValues,
  { terminal, owned }: { readonly terminal: Terminal; readonly owned: Disposer },
): Pages {
  const { headers, country } = requestPart(values);
  const { fetcher, source } = siteEngine(values, owned);
  const crawler = owned.add(createCrawler({ fetcher, source }));
  const maxPages = wholeNumber(values, "max-pages") ?? CRAWLED_PAGES;
  const depth = wholeNumber(values, "depth");
  const { include, exclude } = values;
  const { signal } = terminal;
  const call = { signal, maxPages, depth, include, exclude, headers, country };
  for (const page of pages) {
    if (page.kind === "file")
      throw new UsageError("--crawl takes URLs; a file has no links to follow");
    for await (const { url, ...end } of crawler.crawl(page.url, { ...call, formats: ["html"] })) {
      yield end.status === "failed" ? { url, error: end.error } : { url, html: end.html ?? "" };
    }
  }
}

/**
 * Adds pages to an index as they come, and says how it goes.
 * @returns the exit code: 1 when none has text
 * @throws SearchError `INDEX_UNAVAILABLE`; what the pages throw
 */
export async function addPages(
  pages: Pages,
  { index, file }: { readonly index: LocalIndex; readonly file: string },
  terminal: Terminal,
): Promise<number> {
  const { signal } = terminal;
  const failures = new FailureGroups();
  const counts = { pages: 0, passages: 0, empty: 0, failed: 0 };
  const text = (): string =>
    `${countText(counts.pages, "page")}, ${countText(counts.passages, "passage")}`;
  using display = new LiveLine(text, { terminal });
  for await (const page of pages) {
    const added = "error" in page ? page : await addPage(index, page, signal);
    if ("error" in added) {
      counts.failed += 1;
      failures.add(page.url, added.error);
      const line = printableLine(`${page.url}: ${added.error}`, LONGEST_LINE);
      display.note(`${paint(terminal, "yellow", "failed:")} ${line}`);
    } else {
      counts[added.passages > 0 ? "pages" : "empty"] += 1;
      counts.passages += added.passages;
    }
  }
  const left = [
    ...(counts.empty > 0 ? [`${counts.empty} without text`] : []),
    ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
  ];
  const rest = left.length > 0 ? ` (${left.join(", ")})` : "";
  display.note(`${text()} in ${printableLine(file, LONGEST_LINE)}${rest}`);
  for (const line of failures.lines()) display.note(line);
  return counts.pages > 0 ? exitCodes.ok : exitCodes.failed;
}

async function addPage(
  index: LocalIndex,
  { url, html }: BroughtPage,
  signal: AbortSignal,
): Promise<PageAdded | Pick<FailedPage, "error">> {
  try {
    return await index.add({ url, html }, { signal });
  } catch (error) {
    if (!isSearchError(error, "INVALID_PAGE")) throw error;
    return { error: error.message };
  }
}
