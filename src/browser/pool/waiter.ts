import { deadline, type Clock, type Deadline } from "../../core/index.ts";
import type { BrowserError } from "../browser-error.ts";
import type { LeaseCall } from "../page-lease.ts";
import type { PoolLease } from "./pool-lease.ts";

/** What a waiter is made of. */
interface WaiterParts {
  readonly call: LeaseCall;
  /** Which leases its own may take turns with. */
  readonly key: string | undefined;
  readonly clock: Clock;
  /** Milliseconds that it waits. */
  readonly ms: number;
  /** Says why nothing was free in time. */
  readonly refusal: (opening: boolean) => BrowserError;
}

/** A caller that waits for a page, in line or while the page is opened. */
export class Waiter {
  readonly call: LeaseCall;
  readonly key: string | undefined;
  readonly tenant: string;
  /** Whether its page is being opened. */
  opening = false;
  /** Browsers that were lost while its page was opened. */
  lost = 0;
  readonly #parts: WaiterParts;
  readonly #stop = new AbortController();
  readonly #limit: Deadline;
  readonly #outcome = Promise.withResolvers<PoolLease>();

  constructor(parts: WaiterParts) {
    this.call = parts.call;
    this.key = parts.key;
    this.tenant = parts.call.tenant ?? "";
    this.#parts = parts;
    this.#limit = deadline(parts.clock, parts.ms, this.#stop.signal);
    parts.call.signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** Aborts when it waits no longer: it was cancelled, or time is up. */
  get signal(): AbortSignal {
    return this.#limit.signal;
  }

  /** What it gets. */
  get lease(): Promise<PoolLease> {
    return this.#outcome.promise;
  }

  /** Ends the wait. */
  cancel(reason: unknown): void {
    this.#stop.abort(reason);
  }

  resolve(lease: PoolLease): void {
    this.#settle();
    this.#outcome.resolve(lease);
  }

  /** Fails with `error`; when its own wait has ended, with why. */
  reject(error: unknown): void {
    this.#settle();
    if (this.#limit.expired) this.#outcome.reject(this.#parts.refusal(this.opening));
    else this.#outcome.reject(this.signal.aborted ? this.signal.reason : error);
  }

  readonly #onAbort = (): void => this.cancel(this.#parts.call.signal?.reason);

  #settle(): void {
    this.#limit[Symbol.dispose]();
    this.#parts.call.signal?.removeEventListener("abort", this.#onAbort);
  }
}
