import type { Call } from "./records.ts";

/** What is stored beside the bytes. */
export interface BlobFacts {
  /** Length in bytes. */
  readonly size: number;
  /** Media type as given when it was put. */
  readonly contentType: string;
}

/** A part of a blob: both ends included, counted from 0; `end` beyond the last byte means the last. */
export interface ByteRange {
  readonly start: number;
  /** @default Infinity */
  readonly end?: number;
}

/** A blob that is being read. */
export interface StoredBlob extends BlobFacts {
  /** Offset of the first byte of `body` in the blob. */
  readonly start: number;
  /**
   * The bytes asked for; read them to the end or cancel them. The signal of the call ends them too:
   * the reader then rejects with the signal's reason.
   */
  readonly body: ReadableStream<Uint8Array>;
}

/** What a put takes besides key and body. */
export interface PutOptions extends Call {
  /** 1 to 255 printable ASCII characters. @default "application/octet-stream" */
  readonly contentType?: string;
}

/** What a get takes besides the key. */
export interface GetOptions extends Call {
  /** The whole blob without one. */
  readonly range?: ByteRange;
}

/** How long a signed URL is good for. */
export interface SignOptions extends Call {
  /** Milliseconds; from 1000 to 604800000 (7 days). @default 3600000 */
  readonly expiresInMs?: number;
}

/**
 * Large byte strings by key: screenshots, recordings, page bodies. Keys are any non-empty string of
 * at most 512 UTF-8 bytes, without lone surrogates, and mean nothing to the store: `../x` is a name
 * like another. All methods throw StorageError: `INVALID_KEY`, `UNAVAILABLE`, `STORE_FULL`,
 * `READ_ONLY`, `CLOSED`.
 */
export interface Blobs {
  /**
   * Stores the bytes under the key, in the place of what was there. Readers see the old blob or the
   * new one whole; a put that fails or is cancelled leaves the old one, and cancels a body that it
   * has begun to read. An error of the body itself is thrown as it is.
   * @throws StorageError `INVALID_VALUE` for a content type or a chunk that is not what it must be
   */
  put(
    key: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    options: PutOptions,
  ): Promise<BlobFacts>;

  /**
   * Reads a blob as it is now, also when it is replaced or removed meanwhile; undefined without one.
   * @throws StorageError `INVALID_RANGE` when the range is not one or begins behind the last byte
   */
  get(key: string, options: GetOptions): Promise<StoredBlob | undefined>;

  /** Removes a blob; gives whether there was one. */
  remove(key: string, call: Call): Promise<boolean>;

  /**
   * A URL under which anyone may read the blob until it expires, whether it is there or not.
   * @throws CoreError `INVALID_OPTION` when `expiresInMs` is out of bounds
   */
  signedUrl(key: string, options: SignOptions): Promise<string>;

  /** Refuses further calls (`CLOSED`). Closing twice is harmless. */
  close(): Promise<void>;
}
