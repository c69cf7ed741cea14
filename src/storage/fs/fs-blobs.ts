import {
  checkCollaborators,
  CoreError,
  systemClock,
  systemIds,
  withDefaults,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import { checkRange, contentTypeOf, expiryOf } from "../blob-checks.ts";
import { chunksOf } from "../blob-chunks.ts";
import { storedBlob, type BlobContent } from "../blob-content.ts";
import { BlobGate } from "../blob-gate.ts";
import { BlobUrls, type BlobUrlOptions } from "../blob-urls.ts";
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
import { factsLine, openBlob } from "./blob-file.ts";
import { BlobFolder } from "./blob-folder.ts";

/** The collaborators of an {@link FsBlobs}. */
export interface FsBlobsCollaborators {
  /** Tells when signed URLs expire and which files were left behind. @default systemClock */
  readonly clock?: Clock | undefined;
  /** Makes versions and the names of files while they are written. @default systemIds */
  readonly ids?: Ids | undefined;
}

/** How an {@link FsBlobs} is set up. */
export interface FsBlobsOptions extends BlobUrlOptions {
  /** The folder of the blobs, made when it is not there; several processes may share it. */
  readonly folder: string;
}

const names: FsBlobsOptions = Object.freeze({ folder: "", baseUrl: "", secrets: [] });

/**
 * Blobs as files of a folder, one each. Puts are durable when their promise resolves. Files that a
 * killed process left half-written are removed at the first put after a day.
 */
export class FsBlobs implements Blobs, AsyncDisposable {
  readonly #ids: Ids;
  readonly #urls: BlobUrls;
  readonly #folder: BlobFolder;
  readonly #gate = new BlobGate();

  /** @throws CoreError `INVALID_OPTION` */
  constructor(collaborators: FsBlobsCollaborators, options: FsBlobsOptions) {
    checkCollaborators(collaborators, names, { clock: true, ids: true });
    const { clock = systemClock, ids = systemIds } = collaborators;
    const { folder, ...urls } = withDefaults(names, options);
    if (folder === "") {
      throw new CoreError("INVALID_OPTION", {
        message: "Option 'folder' must be the path of a folder; got an empty string.",
        details: { option: "folder" },
      });
    }
    this.#ids = ids;
    this.#urls = new BlobUrls(clock, urls);
    this.#folder = new BlobFolder(clock, folder);
  }

  async put(
    key: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    options: PutOptions,
  ): Promise<BlobFacts> {
    this.#gate.admit(key, options);
    const contentType = contentTypeOf(options);
    const version = this.#ids.uuid();
    const folder = this.#folder;
    let size = 0;
    await folder.replace(folder.pathOf(key), version, async (write) => {
      await write(factsLine({ key, contentType, version }));
      for await (const chunk of chunksOf(body, options.signal)) {
        await write(chunk);
        size += chunk.byteLength;
      }
      options.signal.throwIfAborted();
    });
    return { size, contentType };
  }

  async get(key: string, options: GetOptions): Promise<StoredBlob | undefined> {
    checkRange(options.range);
    const content = await this.#find(key, options.signal);
    return content && storedBlob(content, options);
  }

  async remove(key: string, call: Call): Promise<boolean> {
    this.#gate.admit(key, call);
    return this.#folder.remove(this.#folder.pathOf(key));
  }

  async signedUrl(key: string, options: SignOptions): Promise<string> {
    this.#gate.admit(key, options);
    return this.#urls.sign(key, expiryOf(options));
  }

  /**
   * Answers a request for a signed URL: GET and HEAD with ranges and `If-None-Match`; 403 for a URL
   * that is altered or expired, 404, 405, 416. Types that a browser would run are downloads.
   * @throws StorageError as {@link FsBlobs.get} does
   */
  serve(request: Request): Promise<Response> {
    const find = (key: string, signal: AbortSignal): Promise<BlobContent | undefined> =>
      this.#find(key, signal);
    return serveBlob({ urls: this.#urls, find }, request);
  }

  async close(): Promise<void> {
    this.#gate.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #find(key: string, signal: AbortSignal): Promise<BlobContent | undefined> {
    this.#gate.admit(key, { signal });
    const content = await openBlob(this.#folder.pathOf(key), key);
    if (!signal.aborted) return content;
    await content?.release();
    throw signal.reason;
  }
}
