import { signalOf, deadline, Drain, type Clock, type Ids } from "../../core/index.ts";
import { connect, type ServerPlace } from "../../pg/index.ts";
import type { Call } from "../records.ts";
import { storeClosed } from "../refusals.ts";
import { isStorageError } from "../storage-error.ts";
import type { PostgresPool } from "./pool.ts";
import { deadlineFailure, storageFailure } from "./postgres-failure.ts";
import { Pulse } from "./pulse.ts";
import { retryUndone } from "./retry.ts";
import { Session } from "./session.ts";

/** Milliseconds of a call's time, at most, that are kept for stopping its query. */
const CANCEL_TIME = 1000;

/** What connections are made from. */
export interface ConnectionSource {
  readonly pool: PostgresPool;
  /** Where the server is; undefined where only the pool knows it. */
  readonly place: ServerPlace | undefined;
  /** Whether the pool is ended with the connections. */
  readonly owned: boolean;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Milliseconds that one call may take. */
  readonly timeoutMs: number;
}

/** Lends connections for calls, each with a deadline, until it is closed. */
export class Connections {
  readonly #source: ConnectionSource;
  readonly #pulse: Pulse;
  readonly #running = new Drain();
  #closing: Promise<void> | undefined;

  constructor(source: ConnectionSource) {
    this.#source = source;
    this.#pulse = new Pulse(source.clock, source.place);
    // A pool reports the idle connections that it lost; without a listener the process would end.
    source.pool.on("error", ignore);
  }

  /**
   * Refuses a call after its signal or after `close`.
   * @throws the signal's reason; StorageError `CLOSED`
   */
  admit(call: Call): void {
    signalOf("a call of the store, (…, { signal }),", call);
    if (this.#closing !== undefined) throw storeClosed();
  }

  /**
   * Runs `work` with a connection of its own; again, when the server undid it to break a deadlock.
   * @throws the signal's reason; StorageError for whatever else fails
   */
  async run<Result>(call: Call, work: (session: Session) => Promise<Result>): Promise<Result> {
    this.admit(call);
    return this.#running.add(this.#lend(call, work));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#running.end();
    await this.#pulse.end();
    const { pool, owned } = this.#source;
    if (owned) await pool.end();
    pool.off("error", ignore);
  }

  async #lend<Result>(call: Call, work: (session: Session) => Promise<Result>): Promise<Result> {
    const { clock, ids, timeoutMs: ms } = this.#source;
    const grace = Math.min(CANCEL_TIME, ms / 10);
    using limit = deadline(clock, ms - grace, call.signal);
    using _watched = this.#pulse.watch(limit);
    try {
      const client = await connect(this.#source.pool, limit.signal);
      this.#pulse.know(client);
      using session = new Session(client, { clock, limit, grace });
      const { signal } = limit;
      return await retryUndone({ clock, ids, signal }, () => work(session));
    } catch (error) {
      call.signal.throwIfAborted();
      const { reason } = limit.signal as { readonly reason: unknown };
      throw limit.expired
        ? deadlineFailure(ms)
        : storageFailure(isStorageError(reason) ? reason : error);
    }
  }
}

function ignore(): void {}
