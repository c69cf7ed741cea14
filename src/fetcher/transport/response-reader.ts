import type { Socket } from "node:net";
import { ChunkedBody } from "./chunked-body.ts";
import { readHead } from "./response-head.ts";

const CR = 13;
const LF = 10;
const NOTHING = Buffer.alloc(0);
const PROTOCOL = "HTTP/";

/** The least that a field takes on the wire (`a:` and its line end) for each byte that counts. */
const WIRE_PER_BYTE = 4;

/** RFC 9110, 15.2.2: not announcing another answer, but another protocol. */
const SWITCHING_PROTOCOLS = 101;

/** Statuses of answers that have no body, whatever their head says. */
const BODILESS = new Set([204, 304]);

/**
 * What undici reads of a socket, made readable: its parser takes no other option, and refuses answers
 * that browsers and curl read. An ordinary answer costs one look at its head. Answers of 1xx, asked for
 * or not, are left out (RFC 9110, 15.2).
 */
export class ResponseReader {
  readonly #socket: Socket;
  readonly #maxWireBytes: number;
  #part: "head" | "chunks" | "rest" = "rest";
  #isHead = false;
  /** The start of a head that is not whole yet. */
  #held: Buffer = NOTHING;
  /** Bytes of the heads since the request. */
  #heads = 0;
  #chunks = new ChunkedBody();
  /** Bytes at the start of the socket's buffer that undici has given back: they were read here. */
  #returned = 0;

  /** Reads for the socket from now on; until {@link expect}, everything as it comes. */
  constructor(socket: Socket, maxHeaderSize: number) {
    this.#socket = socket;
    this.#maxWireBytes = maxHeaderSize * WIRE_PER_BYTE + 1024;
    const read = socket.read.bind(socket);
    const unshift = socket.unshift.bind(socket);
    socket.read = (size?: number) => this.#read(read(size));
    socket.unshift = (bytes: Buffer) => {
      this.#returned += bytes.length;
      unshift(bytes);
    };
  }

  /** Whether any byte of an answer to the last request has come. */
  get heard(): boolean {
    return this.#heads > 0 || this.#held.length > 0;
  }

  /** A request is on its way: an answer comes next. */
  expect(method: string): void {
    this.#part = "head";
    this.#isHead = method === "HEAD";
    this.#held = NOTHING;
    this.#heads = 0;
  }

  #read(bytes: Buffer | null): Buffer | null {
    if (bytes === null) return null;
    const known = Math.min(this.#returned, bytes.length);
    this.#returned -= known;
    if (this.#part === "rest" || known === bytes.length) return bytes;
    const made = this.#next(known === 0 ? bytes : bytes.subarray(known));
    if (known > 0) return Buffer.concat([bytes.subarray(0, known), made]);
    return made.length === 0 ? null : made;
  }

  #next(bytes: Buffer): Buffer {
    if (this.#part === "chunks") return this.#chunks.read(bytes);
    return this.#part === "head" ? this.#head(bytes) : bytes;
  }

  #head(more: Buffer): Buffer {
    let bytes = this.#held.length === 0 ? more : Buffer.concat([this.#held, more]);
    for (;;) {
      bytes = withoutEmptyLines(bytes);
      const end = headEnd(bytes);
      if (end === -1 || this.#heads + end > this.#maxWireBytes) return this.#wait(bytes);
      this.#heads += end;
      const text = bytes.toString("latin1", 0, end);
      const head = readHead(text);
      const isFinal = head.status >= 200 || head.status === SWITCHING_PROTOCOLS;
      if (isFinal || head.status < 100) {
        this.#held = NOTHING;
        const isChunked = head.chunked && !this.#isHead && !BODILESS.has(head.status);
        return this.#answer(bytes, { end, isChunked, ...(head.text !== text && head) });
      }
      bytes = bytes.subarray(end);
    }
  }

  /** The bytes from the final head on. */
  #answer(
    bytes: Buffer,
    { end, isChunked, text }: { end: number; isChunked: boolean; text?: string },
  ): Buffer {
    this.#part = isChunked ? "chunks" : "rest";
    if (isChunked) this.#chunks = new ChunkedBody();
    const body = bytes.subarray(end);
    const made = this.#next(body);
    if (text === undefined && made === body) return bytes;
    const head = text === undefined ? bytes.subarray(0, end) : Buffer.from(text, "latin1");
    return Buffer.concat([head, made]);
  }

  /** Keeps the start of a head, if it can become one. */
  #wait(bytes: Buffer): Buffer {
    const start = bytes.toString("latin1", 0, PROTOCOL.length).toUpperCase();
    if (start !== PROTOCOL.slice(0, start.length)) {
      this.#part = "rest";
      this.#held = NOTHING;
      return bytes;
    }
    if (this.#heads + bytes.length > this.#maxWireBytes) {
      // As undici says it of heads that it reads itself.
      const code = "UND_ERR_HEADERS_OVERFLOW";
      this.#socket.destroy(Object.assign(new Error("Headers Overflow Error"), { code }));
      return NOTHING;
    }
    this.#held = bytes;
    return NOTHING;
  }
}

/** RFC 9112, 2.2: one may come before a message. */
function withoutEmptyLines(bytes: Buffer): Buffer {
  let start = 0;
  while (bytes[start] === CR || bytes[start] === LF) start += 1;
  return start === 0 ? bytes : bytes.subarray(start);
}

/** Where the empty line after a head ends; -1 when it has not come. */
function headEnd(bytes: Buffer): number {
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2;
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3;
  }
  return -1;
}
