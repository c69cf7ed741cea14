import { unlessAborted, WaitingLine } from "../../core/index.ts";

/** Who wants to call an embedder. */
interface Caller {
  /** Whether it goes before the pages that wait. */
  readonly isQuery: boolean;
  /** Calls under way with which it still begins. */
  readonly most: number;
}

/** Lets callers of an embedder in while there is room, queries before pages. */
export class EmbedderTurns {
  readonly #queries = new WaitingLine<() => void>();
  readonly #pages = new WaitingLine<() => void>();
  #taken = 0;

  /**
   * Waits for a turn.
   * @returns what ends it
   * @throws the signal's reason
   */
  async take({ isQuery, most }: Caller, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#taken < most) {
      this.#taken += 1;
      return () => this.#end();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const place = (isQuery ? this.#queries : this.#pages).add(resolve);
    try {
      await unlessAborted(promise, signal);
    } catch (error) {
      // It may have been let in at the same time.
      if (!place.leave()) this.#end();
      throw error;
    }
    return () => this.#end();
  }

  #end(): void {
    const next = this.#queries.take() ?? this.#pages.take();
    if (next === undefined) this.#taken -= 1;
    else next();
  }
}
