import type { GivenLine, MissingPage, SavedPage } from "./conversion-job.ts";

/** A line that says something or a page; or the news why there is none. */
export interface InputLine {
  readonly number: number;
  readonly line: GivenLine["line"] | { readonly id?: string; readonly error: string };
  /** Its length. */
  readonly bytes: number;
}

const LINE_FEED = 10;

/**
 * Splits chunks of bytes at line feeds, however they were cut, in time proportional to their
 * length. Lines of white space are left out but counted; numbers begin at 1. Of a line longer than
 * `maxBytes` nothing is kept. The bytes are copies with a buffer of their own; chunks must keep
 * theirs until their last line has been given. A page counts as a line.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array | SavedPage | MissingPage>,
  maxBytes: number,
): AsyncGenerator<InputLine, void> {
  const line = new GrowingLine(maxBytes);
  let number = 1;
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) {
      const bytes = "html" in chunk ? chunk.html.length : 0;
      const line = bytes > maxBytes ? { id: chunk.id, error: tooLong(maxBytes) } : chunk;
      yield { number: number++, line, bytes };
      continue;
    }
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      line.add(chunk.subarray(start, end));
      const finished = line.finish(number++);
      if (finished !== undefined) yield finished;
      start = end + 1;
    }
    line.add(chunk.subarray(start));
  }
  const last = line.finish(number);
  if (last !== undefined) yield last;
}

function tooLong(maxBytes: number): string {
  return `longer than ${maxBytes} bytes`;
}

class GrowingLine {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > this.#maxBytes) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  /** The line so far, and then begins another; undefined when it says nothing. */
  finish(number: number): InputLine | undefined {
    const [pieces, length] = [this.#pieces, this.#length];
    this.#pieces = [];
    this.#length = 0;
    if (length > this.#maxBytes) {
      return { number, line: { error: tooLong(this.#maxBytes) }, bytes: length };
    }
    const line = join(pieces, length);
    return isBlank(line) ? undefined : { number, line, bytes: length };
  }
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Whether there is nothing but what JSON calls white space (RFC 8259, 2). */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 32 || byte === 13 || byte === 9);
}
