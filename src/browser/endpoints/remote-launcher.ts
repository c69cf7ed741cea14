import {
  backoff,
  checkCollaborators,
  checkNumber,
  deadline,
  systemClock,
  systemIds,
  unlessAborted,
  withDefaults,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import { isBrowserError } from "../browser-error.ts";
import { puppeteerDriver } from "../chromium/puppeteer-driver.ts";
import type { BrowserDriver } from "../driver.ts";
import type { BrowserLauncher, RunningBrowser } from "../launcher.ts";
import { ConnectedBrowser } from "./connected-browser.ts";
import {
  invalid,
  seatsOf,
  shownUrl,
  socketUrl,
  stateOf,
  unavailable,
  withoutSecrets,
  type EndpointStatus,
  type RemoteEndpoint,
  type Seat,
} from "./endpoint.ts";
import { dialSocket, type DialTarget, type SocketTransport } from "./socket-transport.ts";

/** Which endpoints a launcher has. */
export interface RemoteLauncherOptions {
  /** One at least, each once; all elsewhere, or all on this machine. */
  readonly endpoints: readonly (string | RemoteEndpoint)[];
  /**
   * Whether pages may go to the web without the address guard and without the proxies of calls. Browsers
   * that are not on this machine cannot go through them: what pages may reach is then the endpoint's to
   * say. Endpoints that are not on loopback are refused without it.
   * @default false
   */
  readonly unguarded?: boolean | undefined;
  /** Milliseconds until an endpoint must have answered, from 1. @default 10000 */
  readonly connectTimeoutMs?: number | undefined;
}

/** The collaborators of a remote launcher; each is borrowed. */
export interface RemoteLauncherCollaborators {
  /** Speaks CDP; by default puppeteer-core or puppeteer, whichever is installed. */
  readonly driver?: BrowserDriver | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** The chance in the rests of endpoints that failed. @default systemIds */
  readonly ids?: Ids | undefined;
  /** Opens the connection; a WebSocket of this machine when absent. */
  readonly dial?:
    | ((target: DialTarget, signal: AbortSignal) => Promise<SocketTransport>)
    | undefined;
}

/** Takes browsers from endpoints elsewhere, for a pool or for `createBrowser`. */
export interface RemoteLauncher extends BrowserLauncher {
  /** How the endpoints are, in their order. */
  status(): readonly EndpointStatus[];
  /**
   * Takes an endpoint out of service: it gets no further browser, and those that it has get no further
   * page and end with their last one.
   * @throws CoreError `INVALID_OPTION` for an address that no endpoint has
   */
  drain(url: string): void;
  /**
   * Takes it back.
   * @throws CoreError `INVALID_OPTION` for an address that no endpoint has
   */
  restore(url: string): void;
}

type Settings = {
  readonly [Name in keyof RemoteLauncherOptions]-?: Exclude<RemoteLauncherOptions[Name], undefined>;
};

const defaults: Settings = Object.freeze({
  endpoints: [],
  unguarded: false,
  connectTimeoutMs: 10_000,
});

/** Rests of an endpoint that failed. */
const REST = { baseMs: 1_000, maxMs: 60_000 };

/**
 * Makes a launcher that takes browsers from endpoints of the Chrome DevTools Protocol: a Chromium's
 * debugging port, browserless, a grid. The endpoint with the most room gets the next one. One that fails
 * rests for a second, at most a minute, and the next is asked; where all are full, the launch waits. Each
 * page has a context of its own, which ends with its lease or with the connection; the browsers stay.
 * Start a browser on this machine with `--webrtc-ip-handling-policy=disable_non_proxied_udp`, without
 * which WebRTC goes past the address guard; give it to nobody else.
 * The limits of a pool on memory do not apply: it is the endpoint's.
 * @throws CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * import { createBrowser, createRemoteLauncher } from "dragline/browser";
 *
 * const launcher = createRemoteLauncher({}, { endpoints: ["http://127.0.0.1:9222"] });
 * await using browser = createBrowser({ launcher });
 * console.log(browser.status().browsers, launcher.status()[0]?.state); // 0 ready
 * ```
 */
export function createRemoteLauncher(
  collaborators: RemoteLauncherCollaborators,
  options: RemoteLauncherOptions,
): RemoteLauncher {
  checkCollaborators(collaborators, defaults, { driver: true, clock: true, ids: true, dial: true });
  const settings = withDefaults<Settings>(defaults, options);
  checkNumber("connectTimeoutMs", settings.connectTimeoutMs, { min: 1 });
  const seats = seatsOf(settings.endpoints, settings.unguarded);
  const grid = new Grid(seats, settings.connectTimeoutMs, collaborators);
  return Object.freeze({
    launch: (signal: AbortSignal) => grid.launch(signal),
    status: () => grid.status(),
    drain: (url: string) => grid.drain(url),
    restore: (url: string) => grid.restore(url),
  });
}

/** The endpoints of a launcher. */
class Grid implements RemoteLauncher {
  readonly #seats: readonly Seat[];
  readonly #timeoutMs: number;
  readonly #driver: BrowserDriver;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #dial: typeof dialSocket;
  /** Kept when an endpoint has more room, or another state. */
  #changed = Promise.withResolvers<void>();

  constructor(
    seats: readonly Seat[],
    timeoutMs: number,
    collaborators: RemoteLauncherCollaborators,
  ) {
    const { driver, clock, ids, dial } = collaborators;
    this.#seats = seats;
    this.#timeoutMs = timeoutMs;
    this.#driver = driver ?? puppeteerDriver;
    this.#clock = clock ?? systemClock;
    this.#ids = ids ?? systemIds;
    this.#dial = dial ?? dialSocket;
  }

  async launch(signal: AbortSignal): Promise<RunningBrowser> {
    for (;;) {
      signal.throwIfAborted();
      const now = this.#clock.monotonic();
      const ready = this.#seats.filter((seat) => stateOf(seat, now) === "ready");
      if (ready.length === 0) throw unavailable(this.#seats);
      const free = ready.filter(({ running, capacity }) => running < capacity);
      const load = ({ running, capacity }: Seat): number => running / capacity;
      const [seat] = free.toSorted((a, b) => load(a) - load(b));
      if (seat === undefined) await this.#room(now, signal);
      else {
        const browser = await this.#attempt(seat, signal);
        if (browser !== undefined) return browser;
      }
    }
  }

  status(): readonly EndpointStatus[] {
    const now = this.#clock.monotonic();
    return this.#seats.map((seat) => {
      const { url, running, capacity, failures } = seat;
      return { url: shownUrl(url), state: stateOf(seat, now), running, capacity, failures };
    });
  }

  drain(url: string): void {
    this.#at(url).leaving.abort();
    this.#change();
  }

  restore(url: string): void {
    const seat = this.#at(url);
    if (seat.leaving.signal.aborted) seat.leaving = new AbortController();
    this.#change();
  }

  #at(url: string): Seat {
    const seat =
      this.#seats.find((each) => each.url === url) ??
      this.#seats.find((each) => shownUrl(each.url) === shownUrl(url));
    if (seat !== undefined) return seat;
    throw invalid("url", "the address of an endpoint", shownUrl(url));
  }

  /** Until a connection ends, an endpoint has another state, or has rested. */
  async #room(now: number, signal: AbortSignal): Promise<void> {
    const rests = this.#seats.map(({ restsUntil }) => restsUntil - now).filter((ms) => ms > 0);
    const rested = (): void => this.#change();
    const cancel = rests.length === 0 ? undefined : this.#clock.timer(Math.min(...rests), rested);
    try {
      await unlessAborted(this.#changed.promise, signal);
    } finally {
      cancel?.();
    }
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** A browser of the endpoint; undefined where it fails, which then rests. */
  async #attempt(seat: Seat, signal: AbortSignal): Promise<RunningBrowser | undefined> {
    seat.running += 1;
    const { failures } = seat;
    const leave = (): void => {
      seat.running -= 1;
      this.#change();
    };
    try {
      const browser = await this.#connect(seat, signal);
      seat.failures = 0;
      void browser.ended.then(leave);
      return browser;
    } catch (error) {
      leave();
      signal.throwIfAborted();
      if (isBrowserError(error, "DRIVER_MISSING")) throw error;
      // Those that were begun at once fail together.
      seat.failures = Math.max(seat.failures, failures + 1);
      seat.failure = error;
      seat.restsUntil = this.#clock.monotonic() + backoff(seat.failures, this.#ids.random(), REST);
      return undefined;
    }
  }

  async #connect(seat: Seat, outer: AbortSignal): Promise<RunningBrowser> {
    using limit = deadline(this.#clock, this.#timeoutMs, outer);
    const { signal } = limit;
    try {
      const url = await socketUrl(seat, signal);
      const transport = await this.#dial({ url, headers: seat.headers }, signal);
      try {
        const driver = await this.#driver.connect(transport, signal, { isShared: true });
        const { isElsewhere, leaving } = seat;
        const parts = { transport, driver, isElsewhere, leaving: leaving.signal };
        return new ConnectedBrowser({ ...parts, clock: this.#clock });
      } catch (error) {
        transport.terminate();
        throw error;
      }
    } catch (error) {
      if (isBrowserError(error, "DRIVER_MISSING")) throw error;
      if (!limit.expired) throw withoutSecrets(error, seat);
      // oxlint-disable-next-line preserve-caught-error -- it may hold the endpoint's secrets
      throw new Error(`it did not answer within ${this.#timeoutMs} ms`);
    }
  }
}
