import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect } from "vitest";
import { readBody, type BodyLimits, type ReadBody } from "../../../src/fetcher/body/decompress.ts";

/** Limits that no sound body reaches. */
export const limits: BodyLimits = { maxBytes: 10_000_000, maxRatio: 200, onOversize: "fail" };

/** A mebibyte. */
export const MIB = 1_048_576;

/** Text that does not compress to nothing and differs in every part. */
export function words(length: number, seed = 1): Buffer {
  let state = seed;
  const bytes = Buffer.alloc(length);
  for (let index = 0; index < length; index += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[index] = "etaoinshrdlu <>p".charCodeAt(state & 15);
  }
  return bytes;
}

/** Brotli at a speed for tests. */
export const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** An encoder per label. */
export const encoders: Record<string, (bytes: Uint8Array) => Buffer> = {
  gzip: (bytes) => gzipSync(bytes),
  "x-gzip": (bytes) => gzipSync(bytes),
  deflate: (bytes) => deflateSync(bytes),
  br: (bytes) => brotliCompressSync(bytes, quick),
  zstd: (bytes) => zstdCompressSync(bytes),
};

/** A source that cuts `bytes` and knows how it was left. */
export class Source implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #chunks: Uint8Array[];
  readonly #failure: Error | undefined;
  returned = 0;
  read = 0;

  constructor(bytes: Uint8Array, size = 1000, failure?: Error) {
    const count = Math.ceil(bytes.length / size);
    this.#chunks = Array.from({ length: count }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    this.#failure = failure;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const value = this.#chunks[this.read];
    this.read += 1;
    if (value !== undefined) return { done: false, value };
    if (this.#failure !== undefined) throw this.#failure;
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.returned += 1;
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** Reads a body of one source in chunks, under `limits` and those given. */
export function read(
  bytes: Uint8Array,
  label: string | undefined,
  given?: Partial<BodyLimits>,
): Promise<ReadBody> {
  return readBody(new Source(bytes), label, { ...limits, ...given });
}

/** Expects the same bytes, without a long difference in the report. */
export function expectBytes(actual: Uint8Array, expected: Uint8Array): void {
  expect(actual.length).toBe(expected.length);
  expect(Buffer.compare(actual, expected)).toBe(0);
}
