import { deadline, type Clock } from "../../core/index.ts";
import { StorageError } from "../storage-error.ts";
import { elementOf } from "./s3-answer.ts";
import type { S3Client } from "./s3-client.ts";
import type { Part } from "./parts.ts";

/** Milliseconds that giving up an upload may take; the caller waits for it. */
const ABORT_TIMEOUT = 5000;
const MOST_PARTS = 10_000;

/** Where a blob is uploaded to. */
interface UploadTarget {
  readonly name: string;
  readonly contentType: string;
  readonly signal: AbortSignal;
}

/** Uploads blobs: a small one in one request, a large one in parts that the store joins. */
export class S3Upload {
  readonly #client: S3Client;
  readonly #clock: Clock;

  constructor(client: S3Client, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** Stores the parts as one object; gives its size. */
  async put(parts: AsyncIterable<Part>, target: UploadTarget): Promise<number> {
    let upload: PartedUpload | undefined;
    let size = 0;
    try {
      for await (const { bytes, last } of parts) {
        size += bytes.byteLength;
        if (last && upload === undefined) {
          await this.#putWhole(bytes, target);
          return size;
        }
        upload ??= await this.#begin(target);
        await this.#putPart(upload, bytes);
      }
      if (upload !== undefined) await this.#complete(upload);
      return size;
    } catch (error) {
      if (upload !== undefined) await this.#abort(upload);
      throw error;
    }
  }

  async #putWhole(body: Uint8Array, { name, contentType, signal }: UploadTarget): Promise<void> {
    const headers = { "content-type": contentType };
    await this.#client.send({ method: "PUT", name, headers, body }, signal);
  }

  async #begin(target: UploadTarget): Promise<PartedUpload> {
    const { name, contentType, signal } = target;
    const headers = { "content-type": contentType };
    const begin = { method: "POST", name, headers, query: { uploads: "" } } as const;
    const answer = await this.#client.send(begin, signal);
    const id = elementOf(answer, "UploadId");
    if (id === undefined) throw notUnderstood("the id of an upload");
    return { target, id, etags: [] };
  }

  async #putPart({ target, id, etags }: PartedUpload, body: Uint8Array): Promise<void> {
    if (etags.length === MOST_PARTS) {
      throw new StorageError("INVALID_VALUE", {
        message: `A blob can have at most ${MOST_PARTS} parts; raise 'partBytes' for a larger blob.`,
      });
    }
    const query = { partNumber: String(etags.length + 1), uploadId: id };
    const { name, signal } = target;
    const answer = await this.#client.send({ method: "PUT", name, query, body }, signal);
    const etag = answer.headers.get("etag");
    if (etag === null) throw notUnderstood("the ETag of a part");
    etags.push(etag);
  }

  async #complete({ target, id, etags }: PartedUpload): Promise<void> {
    const parts = etags.map((etag, index) => {
      const shown = etag.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      return `<Part><PartNumber>${index + 1}</PartNumber><ETag>${shown}</ETag></Part>`;
    });
    const list = parts.join("");
    const body = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`);
    const { name, signal } = target;
    await this.#client.send({ method: "POST", name, query: { uploadId: id }, body }, signal);
  }

  /** Frees the parts. Those of a store that does not answer stay until its own rules remove them. */
  async #abort({ target, id }: PartedUpload): Promise<void> {
    using limit = deadline(this.#clock, ABORT_TIMEOUT);
    const request = { method: "DELETE", name: target.name, query: { uploadId: id } } as const;
    await this.#client.send(request, limit.signal).catch(() => {});
  }
}

interface PartedUpload {
  readonly target: UploadTarget;
  readonly id: string;
  /** By part, in order. */
  readonly etags: string[];
}

function notUnderstood(missing: string): StorageError {
  return new StorageError("UNAVAILABLE", {
    message: `The answer of the S3 store lacks ${missing}.`,
  });
}
