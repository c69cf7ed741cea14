import { concatBytes } from "../../core/index.ts";

/** Pieces below this many bytes are copied. */
const SMALL = 4_096;

/** So many pieces are kept as they come, whatever their size: short bodies need no block. */
const FEW = 16;

/** The size in bytes of the blocks into which small pieces are copied. */
const BLOCK = 65_536;

const NO_BLOCK = new Uint8Array(0);

/**
 * The pieces of a body. A piece is a view of what was read from the socket at once and keeps all of
 * that alive; so a body that comes byte by byte would take up far more memory than its length.
 */
export class Pieces {
  #length = 0;
  readonly #kept: Uint8Array[] = [];
  #block = NO_BLOCK;
  #from = 0;
  #to = 0;

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    this.#length += piece.length;
    if (piece.length >= SMALL || this.#kept.length < FEW) {
      this.#keepCopied();
      this.#kept.push(piece);
      return;
    }
    if (this.#to + piece.length > this.#block.length) {
      this.#keepCopied();
      this.#block = Buffer.allocUnsafeSlow(BLOCK);
      this.#from = 0;
      this.#to = 0;
    }
    this.#block.set(piece, this.#to);
    this.#to += piece.length;
  }

  /** All pieces as one array of bytes. */
  join(): Uint8Array {
    this.#keepCopied();
    return concatBytes(this.#kept, this.#length);
  }

  #keepCopied(): void {
    if (this.#to === this.#from) return;
    this.#kept.push(this.#block.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }
}
