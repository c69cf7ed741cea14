import { concatBytes } from "../../core/index.ts";
import { Pieces } from "./pieces.ts";

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
  #waiting = new Pieces();
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
    return this.#givenBytes + this.#waiting.length;
  }

  /** Whether every byte has been given. */
  get exhausted(): boolean {
    return this.#ended && this.#waiting.length === 0;
  }

  /** All that was given, as one array. */
  given(): Uint8Array {
    return concatBytes(this.#given, this.#givenBytes);
  }

  /** The next block; undefined at the end. */
  async next(): Promise<Uint8Array | undefined> {
    while (!this.#ended && this.#waiting.length < BLOCK_BYTES) await this.#pull();
    if (this.#waiting.length === 0) return undefined;
    const waiting = this.#waiting.join();
    const block = waiting.subarray(0, BLOCK_BYTES);
    const rest = waiting.subarray(BLOCK_BYTES);
    this.#waiting = new Pieces();
    if (rest.length > 0) this.#waiting.add(rest);
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
      else if (value.length > 0) this.#waiting.add(value);
    } catch (failure) {
      this.#ended = true;
      throw failure;
    }
  }
}
