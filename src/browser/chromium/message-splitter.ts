/** What a splitter is made of. */
export interface MessageSplitterParts {
  /** Takes each whole message. */
  readonly deliver: (message: string) => void;
  /** Messages that begin with one of these bytes are thrown away, however long they are. */
  readonly unwanted: readonly Uint8Array[];
  /** The longest message in bytes. */
  readonly maxBytes: number;
}

/**
 * Makes messages of the bytes of a DevTools pipe, where each ends with a zero byte. Every byte is
 * looked at once and copied once, in however many chunks it comes; text is decoded when a message
 * is whole, so no character is cut.
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
    const whole = Buffer.concat(this.#chunks);
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
    if (wanted) this.#parts.deliver(textOf(chunks));
  }
}

function startsWith(bytes: Buffer, prefix: Uint8Array): boolean {
  return bytes.subarray(0, prefix.length).equals(prefix);
}

function textOf(chunks: readonly Uint8Array[]): string {
  return Buffer.concat(chunks).toString("utf8");
}
