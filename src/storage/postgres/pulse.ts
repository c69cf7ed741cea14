import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { deadline, type Clock, type Deadline } from "../../core/index.ts";
import { StorageError } from "../storage-error.ts";
import type { ServerPlace } from "../../pg/index.ts";
import { connectTo } from "./server-place.ts";

/** Milliseconds without an answer after which the server is asked for a sign of life. */
const PATIENCE = 500;
/** Milliseconds between two looks at the calls that wait. */
const LOOK = 250;
/** Milliseconds that the sign of life may take. */
const SIGN = 700;
/** The code of an SSLRequest in the place of a protocol version: answered before any login. */
const SSL_REQUEST = 80_877_103;

/**
 * Tells a server that is silent from one that is busy: when calls wait for long it is asked, by a
 * connection of its own, for the one byte that it gives before any login. A server that does not give
 * it fails the calls that have waited; one that does leaves them to their deadlines.
 */
export class Pulse {
  readonly #clock: Clock;
  readonly #waiting = new Map<Deadline, number>();
  #place: ServerPlace | undefined;
  #cancel: (() => void) | undefined;
  #looking: Promise<void> | undefined;
  readonly #ending = new AbortController();

  /** @param place undefined where it is known only by connections */
  constructor(clock: Clock, place: ServerPlace | undefined) {
    this.#clock = clock;
    this.#place = place;
  }

  /** Where a connection leads; the same for all. */
  know({ host, port }: ServerPlace): void {
    this.#place ??= { host, port };
  }

  /** Watches a call until what comes back is disposed. */
  watch(limit: Deadline): Disposable {
    this.#waiting.set(limit, this.#clock.monotonic());
    this.#schedule();
    return {
      [Symbol.dispose]: () => {
        this.#waiting.delete(limit);
        if (this.#waiting.size > 0) return;
        this.#cancel?.();
        this.#cancel = undefined;
      },
    };
  }

  /** Asks no more; resolves when it is over. */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#looking;
  }

  #schedule(): void {
    this.#cancel ??= this.#clock.timer(LOOK, () => {
      this.#cancel = undefined;
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
        if (this.#waiting.size > 0) this.#schedule();
      });
    });
  }

  async #look(): Promise<void> {
    const place = this.#place;
    const before = this.#clock.monotonic() - PATIENCE;
    const late = [...this.#waiting].filter(([, since]) => since <= before);
    if (place === undefined || late.length === 0 || (await this.#isAlive(place))) return;
    for (const [limit] of late) if (this.#waiting.has(limit)) limit.abort(serverSilent());
  }

  /** A server that refuses the connection is no silent one: calls are told so themselves. */
  async #isAlive(place: ServerPlace): Promise<boolean> {
    using limit = deadline(this.#clock, SIGN, this.#ending.signal);
    const socket = connectTo(place);
    // `once` listens for errors only until it settles; one may come after.
    socket.on("error", () => {});
    const request = Buffer.alloc(8);
    request.writeInt32BE(8, 0);
    request.writeInt32BE(SSL_REQUEST, 4);
    let isHeard = false;
    socket.once("data", () => (isHeard = true));
    const heard = once(socket, "data", { signal: limit.signal });
    socket.write(request);
    try {
      await heard;
    } catch {
      // What came while this process was busy is read first.
      await turn();
      if (!limit.expired) return true;
    } finally {
      socket.destroy();
    }
    return isHeard;
  }
}

function serverSilent(): StorageError {
  return new StorageError("UNAVAILABLE", {
    message: `The Postgres server did not respond within ${SIGN} ms.`,
    details: { ms: SIGN },
  });
}
