/** What a {@link HostHeap} keeps in it; an entry is in one heap at most. */
export interface HeapEntry {
  /** Where it is in its heap; the heap's own. */
  heapIndex: number;
}

/** A binary heap whose entries can be moved and taken out, each in logarithmic time. */
export class HostHeap<Entry extends HeapEntry> {
  readonly #entries: Entry[] = [];
  readonly #isBefore: (one: Entry, other: Entry) => boolean;

  /** @param isBefore the order; an entry whose place in it changes has to be put again */
  constructor(isBefore: (one: Entry, other: Entry) => boolean) {
    this.#isBefore = isBefore;
  }

  get first(): Entry | undefined {
    return this.#entries[0];
  }

  /** Adds an entry, or moves one that is here to where it belongs now. */
  put(entry: Entry): void {
    const isHere = this.#entries[entry.heapIndex] === entry;
    this.#settle(entry, isHere ? entry.heapIndex : this.#entries.length);
  }

  /** Takes out an entry that is here. */
  remove(entry: Entry): void {
    const last = this.#entries.pop();
    if (last !== undefined && last !== entry) this.#settle(last, entry.heapIndex);
  }

  /** Writes an entry where it belongs, from a free place on. */
  #settle(entry: Entry, free: number): void {
    const up = this.#rise(entry, free);
    const index = up === free ? this.#sink(entry, free) : up;
    this.#write(entry, index);
  }

  #rise(entry: Entry, free: number): number {
    let index = free;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = this.#entries[above];
      if (parent === undefined || !this.#isBefore(entry, parent)) break;
      this.#write(parent, index);
      index = above;
    }
    return index;
  }

  #sink(entry: Entry, free: number): number {
    let index = free;
    for (;;) {
      const child = this.#smallerChild(index);
      if (child === undefined || !this.#isBefore(child, entry)) return index;
      const below = child.heapIndex;
      this.#write(child, index);
      index = below;
    }
  }

  #smallerChild(index: number): Entry | undefined {
    const left = this.#entries[2 * index + 1];
    const right = this.#entries[2 * index + 2];
    if (left === undefined || right === undefined) return left;
    return this.#isBefore(right, left) ? right : left;
  }

  #write(entry: Entry, index: number): void {
    this.#entries[index] = entry;
    entry.heapIndex = index;
  }
}
