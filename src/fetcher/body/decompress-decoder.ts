import type { Transform } from "node:stream";
import type { Coding } from "./decompress-coding.ts";

/**
 * How decoding stands: all bytes were taken; the coding's own end was reached; the bytes are not
 * valid; more came out than was allowed; the body has more parts than anyone needs.
 */
type DecoderState = "open" | "ended" | "corrupt" | "over" | "endless";

/** Each part takes a stream of its own, and an empty one nine bytes on the wire. */
const MOST_PARTS = 1000;

/** Decodes one body of one coding, byte by byte if need be. */
export class Decoder {
  readonly #coding: Coding;
  readonly #limit: (wireBytes: number) => number;
  readonly #output: Uint8Array[] = [];
  #stream: ReturnType<Coding["open"]>;
  #outputBytes = 0;
  #fedBytes = 0;
  #parts = 0;
  #state: DecoderState = "open";

  /** @param limit decoded bytes that are allowed once so many encoded bytes were fed */
  constructor(coding: Coding, limit: (fedBytes: number) => number) {
    this.#coding = coding;
    this.#limit = limit;
    this.#stream = this.#open();
  }

  get output(): readonly Uint8Array[] {
    return this.#output;
  }

  get outputBytes(): number {
    return this.#outputBytes;
  }

  /** Decodes `bytes`; what they give is in `output` when the promise resolves. */
  async feed(bytes: Uint8Array): Promise<DecoderState> {
    this.#fedBytes += bytes.length;
    let rest = bytes;
    while (this.#state === "open") {
      const before = this.#stream.bytesWritten;
      await this.#settled((done) => this.#stream.write(rest, done));
      if (this.#state !== "open") break;
      rest = rest.subarray(this.#stream.bytesWritten - before);
      if (rest.length === 0) break;
      await this.#nextPart(rest);
    }
    return this.#state;
  }

  /**
   * Says that no more comes.
   * @returns whether the body was whole
   */
  async finish(): Promise<boolean> {
    if (this.#state !== "open") return this.#state === "ended";
    await this.#settled((done) => {
      this.#stream.once("end", done);
      this.#stream.end();
    });
    return this.#state === "open";
  }

  /** Frees zlib's memory. */
  close(): void {
    this.#stream.destroy();
  }

  /** Bytes are left although the coding has ended: another part of the body, or garbage. */
  async #nextPart(rest: Uint8Array): Promise<void> {
    const continues = this.#coding.continues?.(rest) ?? false;
    await this.finish();
    if (this.#state !== "open") return;
    this.#stream.destroy();
    if (!continues) this.#state = "ended";
    else if (this.#parts >= MOST_PARTS) this.#state = "endless";
    else this.#stream = this.#open();
  }

  #open(): ReturnType<Coding["open"]> {
    const stream = this.#coding.open();
    this.#parts += 1;
    stream.on("data", (chunk: Uint8Array) => this.#take(stream, chunk));
    stream.on("error", () => {
      if (this.#state === "open") this.#state = "corrupt";
    });
    return stream;
  }

  #take(stream: Transform, chunk: Uint8Array): void {
    if (this.#state !== "open") return;
    this.#output.push(chunk);
    this.#outputBytes += chunk.length;
    if (this.#outputBytes <= this.#limit(this.#fedBytes)) return;
    this.#state = "over";
    stream.destroy();
  }

  /** zlib does not call back once it has failed or was destroyed; it only closes. */
  #settled(start: (done: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      const stream = this.#stream;
      const done = (): void => {
        stream.off("close", done);
        resolve();
      };
      stream.once("close", done);
      start(done);
    });
  }
}
