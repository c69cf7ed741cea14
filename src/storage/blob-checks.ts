import { checkNumber, CoreError } from "../core/index.ts";
import type { ByteRange, PutOptions, SignOptions } from "./blobs.ts";
import { StorageError } from "./storage-error.ts";

const MOST_KEY_BYTES = 512;
const SHORTEST_EXPIRY = 1000;
const LONGEST_EXPIRY = 604_800_000;

/**
 * Refuses what no store can name.
 * @throws StorageError `INVALID_KEY`
 */
export function checkBlobKey(key: string): void {
  const fits = typeof key === "string" && key !== "" && key.isWellFormed();
  if (fits && Buffer.byteLength(key) <= MOST_KEY_BYTES) return;
  const got = typeof key === "string" ? `one of ${Buffer.byteLength(key)} bytes` : typeof key;
  throw new StorageError("INVALID_KEY", {
    message: `A blob's key must be a string of 1 to ${MOST_KEY_BYTES} UTF-8 bytes without lone surrogates; got ${got}.`,
  });
}

/**
 * The content type of a put. Line breaks in it would become headers of their own.
 * @throws StorageError `INVALID_VALUE`
 */
export function contentTypeOf(options: PutOptions): string {
  const { contentType = "application/octet-stream" } = options;
  if (typeof contentType === "string" && /^[\x20-\x7E]{1,255}$/.test(contentType)) {
    return contentType;
  }
  throw new StorageError("INVALID_VALUE", {
    message: `A content type must be 1 to 255 printable ASCII characters; got ${JSON.stringify(contentType)}.`,
  });
}

/**
 * The milliseconds that a signed URL is good for.
 * @throws CoreError `INVALID_OPTION`
 */
export function expiryOf(options: SignOptions): number {
  const { expiresInMs = 3_600_000 } = options;
  if ("expiresIn" in options) {
    throw new CoreError("INVALID_OPTION", {
      message: "Unknown option 'expiresIn'; it is called 'expiresInMs' now.",
      details: { option: "expiresIn" },
    });
  }
  checkNumber("expiresInMs", expiresInMs, { min: SHORTEST_EXPIRY, max: LONGEST_EXPIRY });
  return expiresInMs;
}

/** The bytes of a blob that are meant: from `start` to before `end`. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

/**
 * Refuses an invalid range; an absent one means the whole blob.
 * @throws StorageError `INVALID_RANGE`
 */
export function checkRange(range: ByteRange | undefined): void {
  const { start, end = Number.POSITIVE_INFINITY } = range ?? { start: 0 };
  const whole = end === Number.POSITIVE_INFINITY || Number.isSafeInteger(end);
  if (Number.isSafeInteger(start) && start >= 0 && whole && end >= start) return;
  throw new StorageError("INVALID_RANGE", {
    message: `A range must be two whole numbers with 0 <= start <= end; got ${start} to ${end}.`,
  });
}

/** The error of a range that begins behind the last byte. */
export function rangeBehind(start: number, size: number | undefined): StorageError {
  const length = size === undefined ? "the blob" : `the blob's ${size} bytes`;
  return new StorageError("INVALID_RANGE", {
    message: `The range begins at ${start}, after the end of ${length}.`,
    details: { start, size },
  });
}

/**
 * The part of a blob of `size` bytes that a checked range means.
 * @throws StorageError `INVALID_RANGE`
 */
export function sliceOf(size: number, range: ByteRange | undefined): Slice {
  if (range === undefined) return { start: 0, end: size };
  const { start, end = Number.POSITIVE_INFINITY } = range;
  if (start >= size) throw rangeBehind(start, size);
  return { start, end: Math.min(end + 1, size) };
}
