import type { BlobFacts, Blobs } from "../../storage/index.ts";

/** Writes a blob piece by piece; no piece is taken before the one before is. */
export class BlobWriter {
  /** Undefined until it is opened. */
  contentType: string | undefined;
  readonly #blobs: Blobs;
  readonly #key: string;
  readonly #signal: AbortSignal;
  readonly #pipe = new TransformStream<Uint8Array, Uint8Array>();
  readonly #writer = this.#pipe.writable.getWriter();
  #put: Promise<BlobFacts> | undefined;

  constructor(blobs: Blobs, key: string, signal: AbortSignal) {
    this.#blobs = blobs;
    this.#key = key;
    this.#signal = signal;
  }

  /** Begins the blob; the result takes its pieces. */
  open(contentType: string): (piece: Uint8Array) => Promise<void> {
    this.contentType = contentType;
    const options = { contentType, signal: this.#signal };
    const put = this.#blobs.put(this.#key, this.#pipe.readable, options);
    this.#put = put;
    // `close` or the refused piece reports it.
    put.catch((error: unknown) => this.#writer.abort(error).catch(() => {}));
    return (piece) => this.#writer.write(piece);
  }

  /**
   * Ends the blob; gives its size in bytes.
   * @throws StorageError
   */
  async close(): Promise<number> {
    const closed = this.#writer.close();
    closed.catch(() => {});
    const { size = 0 } = (await this.#put) ?? {};
    await closed;
    return size;
  }

  /** Gives the blob up: nothing is left of it. */
  async abort(reason: unknown): Promise<void> {
    await this.#writer.abort(reason).catch(() => {});
    await this.#put?.catch(() => {});
  }
}
