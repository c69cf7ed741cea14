import type { Dispatcher } from "undici";
import type { Clock } from "../../core/index.ts";
import { BodyQueue, type BodyFlow } from "./body-queue.ts";
import { FetchError } from "../fetch-error.ts";
import { headersTooLarge, wireFailure } from "../fetch-failure.ts";
import type { ResponseHeaders } from "./transport.ts";

/** The limits of one exchange. */
export interface ExchangeLimits {
  /** Milliseconds from the request to the end of the response's headers. */
  readonly firstByteTimeoutMs: number;
  /** Milliseconds without a byte while the body is read. */
  readonly idleTimeoutMs: number;
  /** Bytes of response headers. */
  readonly maxHeaderSize: number;
}

/** What an exchange runs with. */
interface ExchangeScope {
  readonly url: URL;
  readonly clock: Clock;
  readonly limits: ExchangeLimits;
  readonly signal: AbortSignal;
  /** What the connection's socket failed with, if it did. */
  readonly wireError: () => Error | null;
  /** Whether any byte of an answer has come since {@link started}. */
  readonly heard: () => boolean;
  /** Called when the request is about to be written. */
  readonly started: () => void;
  /** Called once, when the exchange no longer needs its connection. */
  readonly settled: (outcome: "complete" | "broken") => void;
}

/** The start of a response. */
interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: ResponseHeaders;
  /** Milliseconds since the request was handed to the connection. */
  readonly firstByteMs: number;
}

/** One request and its response on one connection, seen from undici's dispatcher. */
export class Exchange implements Dispatcher.DispatchHandler, BodyFlow {
  /** Resolves when the response's headers are complete. */
  readonly head: Promise<ResponseHead>;
  readonly body: BodyQueue;
  readonly #scope: ExchangeScope;
  readonly #started: number;
  readonly #head = Promise.withResolvers<ResponseHead>();
  #controller: Dispatcher.DispatchController | undefined;
  #cancelTimer: () => void;
  #written = false;
  #responding = false;
  #settled = false;

  constructor(scope: ExchangeScope) {
    this.#scope = scope;
    this.head = this.#head.promise;
    this.body = new BodyQueue(this);
    const { clock, limits, signal } = scope;
    this.#started = clock.monotonic();
    this.#cancelTimer = clock.timer(limits.firstByteTimeoutMs, () =>
      this.#timeOut("firstByte", limits.firstByteTimeoutMs),
    );
    signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** Whether any byte of a response has come. */
  get responding(): boolean {
    return this.#responding || (this.#written && this.#scope.heard());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(new Error("The exchange was abandoned"));
    else {
      this.#written = true;
      this.#scope.started();
    }
  }

  onResponseStarted(): void {
    this.#responding = true;
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    ...[status, headers, statusText]: [number, ResponseHeaders, string?]
  ): void {
    // 1xx responses announce the real one.
    if (status < 200 || this.#settled) return;
    this.#responding = true;
    const { clock, limits, url } = this.#scope;
    if (sizeOf(headers) > limits.maxHeaderSize) {
      this.#break(headersTooLarge(url, limits.maxHeaderSize));
      return;
    }
    this.#cancelTimer();
    const firstByteMs = clock.monotonic() - this.#started;
    this.#head.resolve({ status, statusText: statusText ?? "", headers, firstByteMs });
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#settled) this.body.push(chunk);
  }

  onResponseEnd(controller: Dispatcher.DispatchController): void {
    if (this.#settled) return;
    // undici takes a reset for the end of a body that only the connection's end delimits.
    const error = this.#scope.wireError();
    if (error !== null) {
      this.onResponseError(controller, error);
      return;
    }
    this.#settle("complete");
    this.body.end();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#settled) return;
    const failure = wireFailure(error, this.#scope.url);
    this.#settle("broken");
    this.#head.reject(failure);
    this.body.fail(failure);
  }

  pause(): void {
    this.#controller?.pause();
  }

  resume(): void {
    this.#controller?.resume();
  }

  leave(): void {
    this.#stop();
  }

  waits(): () => void {
    const { clock, limits } = this.#scope;
    return clock.timer(limits.idleTimeoutMs, () => this.#timeOut("idle", limits.idleTimeoutMs));
  }

  readonly #onAbort = (): void => this.#break(this.#scope.signal.reason);

  #timeOut(phase: "firstByte" | "idle", ms: number): void {
    const { url } = this.#scope;
    const message =
      phase === "idle"
        ? `Expected more of the body from ${url.origin} within ${ms} ms; none came.`
        : `Expected the response headers from ${url.origin} within ${ms} ms; none came.`;
    this.#break(new FetchError("TIMEOUT", { message, details: { phase, ms, url: url.href } }));
  }

  /** Gives up: closes the stream or socket and tells those who wait. */
  #break(reason: unknown): void {
    if (this.#settled) return;
    this.#stop();
    this.#head.reject(reason);
    this.body.abort(reason);
  }

  #stop(): void {
    if (this.#settled) return;
    this.#settled = true;
    // Before the socket closes: undici would take its end for that of a body without a length, and
    // end a request that was aborted, which breaks an assertion that nobody can catch.
    this.#controller?.abort(new Error("The exchange was abandoned"));
    this.#settle("broken");
  }

  #settle(outcome: "complete" | "broken"): void {
    this.#settled = true;
    this.#cancelTimer();
    const { signal, settled } = this.#scope;
    signal.removeEventListener("abort", this.#onAbort);
    settled(outcome);
  }
}

/** Bytes of the headers as HTTP/1.1 would send them; HTTP/2 has no limit of its own in undici. */
function sizeOf(headers: ResponseHeaders): number {
  let size = 0;
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === "string") size += name.length + value.length + 4;
    else for (const line of value ?? []) size += name.length + line.length + 4;
  }
  return size;
}
