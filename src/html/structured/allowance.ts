/** What may be spent on a page before what is left of it is left out. */
export class Allowance {
  #left: number;
  #isSpent = false;

  constructor(units: number) {
    this.#left = units;
  }

  /** Whether something did not fit any more. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Takes units; false, from then on for ever, when there are not as many. */
  take(units: number): boolean {
    if (this.#isSpent || units > this.#left) this.#isSpent = true;
    else this.#left -= units;
    return !this.#isSpent;
  }
}
