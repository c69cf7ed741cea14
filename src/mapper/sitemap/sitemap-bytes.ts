import { concatBytes } from "../../core/index.ts";
import { GzipReader, isGzip } from "./gzip-reader.ts";

/** Bytes that are handed on, and unpacked, at once. */
const SLICE = 4096;
const PLAIN_SLICE = 65_536;

/** A gzip file in a gzip file is unpacked, one in that is not. */
const MOST_LAYERS = 2;

/** Up to here no ratio is too high. */
const FREE_BYTES = 1_048_576;

/** How much of a file is read. */
interface ByteLimits {
  /** Bytes, unpacked. */
  readonly maxBytes: number;
  /** Unpacked bytes for each packed one. */
  readonly maxRatio: number;
}

/** The bytes of a file, unpacked where they are gzip by their first two. */
export class SitemapBytes implements AsyncIterable<Uint8Array> {
  readonly #input: Uint8Array | AsyncIterable<Uint8Array>;
  readonly #limits: ByteLimits;
  /** Bytes as they came. */
  #packed = 0;
  /** Bytes handed on. */
  bytes = 0;
  stoppedBy: "bytes" | "ratio" | undefined;
  /** Whether the packing was broken or cut off. */
  damaged = false;

  constructor(input: Uint8Array | AsyncIterable<Uint8Array>, limits: ByteLimits) {
    this.#input = input;
    this.#limits = limits;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let layer: AsyncIterable<Uint8Array> = this.#raw();
    for (let depth = 0; depth < MOST_LAYERS; depth++) layer = this.#unpacked(layer);
    for await (const chunk of layer) {
      const room = this.#limits.maxBytes - this.bytes;
      this.bytes += Math.min(chunk.length, room);
      if (chunk.length > room) this.stoppedBy = "bytes";
      if (room > 0) yield chunk.length > room ? chunk.subarray(0, room) : chunk;
      if (this.stoppedBy !== undefined) return;
    }
  }

  async *#raw(): AsyncGenerator<Uint8Array> {
    if (this.#input instanceof Uint8Array) {
      for (const slice of slices(this.#input, PLAIN_SLICE)) {
        this.#packed += slice.length;
        yield slice;
      }
      return;
    }
    for await (const chunk of this.#input) {
      this.#packed += chunk.length;
      if (chunk.length > 0) yield chunk;
    }
  }

  async *#unpacked(layer: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let reader: GzipReader | undefined;
    let isFirst = true;
    try {
      for await (const chunk of withHead(layer)) {
        if (isFirst && isGzip(chunk)) reader = new GzipReader();
        isFirst = false;
        if (reader === undefined) yield chunk;
        else yield* this.#unpack(reader, chunk);
      }
      if (reader?.whole === false) this.damaged = true;
    } finally {
      reader?.close();
    }
  }

  async *#unpack(reader: GzipReader, bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    const { maxBytes, maxRatio } = this.#limits;
    for (const slice of slices(bytes, SLICE)) {
      for (const piece of await reader.feed(slice)) {
        yield piece;
        if (this.stoppedBy !== undefined) return;
      }
      const most = Math.max(FREE_BYTES, this.#packed * maxRatio);
      if (reader.unpacked > most) this.stoppedBy = "ratio";
      else if (reader.unpacked > maxBytes) this.stoppedBy = "bytes";
    }
  }
}

/** The same bytes, with at least two in the first piece. */
async function* withHead(layer: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined;
  for await (const chunk of layer) {
    if (head !== undefined && head.length > 1) yield chunk;
    else {
      head = head === undefined ? chunk : concatBytes([head, chunk]);
      if (head.length > 1) yield head;
    }
  }
  if (head?.length === 1) yield head;
}

function* slices(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
