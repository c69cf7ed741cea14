import type { Limit } from "../rate-limiter.ts";

/** Numbers of a chunk; the first chunks are smaller, so that a limiter of few keys stays small. */
const CHUNK_BITS = 16;
const CHUNK = 2 ** CHUNK_BITS;
const OFFSET_MASK = CHUNK - 1;
const FIRST_CHUNK = 256;
/** A block's first word: position of the oldest time in the low bits, above it log2 of the room. */
const HEAD_BITS = 20;
const HEAD_MASK = 2 ** HEAD_BITS - 1;

/** The same bytes as numbers and as words; a block's first number is two words. */
interface Chunk {
  readonly numbers: Float64Array;
  readonly words: Int32Array;
}

/**
 * Times of accepted calls of many keys, in few large arrays: objects and arrays of their own would
 * take five times the memory and the garbage collector's attention. A block is a ring of times of
 * one key, oldest first, whose room is a power of two; it is known by a number.
 */
export class CallTimes {
  readonly #chunks: Chunk[] = [];
  /** Numbers of the last chunk that are in use. */
  #used = CHUNK;
  /** Blocks that were outgrown, by log2 of their room. */
  readonly #outgrown: number[][] = [];

  /** A new block with room for `count` times at least. */
  open(count: number): number {
    const size = sizeFor(count);
    const block = this.#outgrown[size]?.pop() ?? this.#allot((1 << size) + 1);
    const { words } = this.#chunkOf(block);
    const at = (block & OFFSET_MASK) * 2;
    words[at] = size << HEAD_BITS;
    words[at + 1] = 0;
    return block;
  }

  /** How many times the block holds. */
  count(block: number): number {
    return this.#chunkOf(block).words[(block & OFFSET_MASK) * 2 + 1] ?? 0;
  }

  /** The oldest time; only of a block that holds one. */
  oldest(block: number): number {
    const { numbers, words } = this.#chunkOf(block);
    const at = block & OFFSET_MASK;
    return numbers[at + 1 + ((words[at * 2] ?? 0) & HEAD_MASK)] ?? 0;
  }

  /** Forgets the newest time, if there is one. */
  drop(block: number): void {
    const { words } = this.#chunkOf(block);
    const at = (block & OFFSET_MASK) * 2 + 1;
    words[at] = Math.max(0, (words[at] ?? 0) - 1);
  }

  /** Adds a time, which is not before the newest; gives the block, which may have moved. */
  add(block: number, time: number): number {
    const { numbers, words } = this.#chunkOf(block);
    const at = block & OFFSET_MASK;
    const state = words[at * 2] ?? 0;
    const count = words[at * 2 + 1] ?? 0;
    const size = state >> HEAD_BITS;
    if (count >> size > 0) return this.add(this.#outgrow(block, size), time);
    numbers[at + 1 + (((state & HEAD_MASK) + count) & ((1 << size) - 1))] = time;
    words[at * 2 + 1] = count + 1;
    return block;
  }

  /**
   * Forgets times that are `windowMs` milliseconds old or older and adds `now`, which is not before
   * the newest, if fewer than `limit` are left and the block has room. Gives how many were left: as
   * `~count`, which is negative, where the block was full and `now` is still to be added by
   * {@link add}.
   */
  take(block: number, { limit, windowMs }: Limit, now: number): number {
    const { numbers, words } = this.#chunkOf(block);
    const at = block & OFFSET_MASK;
    const first = at + 1;
    const state = words[at * 2] ?? 0;
    const held = words[at * 2 + 1] ?? 0;
    const room = 1 << (state >> HEAD_BITS);
    let head = state & HEAD_MASK;
    let count = held;
    while (count > 0 && (numbers[first + head] ?? 0) + windowMs <= now) {
      head = (head + 1) & (room - 1);
      count -= 1;
    }
    if (count < held) words[at * 2] = (state & ~HEAD_MASK) | head;
    const added = count < limit && count < room;
    if (added) numbers[first + ((head + count) & (room - 1))] = now;
    words[at * 2 + 1] = added ? count + 1 : count;
    return added || count >= limit ? count : ~count;
  }

  /** Copies the times of another's block to a new one here, with room for one more. */
  adopt(others: CallTimes, block: number): number {
    const from = others.#chunkOf(block);
    const start = block & OFFSET_MASK;
    const state = from.words[start * 2] ?? 0;
    const count = from.words[start * 2 + 1] ?? 0;
    const mask = (1 << (state >> HEAD_BITS)) - 1;
    const copy = this.open(count + 1);
    const { numbers, words } = this.#chunkOf(copy);
    const at = copy & OFFSET_MASK;
    for (let index = 0; index < count; index += 1) {
      numbers[at + 1 + index] =
        from.numbers[start + 1 + (((state & HEAD_MASK) + index) & mask)] ?? 0;
    }
    words[at * 2 + 1] = count;
    return copy;
  }

  #outgrow(block: number, size: number): number {
    const larger = this.adopt(this, block);
    (this.#outgrown[size] ??= []).push(block);
    return larger;
  }

  /** A block larger than a chunk gets one of its own. */
  #allot(length: number): number {
    const last = this.#chunks.at(-1);
    if (last === undefined || this.#used + length > last.numbers.length) {
      const usual = Math.min(CHUNK, FIRST_CHUNK * 2 ** this.#chunks.length);
      const numbers = new Float64Array(Math.max(usual, length));
      this.#chunks.push({ numbers, words: new Int32Array(numbers.buffer) });
      this.#used = 0;
    }
    const block = (this.#chunks.length - 1) * CHUNK + this.#used;
    this.#used += length;
    return block;
  }

  #chunkOf(block: number): Chunk {
    return this.#chunks[block >>> CHUNK_BITS] as Chunk;
  }
}

/** Log2 of the room for so many times: 1, 4, 16 and from there on doubled. */
function sizeFor(count: number): number {
  let size = 0;
  while (1 << size < count) size += size < 4 ? 2 : 1;
  return size;
}
