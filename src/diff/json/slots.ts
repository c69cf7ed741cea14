/**
 * A row of slots, each taken or free, that says how many before one are taken: the index which an
 * element has while an array is changed step by step. Each question takes log n (a Fenwick tree).
 */
export class Slots {
  readonly #sums: Int32Array;

  /** All are free. */
  constructor(count: number) {
    this.#sums = new Int32Array(count + 1);
  }

  take(slot: number): void {
    this.#add(slot, 1);
  }

  free(slot: number): void {
    this.#add(slot, -1);
  }

  /** How many of the slots before `slot` are taken. */
  takenBefore(slot: number): number {
    let sum = 0;
    for (let at = slot; at > 0; at -= at & -at) sum += this.#sums[at] ?? 0;
    return sum;
  }

  #add(slot: number, by: number): void {
    for (let at = slot + 1; at < this.#sums.length; at += at & -at) {
      this.#sums[at] = (this.#sums[at] ?? 0) + by;
    }
  }
}
