import { signalOf, deadline, Drain, unlessAborted, type Clock } from "../core/index.ts";
import { limiterClosed } from "./limiter-closed.ts";
import { isRateLimiterError, RateLimiterError } from "./rate-limiter-error.ts";
import type { Call } from "./rate-limiter.ts";

/** How calls of a server are bounded. */
interface ServerCallsOptions {
  /** The server's name in messages. */
  readonly server: string;
  /** Whose timers bound a call. */
  readonly clock: Clock;
  /** Milliseconds that a call may take. */
  readonly ms: number;
  /** Why it cannot be reached at present, where that is known. */
  readonly failure?: (() => string | undefined) | undefined;
}

/** Calls of a server: each ends in time, and closing waits for those that run. */
export class ServerCalls {
  readonly #options: ServerCallsOptions;
  readonly #running = new Drain();
  #closing: Promise<void> | undefined;

  constructor(options: ServerCallsOptions) {
    this.#options = options;
  }

  /**
   * Runs `work`, whose signal aborts with the call or when its time is over.
   * @throws the call's reason; RateLimiterError `LIMITER_CLOSED`; `UNAVAILABLE` for what work throws
   */
  async run<Result>(call: Call, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    signalOf("take(key, limit, { signal })", call);
    if (this.#closing !== undefined) throw limiterClosed();
    return this.#running.add(this.#bound(call, work));
  }

  /** Refuses further calls, waits for those that run and then releases, once; in time. */
  close(release: () => Promise<void>): Promise<void> {
    this.#closing ??= this.#close(release);
    return this.#closing;
  }

  async #bound<Result>(
    call: Call,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    using limit = deadline(this.#options.clock, this.#options.ms, call.signal);
    try {
      return await work(limit.signal);
    } catch (error) {
      call.signal.throwIfAborted();
      if (isRateLimiterError(error)) throw error;
      throw limit.expired ? this.#tooLate() : this.#failed(error);
    }
  }

  async #close(release: () => Promise<void>): Promise<void> {
    await this.#running.end();
    using limit = deadline(this.#options.clock, this.#options.ms);
    try {
      await unlessAborted(release(), limit.signal);
    } catch (error) {
      // A server that says nothing does not keep the host from ending.
      if (!limit.expired) throw error;
    }
  }

  #tooLate(): RateLimiterError {
    const { server, ms, failure } = this.#options;
    const why = failure?.();
    return new RateLimiterError("UNAVAILABLE", {
      message: `${server} did not answer within ${ms} ms${why === undefined ? "" : `: ${why}`}.`,
      details: { ms },
    });
  }

  #failed(cause: unknown): RateLimiterError {
    return new RateLimiterError("UNAVAILABLE", {
      message: `${this.#options.server} cannot be reached or did not execute the call.`,
      // An error about an address may carry it, with its password.
      cause: cause instanceof TypeError ? undefined : cause,
    });
  }
}
