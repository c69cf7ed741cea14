import { deadline, type Clock, type Deadline } from "../../core/index.ts";
import { isStorageError } from "../storage-error.ts";
import { cancelQuery } from "./cancel-request.ts";
import type { PostgresAnswer, PostgresClient } from "./pool.ts";
import type { Sql } from "./sql.ts";
import { statementName } from "./statement-name.ts";

/** When a session ends. */
interface SessionTime {
  readonly clock: Clock;
  readonly limit: Deadline;
  /** Milliseconds after the limit in which the server may still stop a query by itself. */
  readonly grace: number;
}

/** The server's text, whatever types the pool's owner has chosen. */
const asText = { getTypeParser: () => (text: string) => text };

/** One connection, lent for one call. */
export class Session implements Disposable {
  readonly #client: PostgresClient;
  readonly #time: SessionTime;
  #released = false;
  #broken = false;

  constructor(client: PostgresClient, time: SessionTime) {
    this.#client = client;
    this.#time = time;
    // A connection that is lost between two queries says so here; the next query then fails.
    client.on("error", ignore);
  }

  /**
   * Runs one statement. It has settled, on the server too, when this has: a call that ends early
   * stops it.
   * @throws what the driver throws; the reason of the session's limit
   */
  async query({ text, values, plannedAnew }: Sql): Promise<PostgresAnswer> {
    const { signal } = this.#time.limit;
    signal.throwIfAborted();
    const isPrepared = values.length > 0 && plannedAnew !== true;
    const name = isPrepared ? statementName(text) : undefined;
    const answer = this.#client.query({
      text,
      ...(values.length > 0 && { values: [...values] }),
      ...(name !== undefined && { name }),
      rowMode: "array",
      types: asText,
    });
    let interruption: Promise<void> | undefined;
    const onAbort = (): void => {
      interruption = this.#interrupt(answer);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await answer;
    } catch (error) {
      this.#broken ||= !isRefusal(error);
      throw error;
    } finally {
      signal.removeEventListener("abort", onAbort);
      await interruption;
    }
  }

  /** Closes the connection, and with it whatever runs on it. */
  destroy(): void {
    this.#release(true);
  }

  /** Gives the connection back, or closes it when nobody knows what state it is in. */
  [Symbol.dispose](): void {
    this.#release(this.#broken || this.#time.limit.signal.aborted);
  }

  /** A server that is silent, cannot be asked to stop, or does not in time, loses the connection. */
  async #interrupt(answer: Promise<PostgresAnswer>): Promise<void> {
    if (isStorageError(this.#time.limit.signal.reason)) this.destroy();
    if (this.#released) return;
    using end = deadline(this.#time.clock, this.#time.grace);
    end.signal.addEventListener("abort", () => this.destroy(), { once: true });
    await cancelQuery(this.#client, end.signal).catch(() => this.destroy());
    await answer.catch(ignore);
  }

  #release(destroy: boolean): void {
    if (this.#released) return;
    this.#released = true;
    this.#client.release(destroy);
    this.#client.off("error", ignore);
  }
}

/** Whether the server refused one statement and goes on; not so when it ends the connection. */
function isRefusal(error: unknown): boolean {
  return (error as { readonly severity?: unknown } | undefined)?.severity === "ERROR";
}

function ignore(): void {}
