import { createWriteStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { RemoteBrowser, RemoteDownload } from "../../browser/index.ts";
import { CdpProxyError } from "../cdp-proxy-error.ts";

/** Bytes of a file's name. */
const MOST_NAME = 200;

/** A download of a connection, as its client may know it. */
export type ConnectionDownload = Omit<RemoteDownload, "path">;

/** A file that lies where the connection's browser may read it. */
export interface ConnectionUpload {
  /** What `DOM.setFileInputFiles` takes: Puppeteer's `uploadFile`, Playwright's `setInputFiles`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Files of a running connection: what its browser has downloaded, and what its client gives for file
 * inputs. Both are removed with the browser, and count among the bytes that a connection may store.
 */
export interface ConnectionFiles {
  /** In the order in which they began; the latest 1,000. */
  readonly downloads: readonly ConnectionDownload[];
  /**
   * The bytes of a download; undefined where there is none with that id, or it has not arrived.
   * @param id as in {@link downloads}
   */
  read(id: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /**
   * Keeps a file for the browser's file inputs.
   * @param name as the page will see it: 1 to 200 bytes, without slashes
   * @throws CdpProxyError `INVALID_REQUEST` for a name that is none, and for more bytes than a
   *   connection may store; the stream's error; the signal's reason. Then nothing is kept.
   */
  write(
    name: string,
    content: ReadableStream<Uint8Array>,
    call: { readonly signal: AbortSignal },
  ): Promise<ConnectionUpload>;
}

interface BrowserFilesParts {
  readonly browser: Pick<RemoteBrowser, "folder" | "downloads">;
  /** Bytes of a file that the client gives. */
  readonly mostBytes: number;
  /** Aborts when the browser ends. */
  readonly ended: AbortSignal;
}

/** The files of a connection's browser. */
export class BrowserFiles implements ConnectionFiles {
  readonly #parts: BrowserFilesParts;

  constructor(parts: BrowserFilesParts) {
    this.#parts = parts;
  }

  get downloads(): readonly ConnectionDownload[] {
    return this.#all.map(({ id, url, name, state, received, size }) => {
      return { id, url, name, state, received, size };
    });
  }

  async read(id: string): Promise<ReadableStream<Uint8Array> | undefined> {
    const path = this.pathOf(id);
    if (path === undefined) return undefined;
    const file = await open(path);
    return Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>;
  }

  async write(
    name: string,
    content: ReadableStream<Uint8Array>,
    call: { readonly signal: AbortSignal },
  ): Promise<ConnectionUpload> {
    checkName(name);
    const { browser, mostBytes, ended } = this.#parts;
    const signal = AbortSignal.any([call.signal, ended]);
    signal.throwIfAborted();
    const folder = await mkdtemp(join(browser.folder, "upload-"));
    const path = join(folder, name);
    try {
      const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
      const source = Readable.fromWeb(content as NodeReadableStream<Uint8Array>);
      await pipeline(source, bounded(mostBytes), file, { signal });
      return { path, size: file.bytesWritten };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      signal.throwIfAborted();
      throw error;
    }
  }

  /** Where a download that has arrived is. */
  pathOf(id: string): string | undefined {
    return this.#all.find((download) => download.id === id && download.state === "completed")?.path;
  }

  get #all(): readonly RemoteDownload[] {
    return this.#parts.browser.downloads?.list ?? [];
  }
}

/** Passes bytes on, as many as may come. */
function bounded(most: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      if (bytes <= most) next(null, chunk);
      else next(invalid("content", `at most ${most} bytes`));
    },
  });
}

function checkName(name: string): void {
  const bytes = Buffer.byteLength(name);
  const isName = bytes > 0 && bytes <= MOST_NAME && name.isWellFormed() && !/[/\\\0]/.test(name);
  if (isName && name !== "." && name !== "..") return;
  throw invalid("name", `a file's name of 1 to ${MOST_NAME} bytes, without slashes`);
}

function invalid(parameter: string, expected: string): CdpProxyError {
  const message = `Expected '${parameter}' to be ${expected}.`;
  return new CdpProxyError("INVALID_REQUEST", { message, details: { parameter } });
}
