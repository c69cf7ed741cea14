import { deadline, unlessAborted, type Clock } from "../../core/index.ts";
import type { DriverBrowser } from "../driver.ts";
import type { RunningBrowser } from "../launcher.ts";
import type { SocketTransport } from "./socket-transport.ts";

/** What a browser elsewhere is made of; it owns all but the clock and the signal. */
interface ConnectedBrowserParts {
  readonly transport: SocketTransport;
  readonly driver: DriverBrowser;
  readonly clock: Clock;
  readonly isElsewhere: boolean;
  readonly leaving: AbortSignal;
}

/** Milliseconds that a connection gets to be closed by both sides. */
const CLOSE_MS = 3000;

/** A browser at an endpoint, as far as this connection goes: its processes are the endpoint's. */
export class ConnectedBrowser implements RunningBrowser {
  readonly driver: DriverBrowser;
  readonly ended: Promise<string>;
  /** None of this machine. */
  readonly pid = 0;
  readonly isElsewhere: boolean;
  readonly leaving: AbortSignal;
  readonly #transport: SocketTransport;
  readonly #clock: Clock;
  #disposal: Promise<void> | undefined;

  constructor({ transport, driver, clock, isElsewhere, leaving }: ConnectedBrowserParts) {
    this.driver = driver;
    this.ended = transport.ended;
    this.isElsewhere = isElsewhere;
    this.leaving = leaving;
    this.#transport = transport;
    this.#clock = clock;
  }

  async memory(): Promise<readonly []> {
    return [];
  }

  kill(): void {
    this.#transport.terminate();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#disposal ??= this.#dispose();
    return this.#disposal;
  }

  /** Leaves the browser itself alone: others may use it. */
  async #dispose(): Promise<void> {
    using limit = deadline(this.#clock, CLOSE_MS);
    void this.driver.disconnect().catch(() => {});
    this.#transport.close();
    await unlessAborted(this.ended, limit.signal).catch(() => this.#transport.terminate());
    await this.ended;
  }
}
