/**
 * Waits that end when a signal aborts. A signal gets one listener however many waits share it: each
 * further one would cost a walk along all others.
 */
export class SignalWaits {
  readonly #waits = new Map<AbortSignal, SharedListener>();

  /**
   * Waits for work that is carried out to its end, but no longer than until `signal` aborts.
   * @throws what the work throws; the signal's reason, at once, when it aborts
   */
  wait<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const shared = this.#waits.get(signal) ?? this.#share(signal);
    return new Promise((resolve, reject) => {
      shared.waits.add(reject);
      const leave = (): void => {
        shared.waits.delete(reject);
        if (shared.waits.size === 0) this.#leave(signal, shared);
      };
      work.then(resolve, reject).finally(leave);
    });
  }

  #share(signal: AbortSignal): SharedListener {
    const waits = new Set<(reason: unknown) => void>();
    const abort = (): void => {
      for (const reject of waits) reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    const shared = { waits, abort };
    this.#waits.set(signal, shared);
    return shared;
  }

  #leave(signal: AbortSignal, shared: SharedListener): void {
    signal.removeEventListener("abort", shared.abort);
    if (this.#waits.get(signal) === shared) this.#waits.delete(signal);
  }
}

interface SharedListener {
  readonly waits: Set<(reason: unknown) => void>;
  readonly abort: () => void;
}
