import { availableParallelism } from "node:os";
import {
  checkCollaborators,
  checkNumber,
  Disposer,
  isHeard,
  systemClock,
  systemIds,
  tell,
  withDefaults,
  type Clock,
  type Ids,
} from "../core/index.ts";
import { createFetcher } from "../fetcher/index.ts";
import type { AttemptParts } from "./look-ahead.ts";
import { CanonicalPages } from "./canonical-pages.ts";
import { CrawlError } from "./crawl-error.ts";
import { CrawlLoop } from "./crawl-loop.ts";
import { CrawlRun } from "./crawl-run.ts";
import { completeCall, type CrawlSettings } from "./crawl-settings.ts";
import type { RobotsSource } from "../mapper/index.ts";
import type { Crawl } from "./crawl.ts";
import type { CrawlCall } from "./crawl-call.ts";
import type { CrawlPage } from "./crawl-page.ts";
import type { CrawlFormat } from "./reader/page-reader.ts";
import type { CrawlerCollaborators } from "./crawler-collaborators.ts";
import type { CrawlerOptions } from "./crawler-options.ts";
import type { Frontier } from "./frontier.ts";
import { MemoryFrontier } from "./frontier/memory-frontier.ts";
import { RecordsFrontier } from "./frontier/records-frontier.ts";
import { PageRate } from "./page-rate.ts";
import { sitemapUrls } from "./sitemap-urls.ts";
import { createPoliteness } from "./politeness/create-politeness.ts";
import { createPageReader } from "./reader/create-page-reader.ts";
import { SeenFingerprints } from "./seen-fingerprints.ts";

/** Crawls sites. */
export interface Crawler extends AsyncDisposable {
  /**
   * Crawls from a seed: fetches every page in scope once, within the limits, politely. Nothing is
   * fetched before the crawl is iterated.
   * @throws CoreError `INVALID_URL`, `INVALID_OPTION`; MapError `INVALID_PATTERN`; FetchError
   *   `INVALID_HEADER`; CrawlError `CRAWLER_CLOSED`. The iteration throws CrawlError `CRAWL_CHANGED`,
   *   `CRAWL_USED`; StorageError; the signal's reason
   */
  crawl<const Formats extends readonly CrawlFormat[] = readonly ["markdown"]>(
    seed: string | URL,
    call?: CrawlCall<Formats>,
  ): Crawl<CrawlPage<Formats>>;
  /** Cuts off every crawl under way with `CRAWLER_CLOSED`. */
  [Symbol.asyncDispose](): Promise<void>;
}

type CrawlerSettings = Required<Omit<CrawlerOptions, "threads">> &
  Readonly<Record<"threads", number | undefined>>;

const defaults: CrawlerSettings = Object.freeze({
  maxConcurrency: 32,
  maxPerHost: 8,
  workers: 1,
  delayMs: 0,
  maxPauseMs: 300_000,
  retries: 2,
  pageTimeoutMs: 60_000,
  leaseMs: 30_000,
  threads: undefined,
});

/** By which pages may address a crawler whose source of robots.txt does not say. */
const AGENT = "Dragline";

/** Bytes of a page whose links take longer to read, some 30 ms, than the caller is to be kept waiting. */
const SMALLEST_FOR_THREADS = 262_144;

/** Bounds of each option. */
const bounds = Object.freeze({
  maxConcurrency: { min: 1, max: 1_000 },
  maxPerHost: { min: 1, max: 1_000 },
  workers: { min: 1, max: 1_000 },
  delayMs: { min: 0 },
  maxPauseMs: { min: 0 },
  retries: { min: 0 },
  pageTimeoutMs: { min: 1 },
  leaseMs: { min: 1_000 },
});

/** What may be given in the first argument. */
const collaboratorNames: Readonly<Record<keyof CrawlerCollaborators, true>> = Object.freeze({
  fetcher: true,
  source: true,
  robots: true,
  records: true,
  clock: true,
  ids: true,
});

/**
 * Makes a crawler; `createCrawler()` is ready for the public web.
 * @throws CoreError `INVALID_OPTION`
 */
export function createCrawler(
  collaborators: CrawlerCollaborators = {},
  options?: CrawlerOptions,
): Crawler {
  checkCollaborators(collaborators, defaults, collaboratorNames);
  const settings = withDefaults(defaults, options);
  for (const [name, limits] of Object.entries(bounds)) {
    checkNumber(name, settings[name as keyof typeof bounds], limits);
  }
  if (settings.threads !== undefined) {
    checkNumber("threads", settings.threads, { min: 0, max: 1_024 });
  }
  return new OwningCrawler(collaborators, settings);
}

class OwningCrawler implements Crawler {
  readonly #parts: CrawlerCollaborators & { readonly clock: Clock; readonly ids: Ids };
  readonly #settings: CrawlerSettings;
  readonly #owned = new Disposer();
  readonly #runs = new Set<CrawlRun>();
  #closed = false;

  constructor(collaborators: CrawlerCollaborators, settings: CrawlerSettings) {
    const { clock = systemClock, ids = systemIds, source, robots } = collaborators;
    const given = collaborators.fetcher;
    const needed = given === undefined && (source === undefined || robots === undefined);
    const fetcher = needed ? this.#owned.add(createFetcher({ clock })) : given;
    this.#parts = { ...collaborators, clock, ids, fetcher };
    this.#settings = settings;
  }

  crawl(seed: string | URL, call?: CrawlCall): Crawl<never> {
    const settings = completeCall(seed, call);
    settings.signal?.throwIfAborted();
    if (this.#closed) throw closed();
    const run = this.#runOf(settings);
    this.#runs.add(run);
    void run.summary.catch(() => {}).finally(() => this.#runs.delete(run));
    // Its pages have what was asked for, which only the call's type knows.
    return run as Crawl<never>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#runs].map((run) => run.end(closed())));
    await this.#owned[Symbol.asyncDispose]();
  }

  #runOf(settings: CrawlSettings): CrawlRun {
    const { clock, ids, records } = this.#parts;
    const { maxConcurrency, maxPerHost, workers, delayMs, maxPauseMs, leaseMs } = this.#settings;
    const id = settings.id ?? ids.uuid();
    const sharing = { maxPerHost, workers, delayMs, maxPauseMs };
    const ahead =
      records === undefined ? 0 : aheadOf(maxConcurrency, Math.floor(maxPerHost / workers));
    const pace = { ...sharing, maxConcurrency: maxConcurrency + ahead };
    const politeness = createPoliteness({ clock, ids }, pace);
    const rate = new PageRate(clock);
    const abort = new AbortController();
    const attempts = this.#attemptParts(settings);
    const loop = new CrawlLoop({
      id,
      frontier: this.#frontierOf(id, settings),
      politeness,
      attempts,
      sitemaps: settings.sitemaps ? this.#sitemapsOf(attempts, abort.signal) : undefined,
      clock,
      leaseMs,
      maxConcurrency,
      signal: abort.signal,
      onTaken: () => rate.add(),
      onLook: () => {
        if (!isHeard("dragline:crawler:progress")) return;
        tell("dragline:crawler:progress", { crawl: id, progress: run.progress() });
      },
    });
    const { signal, seed } = settings;
    const onAbort = (): void => abort.abort(signal?.reason);
    const run: CrawlRun = new CrawlRun({
      id,
      seed,
      loop,
      politeness,
      rate,
      clock,
      abort,
      begin: () => {
        if (signal?.aborted === true) onAbort();
        else signal?.addEventListener("abort", onAbort, { once: true });
      },
      release: async () => {
        signal?.removeEventListener("abort", onAbort);
        await attempts.reader[Symbol.asyncDispose]();
      },
    });
    return run;
  }

  /** robots.txt names sitemaps whether it is obeyed or not. */
  #sitemapsOf(parts: AttemptParts, signal: AbortSignal): AsyncIterable<string> {
    const { fetcher, robots = fetcher?.robots } = this.#parts;
    return sitemapUrls({ ...parts, robots }, signal);
  }

  #attemptParts(settings: CrawlSettings): AttemptParts {
    const { fetcher, clock, ids } = this.#parts;
    const { retries, maxPauseMs, pageTimeoutMs, delayMs } = this.#settings;
    const { formats, fingerprint } = settings.reading;
    const isLinksAlone = formats.length === 0 && !fingerprint;
    // The HTML is there already; links alone are read.
    const isQuick = !fingerprint && formats.every((format) => format === "html");
    const { threads = isLinksAlone ? 0 : availableParallelism() - 1 } = this.#settings;
    const { source = fetcher, robots = fetcher?.robots } = this.#parts;
    if (source === undefined) throw closed();
    const agent = agentOf(robots);
    const reading = { ...settings.reading, agent };
    return {
      source,
      robots: settings.obeyRobots ? robots : undefined,
      reader: createPageReader(settings.rules, reading, {
        threads,
        smallest: isQuick ? SMALLEST_FOR_THREADS : 0,
        clock,
        timeoutMs: pageTimeoutMs,
      }),
      seen: new SeenFingerprints(),
      canonicals: new CanonicalPages(),
      agent,
      delayMs,
      clock,
      ids,
      settings,
      retrying: { retries, maxPauseMs },
      pageTimeoutMs,
    };
  }

  #frontierOf(id: string, { seed }: CrawlSettings): Frontier {
    const { records, clock, ids } = this.#parts;
    const { leaseMs } = this.#settings;
    return records === undefined
      ? new MemoryFrontier({ clock, ids }, { leaseMs })
      : new RecordsFrontier({ records, clock, ids }, { crawl: id, seed, leaseMs });
  }
}

/**
 * A store takes its time for a step; what is claimed ahead is begun meanwhile. Where a worker may ask
 * a host for no more at once than it fetches, nothing is.
 */
function aheadOf(maxConcurrency: number, share: number): number {
  return Math.max(0, Math.min(2 * maxConcurrency, share - maxConcurrency));
}

function agentOf(robots: RobotsSource | undefined): string {
  return robots?.agent ?? AGENT;
}

function closed(): CrawlError {
  return new CrawlError("CRAWLER_CLOSED", { message: "The crawler was disposed." });
}
