/**
 * Memory that pages take turns in, because fresh memory costs more than the work done in it: what
 * is small is kept for good, what is large until the garbage collector wants it.
 */
export class Spare<Memory extends object> {
  #small: Memory | undefined;
  #large: WeakRef<Memory> | undefined;

  /** What was given last, if it is still there; nobody else gets it. */
  take(isLarge: boolean): Memory | undefined {
    const memory = isLarge ? this.#large?.deref() : this.#small;
    if (isLarge) this.#large = undefined;
    else this.#small = undefined;
    return memory;
  }

  /** Leaves memory to the next one. */
  give(memory: Memory, isLarge: boolean): void {
    if (isLarge) this.#large = new WeakRef(memory);
    else this.#small = memory;
  }
}
