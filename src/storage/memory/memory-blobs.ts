import {
  checkCollaborators,
  checkNumber,
  concatBytes,
  systemClock,
  systemIds,
  withDefaults,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import { checkRange, contentTypeOf, expiryOf, type Slice } from "../blob-checks.ts";
import { chunksOf } from "../blob-chunks.ts";
import { storedBlob, type BlobContent } from "../blob-content.ts";
import { BlobGate } from "../blob-gate.ts";
import { blobStream } from "../blob-stream.ts";
import { BlobUrls } from "../blob-urls.ts";
import type {
  BlobFacts,
  Blobs,
  GetOptions,
  PutOptions,
  SignOptions,
  StoredBlob,
} from "../blobs.ts";
import type { Call } from "../records.ts";
import { serveBlob } from "../serve-blob.ts";
import { StorageError } from "../storage-error.ts";

/** The collaborators of a {@link MemoryBlobs}. */
export interface MemoryBlobsCollaborators {
  /** Tells when signed URLs expire. @default systemClock */
  readonly clock?: Clock | undefined;
  /** Makes versions and the secret of signed URLs. @default systemIds */
  readonly ids?: Ids | undefined;
}

/** How a {@link MemoryBlobs} is set up. */
export interface MemoryBlobsOptions {
  /** Most bytes of all blobs together; from 0. One more is refused with `STORE_FULL`. @default Infinity */
  readonly maxBytes?: number | undefined;
  /** The absolute http or https URL under which the host calls `serve`. @default "http://localhost/blobs" */
  readonly baseUrl?: string | undefined;
}

const defaults: MemoryBlobsSettings = Object.freeze({
  maxBytes: Number.POSITIVE_INFINITY,
  baseUrl: "http://localhost/blobs",
});

type MemoryBlobsSettings = { readonly maxBytes: number; readonly baseUrl: string };

interface Entry extends BlobFacts {
  readonly bytes: Uint8Array;
  readonly version: string;
}

/** Blobs in this process, gone with it. */
export class MemoryBlobs implements Blobs, AsyncDisposable {
  readonly #ids: Ids;
  readonly #urls: BlobUrls;
  readonly #maxBytes: number;
  readonly #gate = new BlobGate();
  readonly #entries = new Map<string, Entry>();
  #stored = 0;

  /** @throws CoreError `INVALID_OPTION` */
  constructor(collaborators: MemoryBlobsCollaborators = {}, options: MemoryBlobsOptions = {}) {
    checkCollaborators(collaborators, defaults, { clock: true, ids: true });
    const { clock = systemClock, ids = systemIds } = collaborators;
    const { maxBytes, baseUrl } = withDefaults(defaults, options);
    checkNumber("maxBytes", maxBytes, { min: 0 });
    this.#ids = ids;
    this.#maxBytes = maxBytes;
    this.#urls = new BlobUrls(clock, { baseUrl, secrets: [ids.token(32)] });
  }

  async put(
    key: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    options: PutOptions,
  ): Promise<BlobFacts> {
    this.#gate.admit(key, options);
    const contentType = contentTypeOf(options);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of chunksOf(body, options.signal)) {
      size += chunk.byteLength;
      this.#checkSpace(key, size);
      chunks.push(chunk.slice());
    }
    this.#checkSpace(key, size);
    this.#stored += size - (this.#entries.get(key)?.size ?? 0);
    const bytes = concatBytes(chunks, size);
    this.#entries.set(key, { bytes, size, contentType, version: this.#ids.uuid() });
    return { size, contentType };
  }

  async get(key: string, options: GetOptions): Promise<StoredBlob | undefined> {
    this.#gate.admit(key, options);
    checkRange(options.range);
    const entry = this.#entries.get(key);
    return entry && storedBlob(contentOf(entry), options);
  }

  async remove(key: string, call: Call): Promise<boolean> {
    this.#gate.admit(key, call);
    this.#stored -= this.#entries.get(key)?.size ?? 0;
    return this.#entries.delete(key);
  }

  async signedUrl(key: string, options: SignOptions): Promise<string> {
    this.#gate.admit(key, options);
    return this.#urls.sign(key, expiryOf(options));
  }

  /**
   * Answers a request for a signed URL: GET and HEAD with ranges and `If-None-Match`; 403 for a URL
   * that is altered or expired, 404, 405, 416.
   * @throws StorageError `CLOSED`
   */
  serve(request: Request): Promise<Response> {
    const find = async (key: string, signal: AbortSignal): Promise<BlobContent | undefined> => {
      this.#gate.admit(key, { signal });
      const entry = this.#entries.get(key);
      return entry && contentOf(entry);
    };
    return serveBlob({ urls: this.#urls, find }, request);
  }

  async close(): Promise<void> {
    this.#gate.close();
    this.#entries.clear();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #checkSpace(key: string, size: number): void {
    const needed = this.#stored - (this.#entries.get(key)?.size ?? 0) + size;
    if (needed <= this.#maxBytes) return;
    throw new StorageError("STORE_FULL", {
      message: `Blobs may take ${this.#maxBytes} bytes together; ${needed} are needed.`,
      details: { maxBytes: this.#maxBytes, needed },
    });
  }
}

const CHUNK_BYTES = 65_536;

function contentOf({ bytes, size, contentType, version }: Entry): BlobContent {
  const read = ({ start, end }: Slice, signal: AbortSignal): ReadableStream<Uint8Array> => {
    let at = start;
    const next = async (): Promise<Uint8Array | undefined> => {
      const chunk = bytes.slice(at, Math.min(at + CHUNK_BYTES, end));
      at += chunk.byteLength;
      return chunk.byteLength > 0 ? chunk : undefined;
    };
    return blobStream({ next, release: async () => {} }, signal);
  };
  return { size, contentType, version, read, release: async () => {} };
}
