import { deadline, type Deadline } from "../../core/index.ts";
import { SessionCookies } from "../cookies/cookies.ts";
import type { CheckedCall } from "./fetch-call.ts";
import { FetchError } from "../fetch-error.ts";
import type { Engine, FetchRun } from "./fetch-run.ts";
import { follow, type Arrival } from "./follow.ts";

/** Where a run may differ from the fetcher's settings. */
export type RunLimits = Pick<FetchRun, "maxRedirects" | "maxBytes" | "onOversize" | "permit">;

/** What a run gives. */
export interface RunResult extends Arrival {
  readonly attempts: number;
  /** Milliseconds. */
  readonly totalMs: number;
}

/** Runs fetches under one deadline each, until it is closed. */
export class FetchRunner {
  readonly #engine: Engine;
  readonly #sessions: SessionCookies;
  /**
   * Fetches do not listen to one signal that outlives them: what listened to it is chained to what
   * listens later, and survives until the whole heap is cleaned up.
   */
  readonly #running = new Set<Deadline>();
  #closed: FetchError | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#sessions = new SessionCookies(engine.clock, engine.settings.maxSessions);
  }

  /** @throws FetchError; the reason of the call's signal */
  async run(call: CheckedCall, limits: RunLimits): Promise<RunResult> {
    const { url, headers, method, body, signal } = call;
    const engine = this.#engine;
    const { clock, settings } = engine;
    this.throwIfClosed();
    const started = clock.monotonic();
    const timeoutMs = call.timeoutMs ?? settings.timeoutMs;
    const limit = deadline(clock, timeoutMs, signal);
    this.#running.add(limit);
    const run: FetchRun = {
      ...wishesOf(call, limits, settings.retries),
      engine,
      permit: limits.permit,
      maxRedirects: limits.maxRedirects,
      deadline: limit,
      cookies: call.cookies ?? this.#sessions.of(call.session),
      attempts: 0,
      retries: 0,
    };
    try {
      limit.signal.throwIfAborted();
      const arrival = await follow({ url, method, headers, body }, run);
      limit.signal.throwIfAborted();
      const totalMs = clock.monotonic() - started;
      return { ...arrival, attempts: run.retries + 1, totalMs };
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      this.throwIfClosed();
      throw limit.expired ? timedOut(url, timeoutMs) : error;
    } finally {
      this.#running.delete(limit);
      limit[Symbol.dispose]();
    }
  }

  /** @throws FetchError `CLOSED` */
  throwIfClosed(): void {
    if (this.#closed !== undefined) throw this.#closed;
  }

  /** Ends every run with `CLOSED`, and refuses later ones. */
  close(): void {
    this.#closed ??= new FetchError("CLOSED", { message: "The fetcher was disposed." });
    for (const limit of this.#running) limit.abort(this.#closed);
  }
}

/** What the call asks for, where it does, and else the fetcher. */
function wishesOf(call: CheckedCall, limits: RunLimits, retries: number) {
  const { method, country, session, mediaTypes, checkHop, sink } = call;
  const isRead = method === "GET" || method === "HEAD";
  return {
    method,
    country,
    session,
    mediaTypes,
    checkHop,
    sink,
    maxAgeMs: isRead && sink === undefined ? call.maxAgeMs : undefined,
    manual: call.redirect === "manual",
    followsRefresh: call.refresh === "follow" && method === "GET" && sink === undefined,
    maxRetries: call.mayRetry ? (call.retries ?? retries) : 0,
    maxBytes: call.maxBytes ?? limits.maxBytes,
    onOversize: call.onOversize ?? limits.onOversize,
  };
}

function timedOut(url: URL, ms: number): FetchError {
  return new FetchError("TIMEOUT", {
    message: `Expected the whole page ${url.href} within ${ms} ms.`,
    details: { phase: "total", ms, url: url.href },
  });
}
