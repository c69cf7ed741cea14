import { unlessAborted, type Clock } from "../../core/index.ts";
import type { BrowserError } from "../browser-error.ts";
import type { DriverPage } from "../driver.ts";
import type { BrowserFleet } from "./browser-fleet.ts";
import type { ContextKeeper } from "./context-keeper.ts";
import { memoryExceeded, pageCrashed, poolClosed } from "./pool-errors.ts";
import { PoolLease } from "./pool-lease.ts";
import type { BrowserPoolSettings } from "./pool-options.ts";
import type { PooledBrowser } from "./pooled-browser.ts";
import type { PooledContext } from "./pooled-context.ts";
import type { Waiter } from "./waiter.ts";

/** The dependencies of page openings. */
interface PageOpeningsParts {
  readonly clock: Clock;
  readonly fleet: BrowserFleet;
  readonly contexts: ContextKeeper;
  /** Called when a waiter lost its browser before it had its page: it is next in its line. */
  readonly again: (waiter: Waiter) => void;
  /** Called when a waiter's slot is free: its lease has ended, or it got none. */
  readonly freed: (waiter: Waiter, browser: PooledBrowser) => void;
}

/** Where a page is opened. */
interface Place {
  readonly browser: PooledBrowser;
  readonly kept: PooledContext | undefined;
}

/** An opening that came to nothing. */
interface Failure {
  readonly browser: PooledBrowser;
  readonly opening: Promise<PooledContext>;
  readonly error: unknown;
}

/** Browsers that may be lost under a caller before it has its page. */
const MOST_LOST = 3;

/** Milliseconds after the end of a page's process in which its crash is put down to that. */
const CRASH_MS = 5000;

/** Opens pages for those whose turn it is, and keeps what was leased until it has been given back. */
export class PageOpenings {
  readonly #parts: PageOpeningsParts;
  readonly #settings: BrowserPoolSettings;
  readonly #running = new Map<Waiter, Promise<void>>();
  readonly #leases = new Set<PoolLease>();
  #closed = false;

  constructor(parts: PageOpeningsParts, settings: BrowserPoolSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /** Opens a page for a waiter, who hears of it. */
  open(waiter: Waiter, place: Place): void {
    const run = this.#open(waiter, place);
    this.#running.set(waiter, run);
    void run.finally(() => {
      // Who lost its browser may be served again already.
      if (this.#running.get(waiter) === run) this.#running.delete(waiter);
    });
  }

  /**
   * Finds out whether a failure of the driver's means that the page or the browser is lost; then
   * the lease's signal has aborted.
   */
  async examine(lease: PoolLease): Promise<void> {
    const { browser } = lease.context;
    const { clock } = this.#parts;
    // Events that preceded this answer have already arrived.
    if (!lease.signal.aborted) await browser.answers(clock, this.#settings.closeTimeoutMs);
    this.#examine(browser);
  }

  /** Ends what is opened and what is leased; resolves when all of it has been given back. */
  async end(): Promise<void> {
    this.#closed = true;
    const runs = [...this.#running.values()];
    for (const waiter of this.#running.keys()) waiter.cancel(poolClosed());
    const leases = [...this.#leases];
    for (const lease of leases) lease.lose(poolClosed());
    await Promise.allSettled(leases.map((lease) => lease[Symbol.asyncDispose]()));
    await Promise.allSettled(runs);
  }

  async #open(waiter: Waiter, { browser, kept }: Place): Promise<void> {
    const { call, key, signal } = waiter;
    const opening = this.#parts.contexts.open({ browser, call, key, signal }, kept);
    waiter.opening = true;
    try {
      const context = await unlessAborted(opening, signal);
      if (context.page === undefined || browser.state === "ended")
        throw browser.lost ?? poolClosed();
      signal.throwIfAborted();
      this.#hand(waiter, { context, page: context.page });
    } catch (error) {
      await this.#giveUp(waiter, { browser, opening, error });
    }
  }

  #hand(waiter: Waiter, held: { context: PooledContext; page: DriverPage }): void {
    const { browser } = held.context;
    const lease = new PoolLease({
      ...held,
      signal: waiter.call.signal,
      maxPopups: this.#settings.maxPopups,
      lossReason: (what) => this.#lossReason(browser, what),
      giveBack: async (lease) => {
        await this.#parts.contexts.giveBack(lease);
        this.#leases.delete(lease);
        this.#parts.freed(waiter, browser);
      },
    });
    this.#leases.add(lease);
    waiter.resolve(lease);
  }

  /** After a failure: nothing of the page stays, and who lost its browser gets another. */
  async #giveUp(waiter: Waiter, { browser, opening, error }: Failure): Promise<void> {
    const cancelled = waiter.signal.aborted;
    if (cancelled) waiter.reject(error);
    this.#examine(browser);
    const closing = opening.then(
      (context) => context.close(),
      () => undefined,
    );
    await this.#parts.contexts.close(browser, closing);
    waiter.lost += 1;
    const again = browser.lost !== undefined && waiter.lost < MOST_LOST && !this.#closed;
    waiter.opening = false;
    if (again && !waiter.signal.aborted) this.#parts.again(waiter);
    else waiter.reject(this.#closed ? poolClosed() : (browser.lost ?? error));
    this.#parts.freed(waiter, browser);
  }

  #lossReason(browser: PooledBrowser, what: string): BrowserError {
    this.#examine(browser);
    if (browser.lost !== undefined) return browser.lost;
    const since = this.#parts.clock.monotonic() - browser.endedPageAt;
    return since < CRASH_MS ? memoryExceeded(this.#settings.pageBytes) : pageCrashed(what);
  }

  /** The connection to a browser tells of its end before the system does. */
  #examine(browser: PooledBrowser): void {
    if (!browser.running.driver.connected) this.#parts.fleet.kill(browser, "its connection closed");
  }
}
