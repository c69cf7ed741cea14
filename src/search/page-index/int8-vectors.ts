/** Bytes of a vector before its numbers: what its score is multiplied by. */
const HEAD = 4;
/** The greatest number of a signed byte, both ways. */
const GREATEST = 127;

/** Bytes that a vector is kept in. */
export function vectorBytes(dimension: number): number {
  return HEAD + dimension;
}

/**
 * Vectors in a byte a number, each by its greatest number; before it stands one over the length that
 * the bytes have, so that the score is the cosine with them.
 * @param values one vector after the other
 */
export function packVectors(values: Float32Array, dimension: number): Uint8Array {
  const count = values.length / dimension;
  const packed = new Uint8Array(count * vectorBytes(dimension));
  const view = new DataView(packed.buffer);
  for (let index = 0; index < count; index += 1) {
    const vector = values.subarray(index * dimension, (index + 1) * dimension);
    const start = index * vectorBytes(dimension);
    let greatest = 0;
    for (const value of vector) greatest = Math.max(greatest, Math.abs(value));
    let squares = 0;
    for (const [at, value] of vector.entries()) {
      const byte = greatest === 0 ? 0 : Math.round((value / greatest) * GREATEST);
      view.setInt8(start + HEAD + at, byte);
      squares += byte * byte;
    }
    view.setFloat32(start, squares === 0 ? 0 : 1 / Math.sqrt(squares), true);
  }
  return packed;
}

/** A vector that is near, by what its owner calls it. */
export interface NearVector {
  readonly key: number;
  /** The cosine; above 0. */
  readonly score: number;
}

/** Finds those of many vectors whose direction is nearest to one; each is looked at. */
export class NearestVectors {
  /** The best first. */
  readonly found: NearVector[] = [];
  readonly #query: Float32Array;
  readonly #most: number;
  /** What a vector has to be nearer than. */
  #bar = 0;

  /**
   * @param query of length 1
   * @param most how many are kept
   */
  constructor(query: Float32Array, most: number) {
    this.#query = query;
    this.#most = most;
  }

  /**
   * Compares vectors as they are packed; bytes of another dimension are none.
   * @param keyOf the name of a vector by its place; undefined for one that is not wanted
   */
  compare(packed: Uint8Array, keyOf: (index: number) => number | undefined): void {
    const size = vectorBytes(this.#query.length);
    if (packed.length % size !== 0) return;
    const bytes = new Int8Array(packed.buffer, packed.byteOffset, packed.length);
    const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
    for (let index = 0; index * size < packed.length; index += 1) {
      const key = keyOf(index);
      if (key === undefined) continue;
      const start = index * size;
      const product = productOf(this.#query, bytes, start + HEAD);
      this.#keep(key, product * view.getFloat32(start, true));
    }
  }

  #keep(key: number, score: number): void {
    if (!(score > this.#bar)) return;
    let place = this.found.length;
    while (place > 0 && (this.found[place - 1]?.score ?? 0) < score) place -= 1;
    this.found.splice(place, 0, { key, score });
    if (this.found.length > this.#most) this.found.pop();
    if (this.found.length === this.#most) this.#bar = this.found.at(-1)?.score ?? 0;
  }
}

/** Four sums at once, which a processor adds side by side. */
function productOf(query: Float32Array, bytes: Int8Array, start: number): number {
  const { length } = query;
  let [one, two, three, four] = [0, 0, 0, 0];
  let at = 0;
  for (; at + 3 < length; at += 4) {
    one += (query[at] as number) * (bytes[start + at] as number);
    two += (query[at + 1] as number) * (bytes[start + at + 1] as number);
    three += (query[at + 2] as number) * (bytes[start + at + 2] as number);
    four += (query[at + 3] as number) * (bytes[start + at + 3] as number);
  }
  for (; at < length; at += 1) one += (query[at] as number) * (bytes[start + at] as number);
  return one + two + three + four;
}
