import type { LanguageModel } from "../ai/index.ts";
import {
  checkCollaborators,
  checkNumber,
  CoreError,
  deadline,
  Disposer,
  systemClock,
  traced,
  withDefaults,
  type Clock,
  type Deadline,
  type SentParts,
} from "../core/index.ts";
import { createBrowser } from "../browser/index.ts";
import { createFetcher, type Fetcher, type ProxyProvider } from "../fetcher/index.ts";
import { isFetcherOption } from "../fetcher/internal.ts";
import { acquire } from "./run/acquire.ts";
import type { Engines } from "./run/fetch-whole.ts";
import type { PageVisitor } from "./run/visit-page.ts";
import { failureText, type FailureText } from "./run/failure.ts";
import type { PageOutcome } from "./run/page-outcome.ts";
import {
  completeCall,
  type CallSettings,
  type ScrapeCall,
  type SessionSource,
} from "./run/scrape-call.ts";
import { ScrapeError } from "./scrape-error.ts";
import type { ScrapeFormat, ScrapeResult } from "./scrape-result.ts";
import { withoutSecrets } from "./run/without-secrets.ts";
import { UnreadPage } from "./run/maker-threads.ts";
import { PageMaker } from "./run/page-maker.ts";
import { UnreadablePdf } from "./pdf/read-pdf.ts";

/** What a scraper works with. */
export interface ScraperCollaborators {
  /** Where pages come from; a fetcher of the scraper's own when absent. */
  readonly fetcher?: (Pick<Fetcher, "fetch"> & Partial<Pick<Fetcher, "robots">>) | undefined;
  /**
   * What shows pages that need a browser; when absent, a browser of the scraper's own with the
   * defaults, which starts at the first page that needs one.
   */
  readonly browser?: PageVisitor | undefined;
  /** Where the browser's proxies come from (the fetcher has its own); direct when absent. */
  readonly proxies?: ProxyProvider | undefined;
  /** Where the sessions of `sessionId` come from. */
  readonly sessions?: SessionSource | undefined;
  /**
   * Writes summaries and reads values that a page's own data does not tell; without one both come
   * from the page alone.
   */
  readonly model?: LanguageModel | undefined;
  /**
   * Is asked once for a summary of the model's whether the page's words say its sentences; without one none
   * is checked, and each says so.
   */
  readonly checker?: LanguageModel | undefined;
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
  /**
   * Whether robots.txt is asked before a page, as the fetcher reads it; of the pages that a browser
   * shows, the first URL alone. A fetcher that was passed in asks for itself by its own option.
   * @default false
   */
  readonly obeyRobots?: boolean;
  /**
   * Most worker threads that read HTML pages, from 0, which reads them in the caller's thread. They
   * start when several scrapes are under way or a page is large; a page may then take 30 seconds and
   * 1 GiB of heap. Dispose the scraper to end them.
   * @default 0
   */
  readonly threads?: number;
}

/** A scraper as others use it, whose formats no type tells. */
export interface PageScraper {
  /** {@link Scraper.scrape} */
  scrape(url: string, call?: ScrapeCall): Promise<ScrapeResult>;
}

/** Scrapes pages. */
export interface Scraper extends AsyncDisposable {
  /**
   * Fetches a URL, parses the page once and makes every format from that one tree. A page that
   * cannot be loaded is a result with `status: "failed"`, never a throw. The formats that the call
   * names are in the type of a page that is completed.
   * @throws ScrapeError `INVALID_FORMAT`, `UNKNOWN_SESSION`; ActionError `INVALID_ACTION`; CoreError
   *   `INVALID_OPTION`; HtmlError `INVALID_SELECTOR`; FetchError `INVALID_HEADER`; BrowserError
   *   `INVALID_STATE`; AiError `INVALID_MODEL`; ExtractorError `INVALID_SCHEMA`; what the session
   *   source throws; the signal's reason
   */
  scrape<const Formats extends readonly ScrapeFormat[] = readonly ["markdown"]>(
    url: string,
    call?: ScrapeCall<Formats>,
  ): Promise<ScrapeResult<Formats>>;
}

const defaults: Required<ScraperOptions> = Object.freeze({
  timeoutMs: 60_000,
  obeyRobots: false,
  threads: 0,
});

/**
 * Says where an option of the fetcher belongs that was given here, in either argument.
 * @throws CoreError `INVALID_OPTION`
 */
function refuseFetcherOptions(given: object | undefined, ours: object): void {
  const name = Object.keys(given ?? {}).find(
    (each) => !Object.hasOwn(ours, each) && isFetcherOption(each),
  );
  if (name === undefined) return;
  throw new CoreError("INVALID_OPTION", {
    message: `Unknown option '${name}': it is one of the fetcher, createScraper({ fetcher: createFetcher({}, { ${name}: … }) }).`,
    details: { option: name },
  });
}

/** @throws CoreError `INVALID_OPTION` */
function completeOptions(options: ScraperOptions | undefined): Required<ScraperOptions> {
  refuseFetcherOptions(options, defaults);
  const complete = withDefaults(defaults, options);
  checkNumber("timeoutMs", complete.timeoutMs, { min: 1, integer: false });
  checkNumber("threads", complete.threads, { min: 0, max: 1024 });
  return complete;
}

/** What may be given in the first argument. */
const collaboratorNames: Readonly<Record<keyof ScraperCollaborators, true>> = Object.freeze({
  fetcher: true,
  browser: true,
  proxies: true,
  sessions: true,
  model: true,
  checker: true,
  clock: true,
});

/**
 * Makes a scraper.
 * @throws CoreError `INVALID_OPTION`
 */
export function createScraper(
  collaborators: ScraperCollaborators = {},
  options?: ScraperOptions,
): Scraper {
  refuseFetcherOptions(collaborators, defaults);
  checkCollaborators(collaborators, defaults, collaboratorNames);
  const { clock = systemClock } = collaborators;
  const { timeoutMs, obeyRobots, threads } = completeOptions(options);
  const owned = new Disposer();
  const fetcher =
    collaborators.fetcher ?? owned.add(createFetcher({ clock }, { timeoutMs, obeyRobots }));
  if (obeyRobots && fetcher.robots === undefined) throw withoutRobots();
  const maker = owned.add(new PageMaker({ threads, clock }));
  const engines: Engines = {
    fetcher,
    robots: obeyRobots ? fetcher.robots : undefined,
    visitor: collaborators.browser ?? owned.add(createBrowser({ clock })),
    proxies: collaborators.proxies,
    maker,
    meaning: { model: collaborators.model, checker: collaborators.checker, clock },
  };
  const { sessions } = collaborators;

  async function scrape(url: string, call?: ScrapeCall): Promise<ScrapeResult> {
    const settings = completeCall(call);
    const { signal } = settings;
    const started = clock.monotonic();
    const limit = deadline(clock, timeoutMs, signal);
    let sent: SentParts = settings.visiting;
    const finish = (outcome: PageOutcome): ScrapeResult => ({
      url,
      ...withoutSecrets(outcome, sent),
      durationMs: Math.round(clock.monotonic() - started),
    });
    try {
      const visiting = (sent = await withState(settings, sessions, limit.signal));
      return finish(await acquire(engines, { url, ...settings, visiting, signal: limit.signal }));
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      return finish({ status: "failed", ...explain(error, limit), cause: error });
    } finally {
      limit[Symbol.dispose]();
    }
  }

  const scraper: PageScraper & AsyncDisposable = {
    scrape: (url, call) =>
      traced("dragline:scraper:scrape", { url }, () => maker.during(() => scrape(url, call))),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
  // What is made is what the call names, which no type of the making tells.
  return scraper as Scraper;
}

function withoutRobots(): CoreError {
  return new CoreError("INVALID_OPTION", {
    message: "Option 'obeyRobots' needs a fetcher that reads robots.txt; this one has no 'robots'.",
    details: { option: "obeyRobots" },
  });
}

async function withState(
  { visiting, sessionId }: CallSettings,
  sessions: SessionSource | undefined,
  signal: AbortSignal,
) {
  if (sessionId === undefined) return visiting;
  const state = await sessions?.load(sessionId, signal);
  if (state !== undefined) return { ...visiting, state };
  const why = sessions === undefined ? "the scraper has no 'sessions'" : "there is no such session";
  throw new ScrapeError("UNKNOWN_SESSION", {
    message: `Expected the id of a saved session; got ${JSON.stringify(sessionId)}, and ${why}.`,
    details: { sessionId },
  });
}

function explain(error: unknown, limit: Deadline): FailureText {
  if (limit.expired)
    return { code: "TIMEOUT", error: `timeout: the scrape took longer than ${limit.ms} ms` };
  if (error instanceof UnreadablePdf) {
    return { code: "UNSUPPORTED_TYPE", error: `unreadable PDF: ${error.message}` };
  }
  if (error instanceof UnreadPage) return error.failure;
  const known = failureText(error);
  if (known === undefined) throw error;
  return known;
}
