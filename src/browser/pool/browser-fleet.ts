import { backoff, Drain, type Clock, type Ids } from "../../core/index.ts";
import type { BrowserLauncher } from "../launcher.ts";
import { browserLost, poolClosed } from "./pool-errors.ts";
import { browsersFor, type BrowserPoolSettings } from "./pool-options.ts";
import { PooledBrowser } from "./pooled-browser.ts";
import { settlesWithin } from "./settles-within.ts";

/** The dependencies of a fleet. */
interface FleetParts {
  readonly launcher: BrowserLauncher;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Called when a browser has come or gone, or may be tried again. */
  readonly changed: () => void;
  /** Called when a browser could not be started. */
  readonly failed: (error: unknown) => void;
  /** Called when a browser takes no further page: what is kept in it should be closed. */
  readonly retired: (browser: PooledBrowser) => void;
}

/** Milliseconds in which a browser that is ended must be gone before its process is killed. */
const END_MS = 5000;

/** Starts no more browsers at once after a failure: milliseconds. */
const RELAUNCH = { baseMs: 250, maxMs: 10_000 };

/** The browsers of a pool: starts them, replaces them, ends them. */
export class BrowserFleet implements AsyncDisposable {
  readonly #parts: FleetParts;
  readonly #settings: BrowserPoolSettings;
  readonly #browsers = new Set<PooledBrowser>();
  readonly #starts = new Drain();
  readonly #ends = new Drain();
  readonly #idleTimers = new Map<PooledBrowser, () => void>();
  readonly #closing = new AbortController();
  /** Those of {@link #starts} that replace no other. */
  #further = 0;
  #failures = 0;
  #notBefore = Number.NEGATIVE_INFINITY;
  #cancelRetry: (() => void) | undefined;

  constructor(parts: FleetParts, settings: BrowserPoolSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /** The browsers that run, draining ones among them. */
  get browsers(): ReadonlySet<PooledBrowser> {
    return this.#browsers;
  }

  /** How many browsers are being started. */
  get starting(): number {
    return this.#starts.size;
  }

  /** The browser with the most room for a page; undefined when none has any. */
  room(): PooledBrowser | undefined {
    let best: PooledBrowser | undefined;
    for (const browser of this.#serving()) {
      if (browser.pages >= this.#settings.pagesPerBrowser) continue;
      if (best === undefined || browser.pages < best.pages) best = browser;
    }
    return best;
  }

  /** How many browsers take pages. */
  get serving(): number {
    return this.#serving().length;
  }

  /** Forgets what failed: the next browser is started at once. */
  forgive(): void {
    this.#failures = 0;
    this.#notBefore = Number.NEGATIVE_INFINITY;
  }

  /** Sees to it that browsers are started for so many pages more, and at least so many browsers. */
  provide(pages: number, browsers: number): void {
    if (this.#closing.signal.aborted) return;
    // What nobody waits for is not tried again until somebody does.
    if (pages <= 0 && this.#failures > 0) return;
    const { pagesPerBrowser } = this.#settings;
    const serving = this.#serving();
    const room = serving.reduce((sum, { pages: held }) => sum + pagesPerBrowser - held, 0);
    const wanted = Math.max(Math.ceil((pages - room) / pagesPerBrowser), browsers - serving.length);
    const most = browsersFor(this.#settings) - serving.length;
    const missing = Math.min(wanted, most) - this.#further;
    if (missing <= 0) return;
    if (this.#parts.clock.monotonic() < this.#notBefore) this.#retryLater();
    else for (let count = 0; count < missing; count += 1) this.#start();
  }

  /** Counts a page that is opened in a browser. */
  take(browser: PooledBrowser): void {
    browser.pages += 1;
    this.#idleTimers.get(browser)?.();
    this.#idleTimers.delete(browser);
  }

  /** Counts a page that is gone. */
  give(browser: PooledBrowser): void {
    browser.pages -= 1;
    browser.served += 1;
    if (browser.served >= this.#settings.recycleAfterPages) this.replace(browser);
    if (browser.pages === 0) this.#empty(browser);
  }

  /** Lets a browser end when its successor is there and its last page is gone. */
  replace(browser: PooledBrowser): void {
    if (browser.replacing || browser.state !== "serving" || this.#closing.signal.aborted) return;
    if (this.#parts.clock.monotonic() < this.#notBefore) return;
    browser.replacing = true;
    this.#start(browser);
  }

  /** Takes a browser out of service; it ends when its last page is gone. */
  retire(browser: PooledBrowser): void {
    if (browser.state !== "serving") return;
    browser.state = "draining";
    this.#parts.retired(browser);
    if (browser.pages === 0) this.#end(browser);
    this.#parts.changed();
  }

  /** Ends a browser that does not answer, at once; its leases end with `BROWSER_LOST`. */
  kill(browser: PooledBrowser, reason: string): void {
    if (browser.state === "ended") return;
    browser.running.kill(browser.running.pid);
    this.#lose(browser, reason);
  }

  /** Ends all browsers, also those that are being started. Bounded in time; twice is harmless. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(poolClosed());
    this.#cancelRetry?.();
    for (const cancel of this.#idleTimers.values()) cancel();
    this.#idleTimers.clear();
    for (const browser of this.#browsers) this.#end(browser);
    await settlesWithin(this.#parts.clock, END_MS, this.#starts.end());
    await this.#ends.end();
  }

  #serving(): PooledBrowser[] {
    return [...this.#browsers].filter(({ state }) => state === "serving");
  }

  #start(predecessor?: PooledBrowser): void {
    if (predecessor === undefined) this.#further += 1;
    void this.#starts.add(this.#launch(predecessor));
  }

  async #launch(predecessor: PooledBrowser | undefined): Promise<void> {
    try {
      const running = await this.#parts.launcher.launch(this.#closing.signal);
      const browser = new PooledBrowser(running);
      this.#browsers.add(browser);
      void running.ended.then((reason) => this.#lose(browser, reason));
      const { gone: signal } = browser;
      const leave = (): void => this.retire(browser);
      running.leaving?.addEventListener("abort", leave, { once: true, signal });
      this.#failures = 0;
      this.#empty(browser);
      // Started too late, it only has to be ended.
      if (this.#closing.signal.aborted) this.#end(browser);
      if (running.leaving?.aborted === true) this.retire(browser);
      if (predecessor !== undefined) this.retire(predecessor);
      this.#settled(predecessor);
    } catch (error) {
      this.#failures += 1;
      const ms = backoff(this.#failures, this.#parts.ids.random(), RELAUNCH);
      this.#notBefore = this.#parts.clock.monotonic() + ms;
      if (predecessor === undefined) this.#parts.failed(error);
      this.#settled(predecessor);
    }
  }

  #settled(predecessor: PooledBrowser | undefined): void {
    if (predecessor === undefined) this.#further -= 1;
    else predecessor.replacing = false;
    this.#parts.changed();
  }

  #retryLater(): void {
    this.#cancelRetry ??= this.#parts.clock.timer(
      this.#notBefore - this.#parts.clock.monotonic(),
      () => {
        this.#cancelRetry = undefined;
        this.#parts.changed();
      },
    );
  }

  #empty(browser: PooledBrowser): void {
    if (browser.state === "draining") this.#end(browser);
    if (browser.state !== "serving" || this.#closing.signal.aborted) return;
    const cancel = this.#parts.clock.timer(this.#settings.idleBrowserMs, () => {
      this.#idleTimers.delete(browser);
      if (this.#serving().length > this.#settings.minBrowsers) this.retire(browser);
    });
    this.#idleTimers.set(browser, cancel);
  }

  #lose(browser: PooledBrowser, reason: string): void {
    if (browser.state === "ended") return;
    browser.lost = browserLost(reason);
    this.#end(browser);
    this.#parts.changed();
  }

  #end(browser: PooledBrowser): void {
    if (browser.state === "ended") return;
    browser.end(browser.lost ?? poolClosed());
    this.#browsers.delete(browser);
    this.#idleTimers.get(browser)?.();
    this.#idleTimers.delete(browser);
    this.#parts.retired(browser);
    void this.#ends.add(this.#dispose(browser));
  }

  async #dispose({ running }: PooledBrowser): Promise<void> {
    // A disposal that fails has nothing that the pool could do better.
    const disposed = Promise.allSettled([running[Symbol.asyncDispose]()]);
    if (await settlesWithin(this.#parts.clock, END_MS, disposed)) return;
    running.kill(running.pid);
    await settlesWithin(this.#parts.clock, END_MS, disposed);
  }
}
