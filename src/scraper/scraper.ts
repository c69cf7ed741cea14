import {
  checkCollaborators,
  checkNumber,
  deadline,
  Disposer,
  systemClock,
  traced,
  withDefaults,
  type Clock,
  type Deadline,
} from "../core/index.ts";
import { createFetcher, type FetchCall, type Fetcher } from "../fetcher/index.ts";
import { failureText, type FailureText } from "./failure.ts";
import { ScrapeError } from "./scrape-error.ts";
import { scrapePage, type PageOutcome } from "./scrape-page.ts";
import { scrapeFormats, type ScrapeFormat, type ScrapeResult } from "./scrape-result.ts";
import { UnreadablePdf } from "./read-pdf.ts";

/** What a scraper works with. */
export interface ScraperCollaborators {
  /** Where pages come from; a fetcher of the scraper's own when absent. */
  readonly fetcher?: Pick<Fetcher, "fetch"> | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
}

/** Settings of a scraper. */
export interface ScraperOptions {
  /**
   * Milliseconds for one scrape, fetching and converting included; 1 or more. The fetcher's own
   * limits hold too: a server that stays silent is given up sooner.
   * @default 60000
   */
  readonly timeoutMs?: number;
}

/** One scrape. */
export interface ScrapeCall extends Pick<FetchCall, "headers" | "country" | "session" | "maxAge"> {
  /** Cancels the scrape; sockets are closed and threads ended. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The formats wanted; duplicates are ignored.
   * @default ["markdown"]
   */
  readonly formats?: readonly ScrapeFormat[] | undefined;
  /**
   * Only the main content: without navigation, header, footer and the like.
   * @default false
   */
  readonly main?: boolean | undefined;
}

/** Scrapes pages. */
export interface Scraper extends AsyncDisposable {
  /**
   * Fetches a URL, parses the page once and makes every format from that one tree. A page that
   * cannot be had is a result with `status: "failed"`, never a throw.
   * @throws ScrapeError `INVALID_FORMAT`; CoreError `INVALID_OPTION`; FetchError `INVALID_HEADER`;
   *   the signal's reason
   */
  scrape(url: string, call?: ScrapeCall): Promise<ScrapeResult>;
}

const defaults: Required<ScraperOptions> = Object.freeze({ timeoutMs: 60_000 });

const callDefaults: { [K in keyof Required<ScrapeCall>]: ScrapeCall[K] } = Object.freeze({
  signal: undefined,
  formats: ["markdown"] as readonly ScrapeFormat[],
  main: false,
  headers: undefined,
  country: undefined,
  session: undefined,
  maxAge: undefined,
});

/**
 * Makes a scraper.
 * @throws CoreError `INVALID_OPTION`
 */
export function createScraper(
  collaborators: ScraperCollaborators = {},
  options?: ScraperOptions,
): Scraper {
  checkCollaborators(collaborators, defaults);
  const { clock = systemClock } = collaborators;
  const { timeoutMs } = withDefaults(defaults, options);
  checkNumber("timeoutMs", timeoutMs, { min: 1, integer: false });
  const owned = new Disposer();
  const fetcher = collaborators.fetcher ?? owned.add(createFetcher({ clock }, { timeoutMs }));

  async function scrape(url: string, call?: ScrapeCall): Promise<ScrapeResult> {
    const { signal, formats, main, ...fetching } = withDefaults(callDefaults, call);
    const wanted = checkFormats(formats ?? []);
    const started = clock.monotonic();
    const limit = deadline(clock, timeoutMs, signal);
    const finish = (outcome: PageOutcome): ScrapeResult => ({
      url,
      ...outcome,
      durationMs: Math.round(clock.monotonic() - started),
    });
    try {
      const page = await fetcher.fetch(url, { ...fetching, signal: limit.signal });
      const work = { formats: wanted, main: main === true, signal: limit.signal };
      return finish(await scrapePage(page, work));
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      return finish({ status: "failed", ...explain(error, limit), cause: error });
    } finally {
      limit[Symbol.dispose]();
    }
  }

  return {
    scrape: (url, call) => traced("dragline:scraper:scrape", { url }, () => scrape(url, call)),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

function checkFormats(formats: readonly string[]): readonly ScrapeFormat[] {
  const unknown = listed(formats).find((format) => !scrapeFormats.includes(format as ScrapeFormat));
  if (unknown === undefined) return [...new Set(formats as readonly ScrapeFormat[])];
  throw new ScrapeError("INVALID_FORMAT", {
    message: `Unknown format '${unknown}'; known are ${scrapeFormats.join(", ")}.`,
    details: { format: unknown },
  });
}

function listed(formats: unknown): readonly string[] {
  if (Array.isArray(formats)) return formats as readonly string[];
  throw new ScrapeError("INVALID_FORMAT", {
    message: `Expected a list of formats such as ["markdown"]; got ${JSON.stringify(formats)}.`,
    details: { format: formats },
  });
}

function explain(error: unknown, limit: Deadline): FailureText {
  if (limit.expired)
    return { code: "TIMEOUT", error: `timeout: the scrape took longer than ${limit.ms} ms` };
  if (error instanceof UnreadablePdf) {
    return { code: "UNSUPPORTED_TYPE", error: `unreadable PDF: ${error.message}` };
  }
  const known = failureText(error);
  if (known === undefined) throw error;
  return known;
}
