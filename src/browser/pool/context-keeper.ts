import { deadline, Drain, unlessAborted, type Clock } from "../../core/index.ts";
import type { BrowserFleet } from "./browser-fleet.ts";
import { blankPage, collectGarbage, stopPage } from "./blank-page.ts";
import { IdleContexts } from "./idle-contexts.ts";
import {
  openContext,
  openPage,
  type ContextCollaborators,
  type ContextOrder,
} from "./open-context.ts";
import type { PoolLease } from "./pool-lease.ts";
import type { BrowserPoolSettings } from "./pool-options.ts";
import type { PooledBrowser } from "./pooled-browser.ts";
import type { PooledContext } from "./pooled-context.ts";
import { settlesWithin } from "./settles-within.ts";

/** The dependencies of a context keeper. */
interface ContextKeeperParts extends ContextCollaborators {
  readonly clock: Clock;
  readonly fleet: BrowserFleet;
}

/** Leases after which a page is replaced: puppeteer keeps something of each of its requests. */
const MOST_USES = 50;

/**
 * Leases after which a page's garbage is collected. By itself Chromium keeps documents that were
 * left until the heap has grown much: 170 MB a page instead of 90.
 */
const GARBAGE_USES = 8;

/**
 * Milliseconds that a page keeps its last document for the job's next lease: emptying it costs as
 * much as a small page.
 */
const REST_MS = 250;

/** Opens contexts, keeps those of a job for its next lease, and closes them in bounded time. */
export class ContextKeeper {
  readonly #parts: ContextKeeperParts;
  readonly #settings: BrowserPoolSettings;
  readonly #idle: IdleContexts;
  readonly #closings = new Drain();
  #closed = false;

  constructor(parts: ContextKeeperParts, settings: BrowserPoolSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#idle = new IdleContexts({
      clock: parts.clock,
      ms: settings.idlePageMs,
      restMs: REST_MS,
      rest: (context) => void this.#closings.add(this.#rest(context)),
      most: settings.maxPages,
      drop: (context) => this.#drop(context),
    });
  }

  /** How many contexts are kept. */
  get idle(): number {
    return this.#idle.size;
  }

  /** A kept context, which is then no longer kept. */
  take(key: string | undefined): PooledContext | undefined {
    const { pagesPerBrowser } = this.#settings;
    return this.#idle.take(key, (browser) => browser.pages < pagesPerBrowser);
  }

  /**
   * Opens a context with a page, or gives a kept one its page back.
   * @throws what the driver or a collaborator throws; the signal's reason
   */
  async open(order: ContextOrder, kept: PooledContext | undefined): Promise<PooledContext> {
    const context = kept ?? (await openContext(this.#parts, order));
    try {
      if (context.page === undefined) await openPage(this.#parts, context, order);
      await this.#adapt(context, order);
      return context;
    } catch (error) {
      await context.close();
      throw error;
    }
  }

  async #adapt({ page, browser }: PooledContext, { call, signal }: ContextOrder): Promise<void> {
    const { adapt } = this.#parts;
    if (adapt === undefined || page === undefined) return;
    await unlessAborted(adapt(page, call), AbortSignal.any([signal, browser.gone]));
  }

  /** Takes a page back: keeps its context for the job, or closes it. Never fails. */
  async giveBack(lease: PoolLease): Promise<void> {
    const { context } = lease;
    if (await this.#tidy(lease)) this.#idle.keep(context);
    else await this.close(context.browser, context.close());
  }

  /** Waits for a context that closes. One that does not costs its browser the pool's trust. */
  async close(browser: PooledBrowser, closing: Promise<void>): Promise<void> {
    const { clock, fleet } = this.#parts;
    if (await settlesWithin(clock, this.#settings.closeTimeoutMs, closing)) return;
    fleet.retire(browser);
  }

  /** Closes what is kept, of one browser or of all. */
  clear(browser?: PooledBrowser): void {
    this.#idle.clear(browser);
  }

  /** Closes what is kept, keeps nothing more, and waits until all of it is closed. */
  async end(): Promise<void> {
    this.#closed = true;
    this.#idle.clear();
    await this.#closings.end();
  }

  /** Makes a page ready for the next lease of its job; whether it can have one. */
  async #tidy(lease: PoolLease): Promise<boolean> {
    const { context, page } = lease;
    using limit = deadline(this.#parts.clock, this.#settings.closeTimeoutMs);
    try {
      if (context.key === undefined || lease.signal.aborted) return false;
      const left = await unlessAborted(lease.tidy(), limit.signal);
      const pages = await unlessAborted(context.driver.pages(), limit.signal);
      if (left === "nothing" || pages.length > 1) return false;
      context.uses += 1;
      if (left === "page" && context.uses < MOST_USES) {
        await stopPage(page, limit.signal);
        if (context.uses % GARBAGE_USES === 0) await collectGarbage(page, limit.signal);
        context.rested = false;
      } else {
        context.page = undefined;
        context.rested = true;
        if (!page.isClosed()) await unlessAborted(page.close(), limit.signal);
      }
      return context.browser.state === "serving" && !this.#closed;
    } catch {
      // What cannot be made ready is closed.
      return false;
    } finally {
      lease.unwatch();
    }
  }

  /** Empties a page that no lease has taken, and keeps it on. */
  async #rest(context: PooledContext): Promise<void> {
    using limit = deadline(this.#parts.clock, this.#settings.closeTimeoutMs);
    try {
      if (context.page !== undefined) await blankPage(context.page, limit.signal);
      context.rested = true;
      if (context.browser.state === "serving" && !this.#closed) {
        this.#idle.keep(context);
        return;
      }
    } catch {
      // What cannot be emptied is closed.
    }
    await this.close(context.browser, context.close());
  }

  #drop(context: PooledContext): void {
    void this.#closings.add(this.close(context.browser, context.close()));
  }
}
