import { setImmediate as turn } from "node:timers/promises";
import { checkArgument, checkSignal, systemClock, type Clock } from "../../core/index.ts";
import type { Connector } from "../../net/index.ts";
import {
  ConnectionPool,
  NO_TIME,
  type ConnectionLease,
  type ConnectionPoolOptions,
} from "./connection-pool.ts";
import type { Connection } from "./connection.ts";
import { Exchange, type ExchangeLimits } from "./exchange.ts";
import { isFetchError } from "../fetch-error.ts";
import { isIdempotent } from "../run/method.ts";
import type { Transport, TransportRequest, TransportResponse } from "./transport.ts";

/** What the transport works with. */
interface UndiciTransportCollaborators {
  /** Opens every socket. */
  readonly connector: Connector;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
}

/** Settings of the transport; all are required here, their defaults are the fetcher's. */
interface UndiciTransportOptions extends ConnectionPoolOptions, ExchangeLimits {}

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
    checkSignal("send(request, signal)", signal);
    const { url, proxy } = checkArgument("request of send(request, signal)", request, "object");
    const target = { url, proxy, key: `${proxy?.href ?? ""} ${url.origin}` };
    const connection = await this.#kept(target.key, request);
    if (connection !== undefined) {
      const exchange = this.#start(request, connection, signal);
      try {
        return await responseOf(exchange, { connection, timings: NO_TIME });
      } catch (error) {
        // A server may close an idle connection at the moment that we use it.
        const isStale = !exchange.responding && isFetchError(error, "CONNECTION_LOST");
        if (!isStale || !isIdempotent(request.method)) throw error;
      }
    }
    const lease = await this.#pool.open(target, signal);
    return responseOf(this.#start(request, lease.connection, signal), lease);
  }

  /** A connection that is open; to send on what may be sent once alone, one of which it is known as surely as may be. */
  async #kept(key: string, { method }: TransportRequest): Promise<Connection | undefined> {
    for (;;) {
      const connection = this.#pool.take(key);
      if (connection === undefined || isIdempotent(method)) return connection;
      // The server may have closed it, and the loop not have read that yet. The first turn may begin
      // behind the polling of sockets; the second has them polled.
      await turn();
      await turn();
      if (connection.open) return connection;
    }
  }

  #start(request: TransportRequest, connection: Connection, signal: AbortSignal): Exchange {
    const settled = (outcome: "complete" | "broken"): void => {
      this.#pool.release(connection, outcome);
    };
    if (signal.aborted) {
      settled("broken");
      throw signal.reason;
    }
    const exchange = new Exchange({
      url: request.url,
      clock: this.#clock,
      limits: this.#limits,
      signal,
      wireError: () => connection.error,
      heard: () => connection.heard,
      started: () => connection.expect(request.method),
      settled,
    });
    connection.send(request, exchange);
    return exchange;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]();
  }
}

async function responseOf(
  exchange: Exchange,
  { connection, timings }: ConnectionLease,
): Promise<TransportResponse> {
  const { firstByteMs, status, statusText, headers } = await exchange.head;
  return {
    status,
    statusText,
    headers,
    httpVersion: connection.multiplexed ? "2" : "1.1",
    body: exchange.body,
    timings: { ...timings, firstByteMs },
    remoteAddress: connection.remoteAddress,
  };
}
