import type { Clock } from "../../core/index.ts";

/** The dependencies of an erasure. */
interface ErasureParts {
  readonly clock: Clock;
  /** Has a thread empty the log, however long that takes; false where there is no thread. */
  readonly beside: () => boolean;
  /** Empties the log at once; false while another connection needs what is in it. */
  readonly here: () => boolean;
}

/** Milliseconds after a removal in which others may come, so that they share the work. */
const GATHER_MS = 1000;
/** Milliseconds until another try. */
const RETRY_MS = 500;

/**
 * Empties the write-ahead log of a file soon after rows were removed. Where they were, zeros stand
 * (`secure_delete`), but until it is emptied the log has the pages as they were before.
 */
export class Erasure implements Disposable {
  readonly #parts: ErasureParts;
  #cancel: (() => void) | undefined;
  #isOver = false;

  constructor(parts: ErasureParts) {
    this.#parts = parts;
  }

  /** Called when rows were removed, or when a log may contain removed rows. */
  removed(): void {
    if (!this.#isOver) this.#cancel ??= this.#in(GATHER_MS);
  }

  /** Tries at once what is still to be done, and no more afterwards. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    if (this.#cancel === undefined) return;
    this.#cancel();
    this.#cancel = undefined;
    this.#parts.here();
  }

  #in(ms: number): () => void {
    return this.#parts.clock.timer(ms, () => {
      this.#cancel = undefined;
      const { beside, here } = this.#parts;
      if (!beside() && !here()) this.#cancel = this.#in(RETRY_MS);
    });
  }
}
