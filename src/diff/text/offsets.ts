/** A list of numbers without a box for each. */
export class Offsets {
  #values = new Int32Array(256);
  #count = 0;

  add(value: number): void {
    if (this.#count === this.#values.length) {
      const wider = new Int32Array(this.#count * 2);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.#count] = value;
    this.#count += 1;
  }

  taken(): Int32Array {
    return this.#values.slice(0, this.#count);
  }
}
