import { createReadStream, statSync, type Stats } from "node:fs";
import { addAbortSignal, type Readable } from "node:stream";
import { say, type Terminal } from "../terminal/terminal.ts";
import { fileFailure } from "./file-failure.ts";

/** Four bytes for each of the characters that the parser takes. */
const MOST_BYTES = 268_435_456;

/** A whole page or several lines at a time. */
const CHUNK_BYTES = 1_048_576;

const WAITING =
  "reading from the terminal: paste or type the input and end it with Ctrl-D, or stop with Ctrl-C and name a FILE";

/** A file or stdin, as bytes. */
export class PageInput implements AsyncIterable<Uint8Array> {
  readonly #name: string;
  readonly #stream: Readable;
  readonly #signal: AbortSignal;
  readonly #file: string | undefined;
  /** Bytes that were read of it. */
  read = 0;

  /** @param file `-` or undefined for stdin; reading ends when the user interrupts */
  constructor(file: string | undefined, terminal: Terminal) {
    const { stdin, signal } = terminal;
    const isStdin = file === undefined || file === "-";
    if (isStdin && "isTTY" in stdin && stdin.isTTY === true) say(terminal, WAITING);
    this.#name = isStdin ? "stdin" : file;
    this.#file = isStdin ? undefined : file;
    this.#stream = addAbortSignal(
      signal,
      isStdin ? stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES }),
    );
    // One that nobody iterates yet must not end the process; who does gets the failure.
    this.#stream.on("error", () => {});
    this.#signal = signal;
  }

  /** Its length; undefined of stdin, of what is no file, and where nothing is. */
  get total(): number | undefined {
    return this.#found?.size;
  }

  /** Its name, and by what it is known again that nobody has changed, where it is a file. */
  get stamp(): string {
    const found = this.#found;
    if (found === undefined) return this.#name;
    return `${this.#name} (${found.size} bytes of ${found.mtime.toISOString()})`;
  }

  get #found(): Stats | undefined {
    if (this.#file === undefined) return undefined;
    const found = statSync(this.#file, { throwIfNoEntry: false });
    return found?.isFile() === true ? found : undefined;
  }

  /** @throws Error that names the file and the reason; the signal's reason */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const chunk of this.#stream as AsyncIterable<Uint8Array | string>) {
        this.read += chunk.length;
        yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      }
    } catch (cause) {
      this.#signal.throwIfAborted();
      throw new Error(fileFailure("read", this.#name, cause), { cause });
    }
  }

  /** @throws Error when there is more than a page can have */
  async whole(): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of this) {
      length += chunk.length;
      if (length > MOST_BYTES) {
        throw new Error(
          `${this.#name} is larger than ${MOST_BYTES} bytes, which is the limit for a page`,
        );
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, length);
  }

  /** Stops reading: an open pipe would keep the process alive. */
  close(): void {
    this.#stream.destroy();
  }
}
