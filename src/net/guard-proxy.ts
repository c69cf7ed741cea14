import {
  checkCollaborators,
  checkNumber,
  systemClock,
  withDefaults,
  type Clock,
} from "../core/index.ts";
import type { Connector } from "./connection.ts";
import { createConnector } from "./connector.ts";
import { NetError } from "./net-error.ts";
import { GuardedDoor, type DoorSettings } from "./proxy-door.ts";
import { wayThrough } from "./way-out.ts";
import type { ProxyDoor } from "./proxy-door.ts";

/**
 * An HTTP proxy on loopback through which a browser reaches the web: every connection goes through
 * the guarded connector, so that a browser meets the same rules as the fetcher. Websites cannot tell
 * it from a browser that connects by itself.
 */
export interface GuardProxy extends AsyncDisposable {
  /**
   * Opens a door of its own: a port on 127.0.0.1. Doors share nothing, so that what goes through
   * one cannot be seen from another.
   * @throws NetError `PROXY_FAILED` for a proxy URL that is none, `CLOSED`; the signal's reason
   */
  open(options: DoorOptions, signal: AbortSignal): Promise<ProxyDoor>;
}

/** Where a door leads. */
export interface DoorOptions {
  /** An `http:`, `https:`, `socks5:` or `socks5h:` proxy upstream, credentials in its URL. */
  readonly proxy?: URL | undefined;
  /**
   * Whether it leads nowhere until {@link ProxyDoor.lead} says where: for a browser that is started
   * before anybody wants it. Every connection through it is refused until then.
   * @default false
   */
  readonly shut?: boolean | undefined;
}

/** The collaborators of a guard proxy; each is borrowed. */
export interface GuardProxyCollaborators {
  /** Makes every connection; absent, one of `createConnector`. */
  readonly connector?: Connector | undefined;
  readonly clock?: Clock | undefined;
}

/** The limits of each door. */
export interface GuardProxyOptions {
  /**
   * The most bytes that the head of a request or response may have, from 1,024; one with more ends
   * the connection. Chromium has the same limit for responses.
   * @default 262144
   */
  readonly maxHeadBytes?: number;
  /**
   * The most connections that a door accepts at once, from 1; those above are closed at once.
   * Chromium opens 32 for pages and 32 for WebSockets.
   * @default 256
   */
  readonly maxSockets?: number;
  /**
   * Milliseconds for which an unused connection to a website is kept for its next request, from 1;
   * six at most are kept for one website.
   * @default 10000
   */
  readonly idleMs?: number;
}

const defaults: Required<GuardProxyOptions> = Object.freeze({
  maxHeadBytes: 262_144,
  maxSockets: 256,
  idleMs: 10_000,
});

/**
 * Makes a guard proxy. It listens on nothing before its first door.
 * @throws CoreError `INVALID_OPTION`
 */
export function createGuardProxy(
  collaborators: GuardProxyCollaborators = {},
  options?: GuardProxyOptions,
): GuardProxy {
  checkCollaborators(collaborators, defaults, { connector: true, clock: true });
  const settings = withDefaults(defaults, options);
  checkNumber("maxHeadBytes", settings.maxHeadBytes, { min: 1024, max: 16_777_216 });
  checkNumber("maxSockets", settings.maxSockets, { min: 1 });
  checkNumber("idleMs", settings.idleMs, { min: 1 });
  const { clock = systemClock } = collaborators;
  const { connector = createConnector({ clock }) } = collaborators;
  return new Doors(connector, clock, settings);
}

class Doors implements GuardProxy {
  readonly #connector: Connector;
  readonly #clock: Clock;
  readonly #settings: DoorSettings;
  readonly #open = new Set<GuardedDoor>();
  #closed = false;

  constructor(connector: Connector, clock: Clock, settings: DoorSettings) {
    this.#connector = connector;
    this.#clock = clock;
    this.#settings = settings;
  }

  async open({ proxy, shut = false }: DoorOptions, signal: AbortSignal): Promise<ProxyDoor> {
    signal.throwIfAborted();
    this.#throwIfClosed();
    const closed = (door: GuardedDoor): void => void this.#open.delete(door);
    const way = shut ? undefined : wayThrough(proxy);
    const parts = { connector: this.#connector, clock: this.#clock, way, closed };
    const door = new GuardedDoor(parts, this.#settings);
    this.#open.add(door);
    try {
      await door.listen();
      signal.throwIfAborted();
      this.#throwIfClosed();
      return door;
    } catch (failure) {
      await door[Symbol.asyncDispose]();
      throw failure;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#open].map((door) => door[Symbol.asyncDispose]()));
  }

  #throwIfClosed(): void {
    if (this.#closed)
      throw new NetError("CLOSED", { message: "The guard proxy is already disposed." });
  }
}
