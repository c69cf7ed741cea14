import { systemClock, type Clock } from "../core/index.ts";
import type { Connector } from "../net/index.ts";
import { ConnectionPool, type ConnectionPoolOptions } from "./connection-pool.ts";
import { Exchange, type ExchangeLimits, type ResponseHead } from "./exchange.ts";
import { isFetchError } from "./fetch-error.ts";
import type { Transport, TransportRequest, TransportResponse } from "./transport.ts";

/** What the transport works with. */
export interface UndiciTransportCollaborators {
  /** Opens every socket. */
  readonly connector: Connector;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
}

/** Settings of the transport; all are required here, their defaults are the fetcher's. */
export interface UndiciTransportOptions extends ConnectionPoolOptions, ExchangeLimits {}

/** HTTP/1.1 and HTTP/2 by undici over sockets of the guarded connector. */
export class UndiciTransport implements Transport {
  readonly #clock: Clock;
  readonly #pool: ConnectionPool;
  readonly #limits: ExchangeLimits;

  constructor(collaborators: UndiciTransportCollaborators, options: UndiciTransportOptions) {
    const { connector, clock = systemClock } = collaborators;
    this.#clock = clock;
    this.#pool = new ConnectionPool(connector, options);
    this.#limits = options;
  }

  async send(request: TransportRequest, signal: AbortSignal): Promise<TransportResponse> {
    signal.throwIfAborted();
    for (let fresh = false; ; fresh = true) {
      const { connection, timings } = await this.#pool.acquire({ ...request, fresh }, signal);
      if (signal.aborted) {
        this.#pool.release(connection, "broken");
        throw signal.reason;
      }
      const { reused } = connection;
      const exchange = new Exchange({
        url: request.url,
        clock: this.#clock,
        limits: this.#limits,
        signal,
        settled: (outcome) => this.#pool.release(connection, outcome),
      });
      connection.send(request, exchange);
      const head = await exchange.head.catch((error: unknown) => {
        // A server may close an idle connection at the moment that we use it.
        const stale = reused && !exchange.responding && isFetchError(error, "CONNECTION_LOST");
        if (!stale) throw error;
      });
      if (!head) continue;
      return respond(head, {
        httpVersion: connection.multiplexed ? "2" : "1.1",
        body: exchange.body,
        timings: { ...timings, firstByteMs: head.firstByteMs },
        remoteAddress: connection.remoteAddress,
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]();
  }
}

type WithoutHead = Omit<TransportResponse, "status" | "statusText" | "headers">;

function respond(
  { status, statusText, headers }: ResponseHead,
  rest: WithoutHead,
): TransportResponse {
  return { status, statusText, headers, ...rest };
}
