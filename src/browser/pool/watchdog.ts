import type { Clock } from "../../core/index.ts";
import type { BrowserFleet } from "./browser-fleet.ts";
import type { BrowserPoolSettings } from "./pool-options.ts";
import type { PooledBrowser } from "./pooled-browser.ts";

/** The dependencies of a watchdog. */
interface WatchdogParts {
  readonly clock: Clock;
  readonly fleet: BrowserFleet;
  /** Whether there is anything to watch. */
  readonly busy: () => boolean;
  /** Called when the memory of all browsers was looked at. */
  readonly measured: () => void;
}

/** Milliseconds between two looks. */
const PERIOD_MS = 1000;

/** Looks at the browsers once a second while pages are leased: do they answer, what do they take. */
export class Watchdog implements Disposable {
  readonly #parts: WatchdogParts;
  readonly #settings: BrowserPoolSettings;
  readonly #asked = new Set<PooledBrowser>();
  readonly #measured = new Set<PooledBrowser>();
  #cancel: (() => void) | undefined;

  constructor(parts: WatchdogParts, settings: BrowserPoolSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /** Begins to look, unless it does already. */
  start(): void {
    this.#cancel ??= this.#parts.clock.timer(PERIOD_MS, () => this.#look());
  }

  [Symbol.dispose](): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #look(): void {
    this.#cancel = undefined;
    if (!this.#parts.busy()) return;
    for (const browser of this.#parts.fleet.browsers) {
      if (browser.pages > 0) void once(this.#asked, browser, () => this.#ask(browser));
      void once(this.#measured, browser, () => this.#measure(browser));
    }
    this.start();
  }

  async #ask(browser: PooledBrowser): Promise<void> {
    const { clock, fleet } = this.#parts;
    const ms = this.#settings.hungMs;
    if (await browser.answers(clock, ms)) return;
    fleet.kill(browser, `it did not answer for ${ms} ms`);
  }

  async #measure(browser: PooledBrowser): Promise<void> {
    // A system that cannot measure memory does not end the watch.
    const processes = await browser.running.memory().catch(() => []);
    const { pageBytes, recycleAtBytes } = this.#settings;
    let own = 0;
    browser.bytes = 0;
    for (const { pid, kind, bytes } of processes) {
      browser.bytes += bytes;
      if (kind !== "renderer") own += bytes;
      if (kind !== "renderer" || bytes <= pageBytes || browser.state === "ended") continue;
      browser.endedPageAt = this.#parts.clock.monotonic();
      browser.running.kill(pid);
    }
    if (processes.length > 0) browser.firstBytes ??= own;
    if (own - (browser.firstBytes ?? own) >= recycleAtBytes) this.#parts.fleet.replace(browser);
    this.#parts.measured();
  }
}

/** Runs work on a browser unless the last run still goes on. */
async function once(
  running: Set<PooledBrowser>,
  browser: PooledBrowser,
  work: () => Promise<void>,
): Promise<void> {
  if (running.has(browser)) return;
  running.add(browser);
  await work().finally(() => running.delete(browser));
}
