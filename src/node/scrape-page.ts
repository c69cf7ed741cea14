import { createBrowser, type Browser } from "../browser/index.ts";
import type { Disposer } from "../core/index.ts";
import { createFetcher, type Fetcher } from "../fetcher/index.ts";
import {
  createScraper,
  type ScrapeCall,
  type Scraper,
  type ScrapeResult,
  type ScrapeWarning,
} from "../scraper/index.ts";
import { browserPart, fileSessions } from "./browser-flags.ts";
import type { Values } from "./help/flag.ts";
import type { scrapeFlags } from "./help/flags/page-flags.ts";
import { requestPart, type RequestValues } from "./request-flags.ts";
import { paint, say, UsageError, type Terminal } from "./terminal/terminal.ts";

/** What the flags of scrapes say. */
export type ScrapeValues = Values<typeof scrapeFlags>;

/** Scrapes a page, and says so on a terminal. */
export type ScrapePage = (
  url: string,
  call: Pick<ScrapeCall, "formats" | "main" | "include" | "exclude" | "comments">,
) => Promise<ScrapeResult>;

/**
 * Makes what brings pages as the flags say.
 * @param owned disposes it
 * @throws UsageError
 */
export async function openScraper(
  values: ScrapeValues,
  terminal: Terminal,
  owned: Disposer,
): Promise<ScrapePage> {
  const { headers, country } = requestPart(values);
  const browsing = await browserPart(values);
  const { scraper } = makeEngines(values, owned);
  const { signal, stderr } = terminal;
  return (url, call) => {
    if (stderr.isTTY) say(terminal, paint(terminal, "dim", `fetching ${url} …`));
    return scraper.scrape(url, { signal, ...call, ...browsing, country, headers });
  };
}

/**
 * A fetcher, and a scraper over it, with the limits and the proxy that the flags say; `owned` disposes
 * them.
 * @throws UsageError
 */
export function makeEngines(
  values: RequestValues & Pick<ScrapeValues, "obey-robots" | "timeout-ms">,
  owned: Disposer,
): { readonly fetcher: Fetcher; readonly browser: Browser; readonly scraper: Scraper } {
  const limits = limitsOf(values);
  const { proxies, allow } = requestPart(values);
  const obeyRobots = values["obey-robots"] === true;
  const fetcher = owned.add(createFetcher({ proxies }, { ...limits, allow, obeyRobots }));
  const browser = owned.add(createBrowser({}, { allow }));
  const { timeoutMs } = limits;
  const collaborators = { fetcher, browser, proxies, sessions: fileSessions };
  const scraper = owned.add(createScraper(collaborators, { timeoutMs, obeyRobots }));
  return { fetcher, browser, scraper };
}

const warningTexts: Readonly<Record<ScrapeWarning, string>> = {
  truncated: "the page was cut off",
  "no-visible-text": "the page shows no text without JavaScript",
  "pages-without-text": "some pages of the PDF have no readable text",
  "unreadable-text": "some characters of the PDF could not be read from its fonts",
  malformed: "the document could not be parsed; it is printed as text",
  "refresh-followed": "the page refreshed to another page, which was scraped instead",
  "refresh-not-followed": "the page refreshes to another page, which was not followed",
  "frames-missing": "some frames of the page could not be loaded; they appear as links",
  unsettled: "the page was still loading or changing when it was read",
  "no-screenshot": "no screenshot was taken: the URL is a file",
  "credentials-masked": "the page contained a credential of the request; it is replaced by ***",
  "model-failed": "the model failed; the summary or values are missing",
};

/** Says on stderr what is worth knowing about a page. */
export function sayWarnings(warnings: readonly ScrapeWarning[], terminal: Terminal): void {
  for (const warning of warnings) {
    say(terminal, `${paint(terminal, "yellow", "warning:")} ${warningTexts[warning]}`);
  }
}

/** An explicit time is also what a silent or stalling server gets. */
function limitsOf({ "timeout-ms": timeout }: Pick<ScrapeValues, "timeout-ms">) {
  if (timeout === undefined) return { timeoutMs: 60_000 };
  if (!/^[1-9]\d{0,8}$/.test(timeout)) {
    throw new UsageError(`--timeout-ms takes milliseconds, 1 or more; got '${timeout}'`);
  }
  const timeoutMs = Number(timeout);
  return { timeoutMs, firstByteTimeoutMs: timeoutMs, idleTimeoutMs: timeoutMs };
}
