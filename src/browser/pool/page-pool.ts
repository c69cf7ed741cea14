import { checkSignal, unlessAborted, type Clock, type Ids } from "../../core/index.ts";
import type { BrowserError } from "../browser-error.ts";
import type { BrowserLauncher } from "../launcher.ts";
import type { LeaseCall } from "../page-lease.ts";
import { BrowserFleet } from "./browser-fleet.ts";
import { ContextKeeper } from "./context-keeper.ts";
import type { ContextCollaborators } from "./open-context.ts";
import { PageOpenings } from "./page-openings.ts";
import { PageSlots } from "./page-slots.ts";
import { noBrowserFree, notOpened, poolClosed } from "./pool-errors.ts";
import type { PoolLease } from "./pool-lease.ts";
import type { BrowserPoolSettings } from "./pool-options.ts";
import type { PoolStatus } from "./pool-status.ts";
import type { PooledBrowser } from "./pooled-browser.ts";
import { TenantLine } from "./tenant-line.ts";
import { Waiter } from "./waiter.ts";
import { Watchdog } from "./watchdog.ts";

/** What leases must have in common to take turns on one page. */
class LeaseKeys {
  /** Two saved sessions are the same when they are one object: their contents may be large. */
  readonly #states = new WeakMap<object, number>();
  #count = 0;

  /** Undefined without a job: such a lease gets a context of its own. */
  of(call: LeaseCall): string | undefined {
    if (call.job === undefined) return undefined;
    const { tenant = "", job, proxy, country, state, url } = call;
    const site = url === undefined ? null : (URL.parse(url)?.host ?? url);
    const saved = state === undefined ? null : this.#numberOf(state);
    return JSON.stringify([tenant, job, proxy?.href ?? null, country ?? null, saved, site]);
  }

  #numberOf(state: object): number {
    const known = this.#states.get(state);
    if (known !== undefined) return known;
    this.#count += 1;
    this.#states.set(state, this.#count);
    return this.#count;
  }
}

/** The dependencies of a page pool. */
interface PagePoolParts extends ContextCollaborators {
  readonly launcher: BrowserLauncher;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Who waits, who is served, and from which browser. */
export class PagePool implements AsyncDisposable {
  readonly #parts: PagePoolParts;
  readonly #settings: BrowserPoolSettings;
  readonly #line = new TenantLine<Waiter>();
  readonly #slots = new PageSlots();
  readonly #keys = new LeaseKeys();
  readonly #fleet: BrowserFleet;
  readonly #contexts: ContextKeeper;
  readonly #openings: PageOpenings;
  readonly #watchdog: Watchdog;
  readonly #warming = new Set<PromiseWithResolvers<undefined>>();
  #closed = false;
  #used = false;

  constructor(parts: PagePoolParts, settings: BrowserPoolSettings) {
    const { clock } = parts;
    this.#parts = parts;
    this.#settings = settings;
    this.#fleet = new BrowserFleet(
      {
        ...parts,
        changed: () => this.#advance(),
        failed: (error) => this.#fail(error),
        retired: (browser) => this.#contexts.clear(browser),
      },
      settings,
    );
    this.#contexts = new ContextKeeper({ ...parts, fleet: this.#fleet }, settings);
    this.#openings = new PageOpenings(
      {
        clock,
        fleet: this.#fleet,
        contexts: this.#contexts,
        again: (waiter) => this.#line.addFirst(waiter.tenant, waiter),
        freed: (waiter, browser) => this.#free(waiter, browser),
      },
      settings,
    );
    const measured = (): void => this.#onMeasured();
    const busy = (): boolean => this.#slots.held > 0;
    this.#watchdog = new Watchdog({ clock, fleet: this.#fleet, busy, measured }, settings);
  }

  /** A page for `call`; see the pool's face. */
  async lease(call: LeaseCall): Promise<PoolLease> {
    call.signal?.throwIfAborted();
    if (this.#closed) throw poolClosed();
    const { maxPages, maxWaiting, queueTimeoutMs } = this.#settings;
    if (this.#slots.held + this.#line.size >= maxPages + maxWaiting) throw this.#refusal();
    const waiter = new Waiter({
      call,
      key: this.#keys.of(call),
      clock: this.#parts.clock,
      ms: queueTimeoutMs,
      refusal: (opening) => (opening ? notOpened(queueTimeoutMs) : this.#refusal()),
    });
    waiter.signal.addEventListener("abort", () => this.#leave(waiter), { once: true });
    this.#used = true;
    this.#line.add(waiter.tenant, waiter);
    this.#advance();
    const lease = await waiter.lease;
    // Cancelled between the page's arrival and now.
    call.signal?.throwIfAborted();
    return lease;
  }

  /**
   * Finds out whether a failure of the driver's means that the page or the browser is lost; then
   * the lease's signal has aborted.
   */
  examine(lease: PoolLease): Promise<void> {
    return this.#openings.examine(lease);
  }

  /** Starts browsers; see the pool's face. */
  async warm(signal: AbortSignal | undefined): Promise<void> {
    if (signal !== undefined) checkSignal("warm(signal)", signal);
    if (this.#closed) throw poolClosed();
    const warming = Promise.withResolvers<undefined>();
    this.#warming.add(warming);
    this.#used = true;
    this.#fleet.forgive();
    this.#advance();
    try {
      await unlessAborted(warming.promise, signal);
    } finally {
      this.#warming.delete(warming);
    }
  }

  status(): PoolStatus {
    const { browsers, starting } = this.#fleet;
    return {
      browsers: browsers.size,
      starting,
      leased: this.#slots.held,
      idle: this.#contexts.idle,
      waiting: this.#line.size,
      bytes: this.#bytes(),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#watchdog[Symbol.dispose]();
    for (const waiter of this.#line.drain()) waiter.reject(poolClosed());
    for (const warming of this.#warming) warming.reject(poolClosed());
    const ended = this.#openings.end();
    // Pages are not waited for one by one: their browsers end.
    await this.#fleet[Symbol.asyncDispose]();
    await ended;
    await this.#contexts.end();
  }

  /** Serves whom it can, and sees to it that there are browsers for the rest. */
  #advance(): void {
    if (this.#closed) return;
    while (this.#line.size > 0 && this.#mayOpen()) {
      const browser = this.#fleet.room();
      if (browser === undefined) break;
      const waiter = this.#line.take((tenant) => this.#slots.heldBy(tenant));
      if (waiter === undefined) break;
      this.#grant(waiter, browser);
    }
    const pages = this.#mayOpen() ? this.#line.size : 0;
    const least = this.#warming.size > 0 ? Math.max(1, this.#settings.minBrowsers) : 0;
    const browsers = Math.max(least, this.#used ? this.#settings.minBrowsers : 0);
    this.#fleet.provide(Math.min(pages, this.#settings.maxPages - this.#slots.held), browsers);
    if (this.#fleet.serving < least) return;
    for (const warming of this.#warming) warming.resolve(undefined);
  }

  #mayOpen(): boolean {
    const { held } = this.#slots;
    if (held >= this.#settings.maxPages) return false;
    // With nothing leased it is not pages that take the memory; waiting would not help.
    return held === 0 || this.#bytes() < this.#settings.maxBytes;
  }

  #grant(waiter: Waiter, roomy: PooledBrowser): void {
    const kept = this.#contexts.take(waiter.key);
    const browser = kept?.browser ?? roomy;
    this.#slots.take(waiter.tenant);
    this.#fleet.take(browser);
    this.#watchdog.start();
    this.#openings.open(waiter, { browser, kept });
  }

  #free({ tenant }: Waiter, browser: PooledBrowser): void {
    this.#slots.give(tenant);
    this.#fleet.give(browser);
    this.#advance();
  }

  #leave(waiter: Waiter): void {
    // While its page is opened it is not in line; then the opening sees to it.
    if (this.#line.remove(waiter.tenant, waiter)) waiter.reject(waiter.signal.reason);
  }

  /** A browser could not be started: where there is none, nobody waits for the next attempt. */
  #fail(error: unknown): void {
    for (const warming of this.#warming) warming.reject(error);
    if (this.#fleet.serving > 0) return;
    for (const waiter of this.#line.drain()) waiter.reject(error);
  }

  #onMeasured(): void {
    if (this.#bytes() >= this.#settings.maxBytes) this.#contexts.clear();
    this.#advance();
  }

  #bytes(): number {
    let bytes = 0;
    for (const browser of this.#fleet.browsers) bytes += browser.bytes;
    return bytes;
  }

  #refusal(): BrowserError {
    return noBrowserFree(this.status(), this.#settings);
  }
}
