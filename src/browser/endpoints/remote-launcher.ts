import {
  backoff,
  checkCollaborators,
  checkNumber,
  CoreError,
  deadline,
  systemClock,
  systemIds,
  unlessAborted,
  withDefaults,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import { BrowserError, isBrowserError } from "../browser-error.ts";
import { puppeteerDriver } from "../chromium/puppeteer-driver.ts";
import type { BrowserDriver } from "../driver.ts";
import type { BrowserLauncher, RunningBrowser } from "../launcher.ts";
import { ConnectedBrowser } from "./connected-browser.ts";
import { dialSocket, type DialTarget, type SocketTransport } from "./socket-transport.ts";

/** A place where browsers are driven by the Chrome DevTools Protocol. */
export interface RemoteEndpoint {
  /**
   * Its address: `ws:` or `wss:`, or the `http:` or `https:` address of a Chromium's debugging port,
   * whose `/json/version` then says the rest. What a service wants as its token stands in it or in
   * `headers`; it is left out of messages.
   */
  readonly url: string;
  /** Headers of the handshake. @default {} */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Most connections at once, of which a pool makes one for each of its browsers; from 1. @default 8 */
  readonly capacity?: number | undefined;
}

/** Which endpoints a launcher has. */
export interface RemoteLauncherOptions {
  /** One at least, each once. */
  readonly endpoints: readonly (string | RemoteEndpoint)[];
  /**
   * Whether pages may go to the web without the address guard and without the proxies of calls. Browsers
   * that are not on this machine cannot go through them: what pages may reach is then the endpoint's to
   * say. Endpoints that are not on loopback are refused without it.
   * @default false
   */
  readonly unguarded?: boolean | undefined;
  /** Milliseconds until an endpoint must have answered, from 1. @default 30000 */
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

/** How an endpoint is. */
export interface EndpointStatus {
  /** Its address without what stands behind the path. */
  readonly url: string;
  /** `ready`; `resting` for a while after it failed; `draining`: it gets no further browser. */
  readonly state: "ready" | "resting" | "draining";
  /** Connections now. */
  readonly running: number;
  readonly capacity: number;
  /** Failures since it last answered. */
  readonly failures: number;
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
  connectTimeoutMs: 30_000,
});

/** Rests of an endpoint that failed. */
const REST = { baseMs: 1_000, maxMs: 60_000 };

/**
 * Makes a launcher that takes browsers from endpoints of the Chrome DevTools Protocol: a Chromium's
 * debugging port, browserless, a grid. The endpoint with the most room gets the next one. One that fails
 * rests for a second, at most a minute, and the next is asked; where all are full, the launch waits. Each
 * page has a context of its own, which ends with its lease or with the connection; the browsers stay.
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
  checkCollaborators(collaborators, defaults);
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
      const [seat] = free.toSorted((a, b) => a.running / a.capacity - b.running / b.capacity);
      if (seat === undefined) await unlessAborted(this.#changed.promise, signal);
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
    const seat = this.#seats.find((each) => each.url === url);
    if (seat !== undefined) return seat;
    throw invalid("url", "the address of an endpoint", shownUrl(url));
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** A browser of the endpoint; undefined where it fails, which then rests. */
  async #attempt(seat: Seat, signal: AbortSignal): Promise<RunningBrowser | undefined> {
    seat.running += 1;
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
      seat.failures += 1;
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
        const driver = await this.#driver.connect(transport, signal);
        const { isElsewhere, leaving } = seat;
        const parts = { transport, driver, isElsewhere, leaving: leaving.signal };
        return new ConnectedBrowser({ ...parts, clock: this.#clock });
      } catch (error) {
        transport.terminate();
        throw error;
      }
    } catch (error) {
      if (!limit.expired) throw error;
      throw new Error(`it did not answer within ${this.#timeoutMs} ms`, { cause: error });
    }
  }
}

/** An endpoint and what is known of it. */
interface Seat {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly capacity: number;
  /** Whether its browsers are not on this machine. */
  readonly isElsewhere: boolean;
  running: number;
  failures: number;
  /** The last one. */
  failure: unknown;
  /** Milliseconds of the clock's `monotonic`. */
  restsUntil: number;
  /** Aborts when it is taken out of service. */
  leaving: AbortController;
}

function seatsOf(endpoints: readonly (string | RemoteEndpoint)[], unguarded: boolean): Seat[] {
  if (!Array.isArray(endpoints) || endpoints.length === 0) {
    throw invalid("endpoints", "a list of at least one endpoint", endpoints);
  }
  const seats = endpoints.map((given: string | RemoteEndpoint) => seatOf(given, unguarded));
  if (new Set(seats.map(({ url }) => url)).size === seats.length) return seats;
  throw invalid(
    "endpoints",
    "a list that has each endpoint once",
    seats.map(({ url }) => shownUrl(url)),
  );
}

function seatOf(given: string | RemoteEndpoint, unguarded: boolean): Seat {
  const { url, headers = {}, capacity = 8 } = typeof given === "string" ? { url: given } : given;
  const parsed = typeof url === "string" ? URL.parse(url) : null;
  if (parsed === null || !/^(?:ws|http)s?:$/.test(parsed.protocol)) {
    throw invalid("endpoints", "a list of ws, wss, http or https addresses", shownUrl(url));
  }
  checkNumber("capacity", capacity, { min: 1 });
  const isElsewhere = !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(parsed.hostname);
  if (isElsewhere && !unguarded) {
    throw new CoreError("INVALID_OPTION", {
      message: `The endpoint ${shownUrl(url)} is not on this machine, so its pages cannot go through the address guard; set 'unguarded' to true if the endpoint itself keeps them from private addresses.`,
      details: { option: "unguarded", value: unguarded },
    });
  }
  return {
    url,
    headers,
    capacity,
    isElsewhere,
    running: 0,
    failures: 0,
    failure: undefined,
    restsUntil: Number.NEGATIVE_INFINITY,
    leaving: new AbortController(),
  };
}

function stateOf({ leaving, restsUntil }: Seat, now: number): EndpointStatus["state"] {
  if (leaving.signal.aborted) return "draining";
  return restsUntil > now ? "resting" : "ready";
}

/** The address of the browser's WebSocket. */
async function socketUrl({ url, headers }: Seat, signal: AbortSignal): Promise<string> {
  if (/^ws/i.test(url)) return url;
  const version = new URL(url);
  version.pathname = `${version.pathname.replace(/\/$/, "")}/json/version`;
  const response = await fetch(version, { headers, signal, redirect: "error" });
  if (!response.ok) throw new Error(`${shownUrl(version.href)} answered with ${response.status}`);
  const told = (await response.json()) as { readonly webSocketDebuggerUrl?: unknown } | null;
  const socket = URL.parse(String(told?.webSocketDebuggerUrl));
  if (socket === null) throw new Error(`${shownUrl(version.href)} names no webSocketDebuggerUrl`);
  // The browser says how it is called itself; here it is reached as the endpoint says.
  socket.protocol = version.protocol === "https:" ? "wss:" : "ws:";
  socket.host = version.host;
  return socket.href;
}

/** Without what may be a secret: a user, a query. */
function shownUrl(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? "(no URL)" : `${parsed.protocol}//${parsed.host}${parsed.pathname}`;
}

function unavailable(seats: readonly Seat[]): BrowserError {
  const reasons = seats.map(({ url, leaving, failure }) => {
    if (leaving.signal.aborted) return `${shownUrl(url)}: taken out of service`;
    const reason = failure instanceof Error ? failure.message : String(failure);
    return `${shownUrl(url)}: ${reason.replaceAll(url, shownUrl(url)) || "it does not answer"}`;
  });
  const cause = seats.find(({ failure }) => failure !== undefined)?.failure;
  return new BrowserError("LAUNCH_FAILED", {
    message: `No browser endpoint answers (${reasons.join("; ")}).`,
    details: { reason: reasons.join("; ") },
    ...(cause !== undefined && { cause }),
  });
}

function invalid(option: string, expected: string, value: unknown): CoreError {
  return new CoreError("INVALID_OPTION", {
    message: `Option '${option}' must be ${expected}; got ${JSON.stringify(value) ?? typeof value}.`,
    details: { option, value },
  });
}
