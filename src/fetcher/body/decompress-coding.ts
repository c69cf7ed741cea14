import type { Transform } from "node:stream";
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from "node:zlib";
import { isWholeZstd, isZstdFrame } from "./decompress-zstd.ts";

/** One content coding (RFC 9110, 8.4.1), and what zlib has for it. */
export interface Coding {
  /** Whether bytes begin like this coding; absent when it has no mark to tell it by. */
  readonly recognises?: (bytes: Uint8Array) => boolean;
  /** Decodes all of a short body at once, the quickest way; throws if anything is odd about it. */
  decode(bytes: Uint8Array, maxOutputLength: number): Uint8Array;
  /** Decodes bit by bit. */
  open(): Transform & { readonly bytesWritten: number };
  /** Whether a body that zlib calls whole is so. */
  isWhole?(bytes: Uint8Array): boolean;
  /** Whether bytes behind the end begin another part of the same body. */
  continues?(bytes: Uint8Array): boolean;
}

/** Decoded bytes that zlib hands out at once: fewer, larger turns than its own 16 KiB. */
const chunkSize = 65_536;

interface WholeSettings {
  readonly maxOutputLength: number;
  readonly chunkSize: number;
  readonly info: true;
}

/** zlib stops at the end of a coding without a word about what is behind it. */
function decodeWith(
  decode: (bytes: Uint8Array, settings: WholeSettings) => unknown,
  bytes: Uint8Array,
  maxOutputLength: number,
): Uint8Array {
  const { buffer, engine } = decode(bytes, { maxOutputLength, chunkSize, info: true }) as {
    readonly buffer: Uint8Array;
    readonly engine: { readonly bytesWritten: number };
  };
  if (engine.bytesWritten < bytes.length) throw new RangeError("There is data after the end");
  return buffer;
}

const gzip: Coding = {
  recognises: (bytes) => startsWith(bytes, [0x1f, 0x8b]),
  decode: (bytes, maxOutputLength) => decodeWith(gunzipSync, bytes, maxOutputLength),
  open: () => createGunzip({ chunkSize }),
};

const zlib: Coding = {
  decode: (bytes, maxOutputLength) => decodeWith(inflateSync, bytes, maxOutputLength),
  open: () => createInflate({ chunkSize }),
};

const rawDeflate: Coding = {
  decode: (bytes, maxOutputLength) => decodeWith(inflateRawSync, bytes, maxOutputLength),
  open: () => createInflateRaw({ chunkSize }),
};

const brotli: Coding = {
  decode: (bytes, maxOutputLength) => decodeWith(brotliDecompressSync, bytes, maxOutputLength),
  open: () => createBrotliDecompress({ chunkSize }),
};

const zstd: Coding = {
  recognises: isZstdFrame,
  decode: (bytes, maxOutputLength) => decodeWith(zstdDecompressSync, bytes, maxOutputLength),
  open: () => createZstdDecompress({ chunkSize }),
  isWhole: isWholeZstd,
  continues: (bytes) => bytes.length >= 4 && isZstdFrame(bytes),
};

/**
 * The coding of a token of Content-Encoding. `deflate` means the zlib format, but many servers
 * send it bare, so the body's first bytes decide.
 * @returns undefined for an unknown token
 */
export function codingOf(token: string, body: Uint8Array): Coding | undefined {
  if (token === "gzip" || token === "x-gzip") return gzip;
  if (token === "deflate") return hasZlibHeader(body) ? zlib : rawDeflate;
  if (token === "br") return brotli;
  return token === "zstd" ? zstd : undefined;
}

/** RFC 1950, 2.2: method 8, and a multiple of 31. */
function hasZlibHeader([method = 0, flags]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && (flags === undefined || (method * 256 + flags) % 31 === 0);
}

/** Whether bytes begin with a mark, or are cut off inside of it. */
function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => (bytes[index] ?? byte) === byte);
}
