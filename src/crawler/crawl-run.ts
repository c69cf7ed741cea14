import type { Clock } from "../core/index.ts";
import { CrawlError } from "./crawl-error.ts";
import type { Crawl, CrawlProgress, CrawlSummary } from "./crawl.ts";
import type { CrawlLoop } from "./crawl-loop.ts";
import type { CrawlPage } from "./crawl-page.ts";
import type { PageRate } from "./page-rate.ts";
import type { Politeness } from "./politeness/pace.ts";

/** What a crawl under way is made of. */
interface RunParts {
  readonly id: string;
  readonly seed: string;
  readonly loop: CrawlLoop;
  readonly politeness: Politeness;
  readonly rate: PageRate;
  readonly clock: Clock;
  /** Cuts off what is being fetched. */
  readonly abort: AbortController;
  /** Begins what feeds the loop from elsewhere. */
  readonly begin: () => void;
  /** Releases what the crawl owns. */
  readonly release: () => Promise<void>;
}

/** The caller has left the iteration. */
const LEFT = new Error("The caller stopped the iteration.");

const MOST_HOSTS = 100;

/** A crawl as its caller sees it. */
export class CrawlRun implements Crawl {
  readonly id: string;
  readonly summary: Promise<CrawlSummary>;
  readonly #parts: RunParts;
  readonly #settled = Promise.withResolvers<CrawlSummary>();
  #work: Promise<void> | undefined;

  constructor(parts: RunParts) {
    this.id = parts.id;
    this.#parts = parts;
    this.summary = this.#settled.promise;
    // Whoever iterates is told; nobody has to ask for the summary.
    this.summary.catch(() => {});
  }

  [Symbol.asyncIterator](): AsyncIterator<CrawlPage, undefined> {
    if (this.#work !== undefined) {
      throw new CrawlError("CRAWL_USED", {
        message: `The crawl '${this.id}' was already iterated; to continue it, create another with the same id.`,
        details: { id: this.id },
      });
    }
    const { loop } = this.#parts;
    // The work begins when the first page is asked for.
    this.#work = Promise.resolve();
    let begun = false;
    return {
      next: async () => {
        if (!begun) {
          begun = true;
          this.#work = this.#run();
        }
        const value = await loop.line.next();
        return value === undefined ? { done: true, value } : { done: false, value };
      },
      return: async () => {
        await this.end(LEFT);
        return { done: true, value: undefined };
      },
    };
  }

  /** Cuts the crawl off and waits until it has stopped. */
  async end(reason: unknown): Promise<void> {
    this.#parts.abort.abort(reason);
    await this.#work;
  }

  async #run(): Promise<void> {
    const { loop, release, begin, clock, abort } = this.#parts;
    const started = clock.monotonic();
    try {
      begin();
      const outcome = await loop.run();
      await release();
      this.#settled.resolve(this.#summaryOf(outcome, started));
      loop.line.end();
    } catch (error) {
      await release();
      if (abort.signal.reason === LEFT) {
        this.#settled.resolve(this.#summaryOf("stopped", started));
        loop.line.end();
        return;
      }
      this.#settled.reject(error);
      loop.line.fail(error);
    }
  }

  #summaryOf(outcome: CrawlSummary["outcome"], started: number): CrawlSummary {
    const { hosts: _, perSecond: __, ...facts } = this.progress();
    const { id, seed, clock } = this.#parts;
    return { ...facts, id, seed, outcome, durationMs: Math.round(clock.monotonic() - started) };
  }

  progress(): CrawlProgress {
    const { loop, rate, politeness } = this.#parts;
    const { found = 0, waiting = 0, claimed = 0, counts = {} } = loop.state ?? {};
    return {
      found,
      queued: waiting,
      running: claimed,
      done: counts.completed ?? 0,
      failed: counts.failed ?? 0,
      perSecond: rate.perSecond(),
      counts,
      hosts: politeness.hosts(MOST_HOSTS),
    };
  }

  pause(): void {
    this.#parts.loop.paused = true;
  }

  resume(): void {
    this.#parts.loop.paused = false;
  }

  stop(): void {
    this.#parts.loop.stop();
  }
}
