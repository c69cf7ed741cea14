/** Begins when it is given a place. */
type Begin = () => void;

/**
 * The places of one kind in this process: as many runs as may be at a time. What the queue brought
 * and what this process was given itself take turns, each in order: the queue may have a batch of
 * thousands.
 */
export class Places {
  #free: number;
  readonly #brought: Begin[] = [];
  readonly #own: Begin[] = [];
  #isOwnTurn = false;

  /** @param count from 1 */
  constructor(count: number) {
    this.#free = count;
  }

  /** Takes a place that is free; whoever waits has taken it before. */
  tryTake(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /**
   * Takes a place for what the queue brought.
   * @throws the signal's reason when it aborts before
   */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.tryTake()) return;
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener("abort", stop);
        resolve();
      };
      const stop = (): void => {
        if (drop(this.#brought, begin)) reject(signal.reason);
      };
      signal.addEventListener("abort", stop, { once: true });
      this.#brought.push(begin);
    });
  }

  /**
   * Calls `begin` with a place: now, or when its turn comes.
   * @returns leaves the line; false where it had its turn
   */
  line(begin: Begin): () => boolean {
    if (this.tryTake()) begin();
    else this.#own.push(begin);
    return () => drop(this.#own, begin);
  }

  /** Gives a place back. */
  leave(): void {
    const [first, second] = this.#isOwnTurn
      ? [this.#own, this.#brought]
      : [this.#brought, this.#own];
    const next = first.shift() ?? second.shift();
    this.#isOwnTurn = !this.#isOwnTurn;
    if (next === undefined) this.#free += 1;
    else next();
  }
}

function drop(line: Begin[], begin: Begin): boolean {
  const at = line.indexOf(begin);
  if (at === -1) return false;
  line.splice(at, 1);
  return true;
}
