/**
 * Releases what an object owns, in reverse order of `add`. Every release runs even when another
 * fails; disposing twice is harmless.
 */
export class Disposer implements AsyncDisposable {
  #releases: (() => unknown)[] = [];

  /** Registers `owned` for disposal and returns it. */
  add<T extends AsyncDisposable>(owned: T): T {
    this.#releases.push(() => owned[Symbol.asyncDispose]());
    return owned;
  }

  /** Registers a function to be called at disposal. */
  defer(release: () => unknown): void {
    this.#releases.push(release);
  }

  /** @throws the first failure, after all releases have run */
  async [Symbol.asyncDispose](): Promise<void> {
    const releases = this.#releases.toReversed();
    this.#releases = [];
    const failures: unknown[] = [];
    for (const release of releases) {
      try {
        await release();
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
