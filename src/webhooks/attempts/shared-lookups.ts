import { deadline, unlessAborted, type Clock } from "../../core/index.ts";
import type { Resolver } from "../../net/index.ts";

/** Milliseconds after which a lookup that has not ended is given up, and the next asks anew. */
const LOOKUP_MS = 60_000;

/**
 * A resolver that asks once at a time for each name, even if a caller leaves meanwhile. The system's lookups
 * cannot be cancelled and hold threads that the process has few of for as long as a name server is
 * silent: a name that hangs holds one of them, however many deliveries wait for it.
 */
export class SharedLookups implements Resolver, Disposable {
  readonly #resolver: Resolver;
  readonly #clock: Clock;
  readonly #underWay = new Map<string, Promise<readonly string[]>>();
  readonly #closing = new AbortController();

  constructor(resolver: Resolver, clock: Clock) {
    this.#resolver = resolver;
    this.#clock = clock;
  }

  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]> {
    let lookup = this.#underWay.get(hostname);
    if (lookup === undefined) {
      lookup = this.#ask(hostname).finally(() => this.#underWay.delete(hostname));
      this.#underWay.set(hostname, lookup);
    }
    return unlessAborted(lookup, signal);
  }

  /** Gives up what is under way. */
  [Symbol.dispose](): void {
    this.#closing.abort(new Error("The resolver was disposed."));
  }

  async #ask(hostname: string): Promise<readonly string[]> {
    using limit = deadline(this.#clock, LOOKUP_MS, this.#closing.signal);
    return await unlessAborted(this.#resolver.resolve(hostname, limit.signal), limit.signal);
  }
}
