import { createWriteStream, type WriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import type { Encoding, EncodingEnd, EncodingOrder } from "./video-encoder.ts";

// A file of pictures as they came, for those who make a video of it later. It begins with PICTURES,
// width and height; then for each picture its time in milliseconds, its length and its JPEG. Numbers
// are of four bytes, the highest first; a length of 0 says that the picture before is shown again.

/** How such a file begins. */
export const PICTURES = Buffer.from("draglineP1\r\n", "latin1");
/** Bytes before the first picture, and before each JPEG. */
export const FILE_HEAD = PICTURES.length + 8;
export const RECORD_HEAD = 8;
/** The longest JPEG, in bytes. */
export const MOST_JPEG = 32 * 1024 * 1024;

/** Writes pictures down; a picture that is the same as the one before takes no room. */
export class PictureFile implements Encoding {
  readonly ended: Promise<EncodingEnd>;
  readonly #stream: WriteStream;
  #last: Buffer | undefined;
  #written = 0;
  #isKilled = false;

  constructor({ path, size: { width, height } }: EncodingOrder) {
    this.#stream = createWriteStream(path);
    this.ended = this.#end();
    this.#send(Buffer.concat([PICTURES, numbers(width, height)]));
  }

  get waiting(): number {
    return this.#stream.writableLength;
  }

  get taken(): number {
    return this.#written - this.waiting;
  }

  write(jpeg: Uint8Array, atMs: number): void {
    const picture = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.length);
    const isSame = this.#last?.equals(picture) === true;
    // None of a page is as long: it is as if it had not come.
    if (!isSame && picture.length > MOST_JPEG) return;
    this.#last = picture;
    this.#send(numbers(atMs, isSame ? 0 : picture.length));
    if (!isSame) this.#send(picture);
  }

  finish(): void {
    this.#stream.end();
  }

  kill(): void {
    this.#isKilled = true;
    this.#stream.destroy();
  }

  #send(bytes: Buffer): void {
    if (!this.#stream.writable) return;
    this.#written += bytes.length;
    this.#stream.write(bytes);
  }

  async #end(): Promise<EncodingEnd> {
    try {
      await finished(this.#stream);
      return { kind: "finished", reason: "the pictures are written" };
    } catch (error) {
      if (this.#isKilled) return { kind: "killed", reason: "writing pictures was ended" };
      const said = error instanceof Error ? error.message : String(error);
      return { kind: "failed", reason: `the pictures could not be written: ${said}` };
    }
  }
}

function numbers(first: number, second: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(first, 0);
  bytes.writeUInt32BE(second, 4);
  return bytes;
}
