import { concatBytes } from "../core/index.ts";

/** The size in bytes of the blocks in which a compressed body is decoded. */
export const BLOCK_BYTES = 65_536;

/**
 * Cuts a stream of chunks into blocks of {@link BLOCK_BYTES} (the last may be shorter), so that
 * what is decided between two blocks does not depend on how the network cut the body. Keeps the
 * blocks that it has given, for a second look at a damaged body.
 */
export class BlockReader {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #given: Uint8Array[] = [];
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #ended = false;
  #givenBytes = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Bytes given so far. */
  get givenBytes(): number {
    return this.#givenBytes;
  }

  /** Bytes read from the source so far. */
  get readBytes(): number {
    return this.#givenBytes + this.#waitingBytes;
  }

  /** Whether every byte has been given. */
  get exhausted(): boolean {
    return this.#ended && this.#waitingBytes === 0;
  }

  /** All that was given, as one array. */
  given(): Uint8Array {
    return concatBytes(this.#given, this.#givenBytes);
  }

  /** The next block; undefined at the end. */
  async next(): Promise<Uint8Array | undefined> {
    while (!this.#ended && this.#waitingBytes < BLOCK_BYTES) await this.#pull();
    if (this.#waitingBytes === 0) return undefined;
    const waiting = concatBytes(this.#waiting, this.#waitingBytes);
    const block = waiting.subarray(0, BLOCK_BYTES);
    const rest = waiting.subarray(BLOCK_BYTES);
    this.#waiting = rest.length === 0 ? [] : [rest];
    this.#waitingBytes = rest.length;
    this.#given.push(block);
    this.#givenBytes += block.length;
    return block;
  }

  /** Tells the source that no more is wanted, unless it has ended by itself. */
  async close(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await this.#source.return?.();
  }

  async #pull(): Promise<void> {
    try {
      const { done, value } = await this.#source.next();
      if (done) this.#ended = true;
      else if (value.length > 0) this.#waiting.push(value);
      this.#waitingBytes += value?.length ?? 0;
    } catch (failure) {
      this.#ended = true;
      throw failure;
    }
  }
}
