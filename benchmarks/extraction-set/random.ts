/** Chance that follows from a text alone: the same seed gives the same draws (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = hashOf(seed);
  }

  /** From 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number; both bounds may be drawn. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(part: number): boolean {
    return this.next() < part;
  }

  /** @throws RangeError when the list is empty. */
  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError("nothing to pick from");
    return list[Math.floor(this.next() * list.length)] as T;
  }

  shuffle<T>(list: readonly T[]): T[] {
    const keyed = list.map((item) => ({ item, key: this.next() }));
    return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item);
  }

  /** As many different items, at most the whole list. */
  sample<T>(list: readonly T[], count: number): T[] {
    return this.shuffle(list).slice(0, count);
  }

  /** That many draws of one kind. */
  times<T>(count: number, draw: (at: number) => T): T[] {
    return Array.from({ length: count }, (_, at) => draw(at));
  }

  /** A text of that many hexadecimal digits. */
  hex(length: number): string {
    let digits = "";
    while (digits.length < length)
      digits += this.whole(0, 0xffffffff).toString(16).padStart(8, "0");
    return digits.slice(0, length);
  }
}

/** 32 bits of a text (FNV-1a, then mixed, since like texts are to give unlike numbers). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const unit of text) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
