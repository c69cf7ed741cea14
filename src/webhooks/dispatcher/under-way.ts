/** What is to end before a run does, and the first failure among it. */
export class UnderWay {
  readonly #works = new Set<Promise<void>>();
  readonly #onFailure: () => void;
  #failure: { readonly reason: unknown } | undefined;

  constructor(onFailure: () => void) {
    this.#onFailure = onFailure;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  track(work: Promise<void>): void {
    const tracked = work
      .catch((reason: unknown) => this.fail(reason))
      .finally(() => this.#works.delete(tracked));
    this.#works.add(tracked);
  }

  fail(reason: unknown): void {
    this.#failure ??= { reason };
    this.#onFailure();
  }

  /**
   * Resolves when all has ended, what was added meanwhile, too.
   * @throws the first failure
   */
  async end(): Promise<void> {
    while (this.#works.size > 0) await Promise.all(this.#works);
    if (this.#failure !== undefined) throw this.#failure.reason;
  }
}
