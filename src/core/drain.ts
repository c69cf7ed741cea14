/** Work under way, which closing waits for. */
export class Drain {
  readonly #works = new Set<Promise<unknown>>();

  /** How many works have not settled. */
  get size(): number {
    return this.#works.size;
  }

  /** Counts a work until it settles; how it ends is the caller's to hear, and is not lost here. */
  add<Result>(work: Promise<Result>): Promise<Result> {
    this.#works.add(work);
    return work.finally(() => this.#works.delete(work));
  }

  /** Resolves when all has settled, also what is added meanwhile. Never rejects. */
  async end(): Promise<void> {
    while (this.#works.size > 0) await Promise.allSettled(this.#works);
  }
}
