import { checkArgument, signalOf, systemClock, type Clock } from "../../core/index.ts";
import { checkKey, checkLimit } from "../check-limit.ts";
import { limiterClosed } from "../limiter-closed.ts";
import type { Call, Limit, RateLimiter, Verdict } from "../rate-limiter.ts";
import { Ledger } from "./ledger.ts";

/** The collaborators of a {@link MemoryRateLimiter}. */
export interface MemoryRateLimiterCollaborators {
  /** Whose monotonic time counts; the system's when absent. */
  readonly clock?: Clock | undefined;
}

/**
 * Limits the calls of this process: exact, without a timer, and gone with the process. A key that
 * was called up to four times takes about 95 bytes besides its text, and each further call in the
 * window 8 to 16 bytes. Keys that are idle for two windows are dropped at a later call.
 */
export class MemoryRateLimiter implements RateLimiter, AsyncDisposable {
  readonly #clock: Clock;
  readonly #ledgers = new Map<number, Ledger>();
  #sweep = this.#ledgers.values();
  /** The ledger of the last call: most hosts have few limits. */
  #last: Ledger | undefined;
  #now = 0;
  #closed = false;

  constructor(collaborators: MemoryRateLimiterCollaborators = {}) {
    checkArgument("collaborators of new MemoryRateLimiter({ clock })", collaborators, "object");
    this.#clock = collaborators.clock ?? systemClock;
  }

  /** How many limits have keys now, or had a short time ago. */
  get limits(): number {
    return this.#ledgers.size;
  }

  // Not an async function, which would take a quarter longer.
  take(key: string, limit: Limit, call: Call): Promise<Verdict> {
    try {
      return Promise.resolve(this.#take(key, limit, call));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async giveBack(key: string, limit: Limit, call: Call): Promise<void> {
    this.#begin(key, call);
    this.#ledgerOf(limit).giveBack(key, this.#now);
  }

  #take(key: string, limit: Limit, call: Call): Verdict {
    this.#begin(key, call);
    if (this.#ledgers.size > 1) this.#sweepNext();
    return this.#ledgerOf(limit).take(key, this.#now);
  }

  #begin(key: string, call: Call): void {
    signalOf("take(key, limit, { signal })", call);
    if (this.#closed) throw limiterClosed();
    checkKey(key);
    const now = this.#clock.monotonic();
    // A host's clock may be worse than its contract; time that stands still lets no more through.
    if (now > this.#now) this.#now = now;
  }

  #ledgerOf(limit: Limit): Ledger {
    if (this.#last?.isFor(limit) === true) return this.#last;
    checkLimit(limit);
    const id = idOf(limit);
    const ledger = this.#ledgers.get(id) ?? new Ledger(limit, this.#now);
    this.#ledgers.set(id, ledger);
    this.#last = ledger;
    return ledger;
  }

  /** Each call looks after one ledger, so that one which is no longer called is swept as well. */
  #sweepNext(): void {
    const next = this.#sweep.next();
    if (next.done === true) {
      this.#sweep = this.#ledgers.values();
      return;
    }
    const ledger = next.value;
    ledger.sweep(this.#now);
    if (ledger.size > 0) return;
    this.#ledgers.delete(idOf(ledger));
    if (this.#last === ledger) this.#last = undefined;
  }

  /** Forgets every call. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#ledgers.clear();
    this.#last = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** Both numbers in one that is exact: a limit has 20 bits, a window 32. */
function idOf({ limit, windowMs }: Limit): number {
  return windowMs * 2 ** 20 + limit;
}
