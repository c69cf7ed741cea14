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
import { createFetcher, type Fetcher } from "../fetcher/index.ts";
import { failureText, type FailureText } from "./failure.ts";
import { completeCall, type ScrapeCall } from "./scrape-call.ts";
import { scrapePage, type PageOutcome } from "./scrape-page.ts";
import type { ScrapeResult } from "./scrape-result.ts";
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

/** Scrapes pages. */
export interface Scraper extends AsyncDisposable {
  /**
   * Fetches a URL, parses the page once and makes every format from that one tree. A page that
   * cannot be had is a result with `status: "failed"`, never a throw.
   * @throws ScrapeError `INVALID_FORMAT`; CoreError `INVALID_OPTION`; HtmlError
   *   `INVALID_SELECTOR`; FetchError `INVALID_HEADER`; the signal's reason
   */
  scrape(url: string, call?: ScrapeCall): Promise<ScrapeResult>;
}

const defaults: Required<ScraperOptions> = Object.freeze({ timeoutMs: 60_000 });

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
    const { signal, formats, part, fetching } = completeCall(call);
    const started = clock.monotonic();
    const limit = deadline(clock, timeoutMs, signal);
    const finish = (outcome: PageOutcome): ScrapeResult => ({
      url,
      ...outcome,
      durationMs: Math.round(clock.monotonic() - started),
    });
    try {
      const page = await fetcher.fetch(url, { ...fetching, signal: limit.signal });
      return finish(await scrapePage(page, { formats, part, signal: limit.signal }));
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
