/** So many places; who finds none waits, first come, first served. */
export class Seats {
  readonly #count: number;
  readonly #line: (() => void)[] = [];
  #taken = 0;

  constructor(count: number) {
    this.#count = count;
  }

  get taken(): number {
    return this.#taken;
  }

  get free(): number {
    return this.#count - this.#taken;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /** Takes a place. @throws the signal's reason; then none is taken */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#taken < this.#count) {
      this.#taken += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const seat = (): void => {
      signal.removeEventListener("abort", giveUp);
      resolve();
    };
    const giveUp = (): void => {
      this.#line.splice(this.#line.indexOf(seat), 1);
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", giveUp, { once: true });
    this.#line.push(seat);
    await promise;
  }

  /** Gives a place back, to the first who waits. */
  leave(): void {
    const next = this.#line.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }
}
