/** The stream ended within what was to be read. */
export class EndedEarlyError extends Error {}

const LINE_FEED = 10;

/** Reads a stream of bytes piece by piece. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /**
   * The next line without its end, in Latin-1; undefined at the end of the stream.
   * @throws EndedEarlyError for half a line; Error for one that is longer than `most` bytes
   */
  async line(most: number): Promise<string | undefined> {
    let text = "";
    for (;;) {
      const end = this.#held.indexOf(LINE_FEED);
      const part = end === -1 ? this.#held : this.#held.subarray(0, end);
      text += Buffer.from(part.buffer, part.byteOffset, part.length).toString("latin1");
      if (text.length > most) throw new Error(`a line is longer than ${most} bytes`);
      this.#held = end === -1 ? new Uint8Array(0) : this.#held.subarray(end + 1);
      if (end !== -1) return text.endsWith("\r") ? text.slice(0, -1) : text;
      if (await this.#more()) continue;
      if (text === "") return undefined;
      throw new EndedEarlyError();
    }
  }

  /**
   * The next bytes, in memory of their own.
   * @throws EndedEarlyError
   */
  async bytes(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(length);
    let at = 0;
    for await (const part of this.#parts(length)) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  /** @throws EndedEarlyError */
  async pass(length: number): Promise<void> {
    for await (const _ of this.#parts(length));
  }

  /** Reads no more. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async *#parts(length: number): AsyncGenerator<Uint8Array> {
    let left = length;
    while (left > 0) {
      if (this.#held.length === 0 && !(await this.#more())) throw new EndedEarlyError();
      const part = this.#held.subarray(0, left);
      this.#held = this.#held.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done === true) return false;
    this.#held = value;
    return true;
  }
}
