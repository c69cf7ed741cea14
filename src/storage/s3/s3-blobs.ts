import {
  checkCollaborators,
  systemClock,
  systemIds,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import { checkRange, contentTypeOf, expiryOf, rangeBehind } from "../blob-checks.ts";
import { chunksOf } from "../blob-chunks.ts";
import { BlobGate } from "../blob-gate.ts";
import type {
  BlobFacts,
  Blobs,
  ByteRange,
  GetOptions,
  PutOptions,
  SignOptions,
  StoredBlob,
} from "../blobs.ts";
import type { Call } from "../records.ts";
import { StorageError } from "../storage-error.ts";
import { objectName } from "./object-name.ts";
import { partsOf } from "./parts.ts";
import { elementOf, s3Failure, type S3Answer } from "./s3-answer.ts";
import { s3Body } from "./s3-body.ts";
import { S3Client, type S3Fetch } from "./s3-client.ts";
import {
  completeS3Options,
  s3OptionNames,
  type S3BlobsOptions,
  type S3Settings,
} from "./s3-options.ts";
import { S3Upload } from "./s3-upload.ts";

/** The collaborators of an {@link S3Blobs}. */
export interface S3BlobsCollaborators {
  /** Sends the requests. @default globalThis.fetch */
  readonly fetch?: S3Fetch | undefined;
  /** Dates signatures and times what is waited for. @default systemClock */
  readonly clock?: Clock | undefined;
  /** Spreads the attempts. @default systemIds */
  readonly ids?: Ids | undefined;
}

/**
 * Blobs as objects in a bucket of any S3-compatible store. Requests that find the store busy or away
 * are sent again until their time is up. S3 has no removal that tells whether there was an object:
 * of two `remove` at the same time both may say that there was.
 */
export class S3Blobs implements Blobs, AsyncDisposable {
  readonly #clock: Clock;
  readonly #settings: S3Settings;
  readonly #client: S3Client;
  readonly #gate = new BlobGate();

  /** @throws CoreError `INVALID_OPTION` */
  constructor(collaborators: S3BlobsCollaborators, options: S3BlobsOptions) {
    checkCollaborators(collaborators, s3OptionNames, { fetch: true, clock: true, ids: true });
    const { fetch = globalThis.fetch, clock = systemClock, ids = systemIds } = collaborators;
    this.#clock = clock;
    this.#settings = completeS3Options(options);
    this.#client = new S3Client({ fetch, clock, ids }, this.#settings);
  }

  async put(
    key: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    options: PutOptions,
  ): Promise<BlobFacts> {
    this.#gate.admit(key, options);
    const contentType = contentTypeOf(options);
    const { signal } = options;
    const parts = partsOf(chunksOf(body, signal), this.#settings.partBytes);
    const upload = new S3Upload(this.#client, this.#clock);
    const size = await upload.put(parts, { name: this.#name(key), contentType, signal });
    return { size, contentType };
  }

  async get(key: string, options: GetOptions): Promise<StoredBlob | undefined> {
    this.#gate.admit(key, options);
    const { range, signal } = options;
    checkRange(range);
    const answer = await this.#client.send(
      {
        method: "GET",
        name: this.#name(key),
        headers: range === undefined ? {} : { range: rangeHeader(range) },
        expected: [404, 416],
      },
      signal,
    );
    if (answer.status === 416) throw rangeBehind(range?.start ?? 0, undefined);
    if (answer.status === 404) return noBlob(answer);
    const { start, length, size } = await extentOf(answer, range);
    const { stallTimeoutMs } = this.#settings;
    const body = s3Body(answer.body, { clock: this.#clock, length, stallTimeoutMs, signal });
    const contentType = answer.headers.get("content-type") ?? "application/octet-stream";
    return { size, contentType, start, body };
  }

  async remove(key: string, call: Call): Promise<boolean> {
    this.#gate.admit(key, call);
    const name = this.#name(key);
    const head = { method: "HEAD", name, expected: [404] } as const;
    const { status } = await this.#client.send(head, call.signal);
    if (status === 404) return false;
    await this.#client.send({ method: "DELETE", name, expected: [404] }, call.signal);
    return true;
  }

  async signedUrl(key: string, options: SignOptions): Promise<string> {
    this.#gate.admit(key, options);
    // S3 counts seconds; a URL is never good for longer than was said.
    return this.#client.presign(this.#name(key), Math.floor(expiryOf(options) / 1000));
  }

  async close(): Promise<void> {
    this.#gate.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #name(key: string): string {
    return objectName(this.#settings.prefix, key);
  }
}

function rangeHeader({ start, end = Number.POSITIVE_INFINITY }: ByteRange): string {
  return `bytes=${start}-${end === Number.POSITIVE_INFINITY ? "" : end}`;
}

/** No object means no blob; a bucket that is not there is a store that is not there. */
function noBlob(answer: S3Answer): undefined {
  if (elementOf(answer, "Code") === "NoSuchBucket") throw s3Failure(answer);
}

interface Extent {
  readonly start: number;
  readonly length: number;
  readonly size: number;
}

/** Which bytes the answer holds. */
async function extentOf(answer: S3Answer, range: ByteRange | undefined): Promise<Extent> {
  const length = Number(answer.headers.get("content-length") ?? Number.NaN);
  if (range === undefined && Number.isInteger(length)) return { start: 0, length, size: length };
  const header = answer.headers.get("content-range") ?? "";
  const [, first, last, all] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header) ?? [];
  const [start, size] = [Number(first), Number(all)];
  if (range !== undefined && start === range.start && Number.isInteger(size)) {
    return { start, length: Number(last) - start + 1, size };
  }
  await answer.body?.cancel();
  throw new StorageError("UNAVAILABLE", {
    message: "The answer of the S3 store lacks the length of the blob or of the range.",
  });
}
