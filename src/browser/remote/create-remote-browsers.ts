import {
  signalOf,
  checkCollaborators,
  deadline,
  Drain,
  systemClock,
  systemIds,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import { createConnector, createGuardProxy, type Connector } from "../../net/index.ts";
import { BrowserError, isBrowserError } from "../browser-error.ts";
import { poolClosed } from "../pool/pool-errors.ts";
import { countryOf, USUAL_COUNTRY, type Country } from "./country-of.ts";
import { readyBrowser, type ReadyBrowser, type ReadyBrowserParts } from "./ready-browser.ts";
import type {
  RemoteBrowser,
  RemoteBrowserOrder,
  RemoteBrowsers,
  RemoteBrowserStatus,
} from "./remote-browser.ts";
import { createChannelLauncher, type ChannelLauncher } from "./channel-launcher.ts";
import {
  completeRemoteOptions,
  remoteOptionNames,
  type RemoteBrowsersOptions,
  type RemoteBrowsersSettings,
} from "./remote-options.ts";
import { Seats } from "./seats.ts";
import { StorageThread } from "./storage-thread.ts";
import { TakenBrowser } from "./taken-browser.ts";
import { WarmPool } from "./warm-pool.ts";

/** The collaborators of remote browsers; each is borrowed. */
export interface RemoteBrowsersCollaborators {
  /** What starts browsers; Chromium, as the option `chromium` says, when absent. */
  readonly launcher?: ChannelLauncher | undefined;
  /** What connects to the web for the pages; a guarded connector of the option `allow` when absent. */
  readonly connector?: Connector | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

/**
 * Makes remote browsers: one Chromium process for each taker, driven through a pipe, with a profile
 * and a door to the web of its own. Unless the option `eager` says so, nothing is started before the
 * first take.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_ALLOW_ENTRY`
 * @example
 * ```ts
 * import { createRemoteBrowsers } from "dragline/browser";
 *
 * await using browsers = createRemoteBrowsers({}, { warm: 1, max: 4 });
 * console.log(browsers.status());
 * ```
 */
export function createRemoteBrowsers(
  collaborators: RemoteBrowsersCollaborators = {},
  options?: RemoteBrowsersOptions,
): RemoteBrowsers {
  checkCollaborators(collaborators, remoteOptionNames, {
    launcher: true,
    connector: true,
    clock: true,
    ids: true,
  });
  const settings = completeRemoteOptions(options);
  const { clock = systemClock, ids = systemIds } = collaborators;
  const launcher =
    collaborators.launcher ?? createChannelLauncher({ clock, ids }, settings.chromium);
  const connector =
    collaborators.connector ?? createConnector({ clock }, { allow: settings.allow });
  const guardProxy = createGuardProxy({ connector, clock });
  return new ChromiumBrowsers({ launcher, guardProxy, clock }, settings);
}

interface Parts extends Omit<ReadyBrowserParts, "country"> {
  readonly clock: Clock;
}

/** Milliseconds in which a warm browser must answer before it is handed out. */
const ANSWERS = 2000;

/**
 * Milliseconds after a take until the next browser is made ready: a start takes more than one core, which
 * the first page of the taken one wants too.
 */
const FIRST_PAGE = 1000;

class ChromiumBrowsers implements RemoteBrowsers {
  readonly #parts: Parts;
  readonly #settings: RemoteBrowsersSettings;
  readonly #seats: Seats;
  readonly #storage: StorageThread;
  readonly #warmPool: WarmPool;
  readonly #taken = new Set<TakenBrowser>();
  readonly #takes = new Drain();
  readonly #closing = new AbortController();
  #cancelFill: (() => void) | undefined;
  #disposal: Promise<void> | undefined;

  constructor(parts: Parts, settings: RemoteBrowsersSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#seats = new Seats(settings.max);
    this.#storage = new StorageThread(parts.clock);
    this.#warmPool = new WarmPool({
      start: (signal) => this.#start(countryOf(USUAL_COUNTRY), signal),
      clock: parts.clock,
      onEnd: () => this.#fillPool(),
    });
    if (settings.eager) this.#fillPool();
  }

  async take(order: RemoteBrowserOrder): Promise<RemoteBrowser> {
    signalOf("take({ signal })", order);
    this.#closing.signal.throwIfAborted();
    return this.#takes.add(this.#take(order));
  }

  status(): RemoteBrowserStatus {
    return { taken: this.#seats.taken, warm: this.#warmPool.ready, waiting: this.#seats.waiting };
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#disposal ??= this.#dispose();
    return this.#disposal;
  }

  async #take({ country = "US", proxy, signal }: RemoteBrowserOrder): Promise<RemoteBrowser> {
    const either = AbortSignal.any([signal, this.#closing.signal]);
    using limit = deadline(this.#parts.clock, this.#settings.takeTimeoutMs, either);
    try {
      await this.#seats.take(limit.signal);
      return await this.#seated(countryOf(country), proxy, limit.signal);
    } catch (error) {
      if (!limit.expired || isBrowserError(error)) throw error;
      throw this.#noBrowserFree(error);
    }
  }

  async #seated(
    country: Country,
    proxy: URL | undefined,
    signal: AbortSignal,
  ): Promise<RemoteBrowser> {
    let browser: ReadyBrowser | undefined;
    try {
      browser = (await this.#warm(country, signal)) ?? (await this.#start(country, signal));
      signal.throwIfAborted();
      browser.door.lead(proxy);
    } catch (error) {
      await browser?.[Symbol.asyncDispose]();
      this.#seats.leave();
      throw error;
    }
    const taken = new TakenBrowser(browser, {
      storage: this.#storage,
      leave: () => this.#giveBack(taken),
    });
    this.#taken.add(taken);
    this.#warmPool.trim(this.#warmWanted());
    this.#cancelFill ??= this.#parts.clock.timer(FIRST_PAGE, () => this.#fillPool());
    return taken;
  }

  /** A warm one that fits and answers. */
  async #warm(country: Country, signal: AbortSignal): Promise<ReadyBrowser | undefined> {
    if (country.code !== USUAL_COUNTRY) return undefined;
    for (;;) {
      const browser = await this.#warmPool.take(signal);
      if (browser === undefined || (await browser.process.answers(ANSWERS))) return browser;
      await browser[Symbol.asyncDispose]();
    }
  }

  #start(country: Country, signal: AbortSignal): Promise<ReadyBrowser> {
    return readyBrowser({ ...this.#parts, country }, signal);
  }

  #fillPool(): void {
    this.#cancelFill?.();
    this.#cancelFill = undefined;
    this.#warmPool.fill(this.#warmWanted());
  }

  #warmWanted(): number {
    return Math.min(this.#settings.warm, this.#seats.free);
  }

  #giveBack(browser: TakenBrowser): void {
    this.#taken.delete(browser);
    this.#seats.leave();
    this.#fillPool();
  }

  async #dispose(): Promise<void> {
    this.#closing.abort(poolClosed());
    this.#cancelFill?.();
    await this.#takes.end();
    const taken = [...this.#taken].map((browser) => browser[Symbol.asyncDispose]());
    await Promise.all([this.#warmPool[Symbol.asyncDispose](), ...taken]);
    await this.#storage[Symbol.asyncDispose]();
    await this.#parts.guardProxy[Symbol.asyncDispose]();
  }

  #noBrowserFree(cause: unknown): BrowserError {
    const { max, takeTimeoutMs: ms } = this.#settings;
    const { taken, waiting } = this.status();
    const message =
      `No browser was free within ${ms} ms: ${taken} of ${max} are in use and ${waiting} callers ` +
      `wait. Raise max or takeTimeoutMs.`;
    return new BrowserError("NO_BROWSER_FREE", { message, cause, details: { ms } });
  }
}
