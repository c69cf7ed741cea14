import type { SearchAnswer, SearchCall, SearchProvider } from "dragline/search";

/** A search engine that finds what it is told to; it can fail, and it can hang. */
export class FakeSearch implements SearchProvider {
  readonly name = "fake";
  results: SearchAnswer["results"] = [];
  /** What the next searches throw. */
  failure: Error | undefined;
  /** Whether searches have no end but their signal's. */
  isHanging = false;
  readonly calls: Omit<SearchCall, "signal">[] = [];
  #reached: (() => void)[] = [];

  async search({ signal, ...call }: SearchCall): Promise<SearchAnswer> {
    signal.throwIfAborted();
    this.calls.push(call);
    for (const wake of this.#reached.splice(0)) wake();
    if (this.isHanging) await aborted(signal);
    if (this.failure !== undefined) throw this.failure;
    return { results: this.results.slice(0, call.limit), notes: [] };
  }

  /** Resolves when the next search has come. */
  reached(): Promise<void> {
    return new Promise((resolve) => this.#reached.push(resolve));
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
