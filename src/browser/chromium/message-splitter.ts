/** What a splitter is made of. */
interface MessageSplitterParts {
  /**
   * Takes the bytes of each whole message, which are its own from then on; they may be a part of
   * the chunk that was pushed.
   */
  readonly deliver: (message: Buffer) => void;
  /** Messages that begin with one of these bytes are thrown away, however long they are. */
  readonly unwanted: readonly Uint8Array[];
  /** The longest message in bytes. */
  readonly maxBytes: number;
}

/**
 * Makes messages of the bytes of a DevTools pipe, where each ends with a zero byte. Every byte is
 * looked at once and copied once, in however many chunks it comes; a message that comes in one chunk is
 * not copied.
 */
export class MessageSplitter {
  readonly #parts: MessageSplitterParts;
  readonly #decisive: number;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #fate: "unknown" | "wanted" | "unwanted" = "unknown";

  constructor(parts: MessageSplitterParts) {
    this.#parts = parts;
    this.#decisive = Math.max(0, ...parts.unwanted.map((prefix) => prefix.length));
  }

  /** @throws RangeError when a message is longer than it may be */
  push(chunk: Uint8Array): void {
    let start = 0;
    let end = chunk.indexOf(0);
    while (end !== -1) {
      this.#add(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
      end = chunk.indexOf(0, start);
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  #add(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#fate === "unwanted") return;
    this.#chunks.push(bytes);
    if (this.#fate === "unknown" && this.#bytes >= this.#decisive) this.#decide();
    else if (this.#fate === "wanted") this.#measure();
  }

  #decide(): void {
    const whole = joined(this.#chunks);
    const refused = this.#parts.unwanted.some((prefix) => startsWith(whole, prefix));
    this.#fate = refused ? "unwanted" : "wanted";
    this.#chunks = refused ? [] : [whole];
    if (!refused) this.#measure();
  }

  #measure(): void {
    const { maxBytes } = this.#parts;
    if (this.#bytes > maxBytes) throw new RangeError(`A message is longer than ${maxBytes} bytes`);
  }

  #finish(): void {
    if (this.#fate === "unknown") this.#decide();
    const chunks = this.#chunks;
    const wanted = this.#fate !== "unwanted" && this.#bytes > 0;
    this.#chunks = [];
    this.#bytes = 0;
    this.#fate = "unknown";
    if (wanted) this.#parts.deliver(joined(chunks));
  }
}

function startsWith(bytes: Buffer, prefix: Uint8Array): boolean {
  return bytes.subarray(0, prefix.length).equals(prefix);
}

function joined(chunks: readonly Uint8Array[]): Buffer {
  const [only] = chunks;
  if (only === undefined || chunks.length > 1) return Buffer.concat(chunks);
  return Buffer.from(only.buffer, only.byteOffset, only.byteLength);
}
