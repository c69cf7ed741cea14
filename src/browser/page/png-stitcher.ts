import { once } from "node:events";
import { crc32, createDeflate, inflate } from "node:zlib";
import { promisify } from "node:util";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const inflated = promisify(inflate);

/** Fast, and within a few percent of the smallest for pictures of pages. */
const LEVEL = 3;

/** Types of filters of a row (PNG 9.2). */
const NONE = 0;
const SUB = 1;
const UP = 2;
const AVERAGE = 3;
const PAETH = 4;

/** What a PNG's header says (PNG 11.2.2). */
interface Header {
  readonly width: number;
  readonly height: number;
  /** Bit depth, colour type, compression, filter and interlace method. */
  readonly kind: Buffer;
}

/**
 * Puts PNGs of one width and kind below one another. Rows are not decoded: a filter refers to the
 * row above at most, so only the first row of each picture is looked at. One picture is held at a
 * time, besides the result.
 */
export class PngStitcher implements Disposable {
  readonly #deflate = createDeflate({ level: LEVEL });
  readonly #chunks: Buffer[] = [];
  #first: Header | undefined;
  #height = 0;

  constructor() {
    this.#deflate.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
  }

  /** @throws Error when the picture is not a PNG of a browser, or of another width or kind */
  async add(png: Uint8Array): Promise<void> {
    const { header, body } = readPng(png);
    const first = (this.#first ??= header);
    if (header.width !== first.width || !header.kind.equals(first.kind)) {
      throw new Error(`A strip of ${header.width} px does not fit one of ${first.width} px.`);
    }
    this.#height += header.height;
    const rows = await inflated(body);
    detachFirstRow(rows.subarray(0, rows.length / header.height), bytesPerPixel(header.kind));
    if (!this.#deflate.write(rows)) await once(this.#deflate, "drain");
  }

  /** The whole picture. */
  async finish(): Promise<Uint8Array> {
    const ended = once(this.#deflate, "end");
    this.#deflate.end();
    await ended;
    const { width, kind } = this.#first ?? { width: 0, kind: Buffer.alloc(5) };
    const size = Buffer.alloc(8);
    size.writeUInt32BE(width, 0);
    size.writeUInt32BE(this.#height, 4);
    return Buffer.concat([
      SIGNATURE,
      ...chunk("IHDR", [size, kind]),
      ...chunk("IDAT", this.#chunks),
      ...chunk("IEND", []),
    ]);
  }

  [Symbol.dispose](): void {
    this.#deflate.destroy();
  }
}

/** The header and the compressed rows of a PNG. */
function readPng(bytes: Uint8Array): { readonly header: Header; readonly body: Buffer } {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error("The image is not a PNG.");
  const header = {
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
    kind: png.subarray(24, 29),
  };
  if (png[24] !== 8 || png[28] !== 0)
    throw new Error("The PNG must have 8 bits per channel and no interlacing.");
  const parts: Buffer[] = [];
  for (let at = 8; at + 8 <= png.length;) {
    const length = png.readUInt32BE(at);
    const name = png.toString("latin1", at + 4, at + 8);
    if (name === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return { header, body: Buffer.concat(parts) };
}

function bytesPerPixel(kind: Buffer): number {
  return { 0: 1, 2: 3, 4: 2, 6: 4 }[kind[1] ?? 0] ?? 1;
}

/**
 * Makes a picture's first row one that refers to no row above. Above it is nothing, which counts as
 * zeros, so `Up` is no filter and `Paeth` is `Sub`; an average is half of what is left of it.
 */
function detachFirstRow(row: Buffer, pixel: number): void {
  const filter = row[0];
  if (filter === UP) row[0] = NONE;
  else if (filter === PAETH) row[0] = SUB;
  else if (filter === AVERAGE) {
    row[0] = NONE;
    for (let at = 1 + pixel; at < row.length; at += 1) {
      row[at] = ((row[at] ?? 0) + ((row[at - pixel] ?? 0) >> 1)) & 0xff;
    }
  }
}

function chunk(name: string, parts: readonly Buffer[]): Buffer[] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(parts.reduce((sum, part) => sum + part.length, 0));
  const type = Buffer.from(name, "latin1");
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(parts.reduce((crc, part) => crc32(part, crc), crc32(type)));
  return [length, type, ...parts, sum];
}
