import { Agent } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../core/index.ts";

/** As many as Chromium keeps open to one host. */
const MOST_IDLE_PER_ORIGIN = 6;

/** What connections are kept with. */
interface OriginConnectionsParts {
  readonly connect: (url: URL, signal: AbortSignal) => Promise<Socket>;
  readonly clock: Clock;
  /** Milliseconds for which an unused connection is kept. */
  readonly idleMs: number;
  /** Unused connections over all websites. */
  readonly mostIdle: number;
}

/** A connection to a website for one request after the other: an agent with one socket. */
export class OriginConnection extends Agent {
  readonly key: string;
  readonly socket: Socket;
  readonly #park: (connection: OriginConnection) => boolean;

  constructor(key: string, socket: Socket, park: (connection: OriginConnection) => boolean) {
    super({ keepAlive: true, maxSockets: 1 });
    this.key = key;
    this.socket = socket;
    this.#park = park;
  }

  override createConnection(): Socket {
    return this.socket;
  }

  override keepSocketAlive(): boolean {
    return this.#park(this);
  }
}

/** Connections of one door to websites, used again for later requests. It lets go of those that close. */
export class OriginConnections {
  readonly #parts: OriginConnectionsParts;
  /** Of each unused connection, what lets go of it; the longest unused one first. */
  readonly #idle = new Map<OriginConnection, () => void>();

  constructor(parts: OriginConnectionsParts) {
    this.#parts = parts;
  }

  /** The connection of a website that was unused for the shortest time, if there is one. */
  take(url: URL): OriginConnection | undefined {
    const connection = this.#idleOf(url.host).at(-1);
    if (connection !== undefined) this.#idle.get(connection)?.();
    return connection;
  }

  /** @throws what `connect` throws */
  async open(url: URL, signal: AbortSignal): Promise<OriginConnection> {
    const socket = await this.#parts.connect(url, signal);
    return new OriginConnection(url.host, socket, (connection) => this.#park(connection));
  }

  #park(connection: OriginConnection): boolean {
    const { clock, idleMs, mostIdle } = this.#parts;
    const { key, socket } = connection;
    const full = this.#idle.size >= mostIdle || this.#idleOf(key).length >= MOST_IDLE_PER_ORIGIN;
    if (full || socket.destroyed) return false;
    const cancel = clock.timer(idleMs, () => socket.destroy());
    const release = (): void => {
      cancel();
      socket.off("close", release);
      this.#idle.delete(connection);
    };
    socket.once("close", release);
    this.#idle.set(connection, release);
    return true;
  }

  #idleOf(key: string): OriginConnection[] {
    return [...this.#idle.keys()].filter((connection) => connection.key === key);
  }
}
