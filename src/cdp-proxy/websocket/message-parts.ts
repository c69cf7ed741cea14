/** Bytes of a frame's head at most: two, a length of eight, a mask of four (RFC 6455, 5.2). */
const MOST_HEAD = 14;
/** The first opcode of control frames, which are no messages (5.5). */
const CONTROL = 8;

/** Tells whether bytes of a client's WebSocket are of a message, or of pings and pongs alone. */
export class MessageParts {
  /** The head of the frame that has begun, as far as it came. */
  #head: number[] = [];
  /** Bytes of the frame that are still to come behind its head. */
  #left = 0;
  #isMessage = false;

  /** Whether something of a message is in the bytes that come next. */
  push(chunk: Uint8Array): boolean {
    let found = false;
    for (let at = 0; at < chunk.length;) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at);
        this.#left -= taken;
        at += taken;
      } else {
        this.#head.push(chunk[at] ?? 0);
        at += 1;
        this.#readHead();
      }
      found ||= this.#isMessage;
    }
    return found;
  }

  #readHead(): void {
    const [first = 0, second = 0] = this.#head;
    this.#isMessage = (first & 15) < CONTROL;
    if (this.#head.length < 2) return;
    const short = second & 127;
    const extended = short === 127 ? 8 : short === 126 ? 2 : 0;
    const mask = (second & 128) === 0 ? 0 : 4;
    if (this.#head.length < Math.min(MOST_HEAD, 2 + extended + mask)) return;
    const long = this.#head.slice(2, 2 + extended).reduce((sum, byte) => sum * 256 + byte, 0);
    this.#left = extended === 0 ? short : long;
    this.#head = [];
  }
}
