import { connect, isIP, type BlockList, type Socket } from "node:net";
import { systemClock, type Clock } from "../core/index.ts";

/** Where to connect: the addresses are literal and checked; nothing is resolved any more. */
export interface DialTarget {
  /** Textual addresses of one host, in order of preference; at least one. */
  readonly addresses: readonly string[];
  /** The TCP port. */
  readonly port: number;
  /** Addresses that must not be connected to even so. */
  readonly blockList?: BlockList;
}

/** Opens TCP connections; the one place of the library that does. */
export interface Dialer {
  /**
   * Connects to one of the addresses. The socket is the caller's to destroy.
   * @throws the system's error (`ECONNREFUSED`, `EHOSTUNREACH`, …) when no address could be
   *   connected to; the signal's reason when it aborts: then every socket is closed; TypeError when
   *   an address is none, since Node would resolve it
   */
  dial(target: DialTarget, signal: AbortSignal): Promise<Socket>;
}

/** RFC 8305 (5): the pause in milliseconds before the next address is tried beside the last. */
const ATTEMPT_DELAY_MS = 250;

/** Idle milliseconds after which the system asks whether the peer is still there. */
const KEEP_ALIVE_DELAY_MS = 60_000;

/** A dialer with "happy eyeballs" (RFC 8305): a dead address costs a quarter of a second. */
export function createDialer(clock: Clock): Dialer {
  return Object.freeze({
    async dial(target: DialTarget, signal: AbortSignal) {
      signal.throwIfAborted();
      const name = target.addresses.find((address) => isIP(address) === 0);
      if (name !== undefined)
        throw new TypeError(`Expected IP addresses to connect to; got '${name}'.`);
      return await new Race(clock, target).run(signal);
    },
  });
}

/** The dialer of the machine's network and clock. */
export const systemDialer: Dialer = createDialer(systemClock);

/** Attempts at the addresses, staggered; the first to connect wins and the others are closed. */
class Race {
  readonly #clock: Clock;
  readonly #target: DialTarget;
  readonly #waiting: string[];
  readonly #open = new Set<Socket>();
  readonly #settled = Promise.withResolvers<Socket>();
  #failure: Error = new Error("There is no address to connect to.");
  #cancelTimer = (): void => {};

  constructor(clock: Clock, target: DialTarget) {
    this.#clock = clock;
    this.#target = target;
    this.#waiting = alternate(target.addresses);
  }

  async run(signal: AbortSignal): Promise<Socket> {
    const onAbort = (): void => this.#settled.reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    let winner: Socket | undefined;
    try {
      this.#next();
      winner = await this.#settled.promise;
      return winner;
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.#cancelTimer();
      for (const socket of this.#open) if (socket !== winner) socket.destroy();
      this.#open.clear();
    }
  }

  #next(): void {
    this.#cancelTimer();
    const address = this.#waiting.shift();
    if (address !== undefined) this.#attempt(address);
    else if (this.#open.size === 0) this.#settled.reject(this.#failure);
    if (this.#waiting.length > 0) {
      this.#cancelTimer = this.#clock.timer(ATTEMPT_DELAY_MS, () => this.#next());
    }
  }

  #attempt(host: string): void {
    const { port, blockList } = this.#target;
    const socket = connect({
      host,
      port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_DELAY_MS,
      ...(blockList && { blockList }),
    });
    this.#open.add(socket);
    socket.once("connect", () => this.#settled.resolve(socket));
    socket.once("error", (failure) => {
      if (!this.#open.delete(socket)) return;
      this.#failure = failure;
      this.#next();
    });
  }
}

/** RFC 8305 (4): the families take turns, beginning with that of the first address. */
function alternate(addresses: readonly string[]): string[] {
  const firstIsV6 = addresses[0]?.includes(":");
  const preferred = addresses.filter((address) => address.includes(":") === firstIsV6);
  const others = addresses.filter((address) => address.includes(":") !== firstIsV6);
  return preferred
    .flatMap((address, index) => [address, ...others.slice(index, index + 1)])
    .concat(others.slice(preferred.length));
}
