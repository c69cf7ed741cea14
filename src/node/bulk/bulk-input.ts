import { createReadStream } from "node:fs";
import { glob, readFile, stat } from "node:fs/promises";
import { posix, relative } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { MissingPage, SavedPage } from "../../converter/index.ts";
import { pagePath } from "../crawl/page-path.ts";
import { fileFailure } from "../input/file-failure.ts";
import { addressBelow, HTML_FILE, pageFiles } from "../input/page-files.ts";
import { EndedEarlyError } from "./byte-reader.ts";
import { warcPages } from "./warc-pages.ts";

/** Four bytes for each of the characters that the parser takes. */
const MOST_BYTES = 268_435_456;

/** What archives are read in. */
const CHUNK_BYTES = 1_048_576;

/** A page, or why there is none. */
export type BulkPage = (SavedPage | MissingPage) & {
  /** The path that its results have, without ending. */
  readonly place: string;
  /** The file that it is, if it is one. */
  readonly file?: string | undefined;
};

/** A file with a page, or with pages. */
interface Source {
  readonly kind: "page" | "tar" | "warc";
  readonly file: string;
  /** Its path below the folder that was named, or its name. */
  readonly place: string;
  readonly bytes: number;
  /** When it was changed, in milliseconds since 1970. */
  readonly changed: number;
}

/** Names of archives, packed or not. */
const ARCHIVE = /\.(?:(tar|warc)(?:\.gz)?|(tgz))$/i;
const PATTERN = /[*?[\]{}]/;

/** Names of outputs that have all pages in one file. */
export const LINES_FILE = /\.(?:jsonl|ndjson|parquet)$/i;

/** Whether a name means more than one page, or files by a pattern. */
export async function isBulk(path: string): Promise<boolean> {
  if (path === "-") return false;
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined) return found.isDirectory() || ARCHIVE.test(path);
  // An address may have the signs of a pattern.
  if (!PATTERN.test(path) || path.includes("://")) return false;
  for await (const _ of glob(path)) return true;
  return false;
}

/** Files, folders, archives and patterns, as one row of pages. */
export class BulkInput {
  readonly #sources: readonly Source[];
  readonly #base: string | undefined;
  readonly #signal: AbortSignal;
  /** Bytes that were read of the files. */
  read = 0;
  /** What archives have that is no page. */
  leftOut = 0;
  /** Archives that could not be read to their end, and why. */
  readonly troubles: string[] = [];
  /** How often a place was given. */
  readonly #places = new Map<string, number>();

  private constructor(sources: readonly Source[], base: string | undefined, signal: AbortSignal) {
    this.#sources = sources;
    this.#base = base;
    this.#signal = signal;
    for (const { kind, place } of sources) {
      if (kind === "page") this.#places.set(withoutEnding(place), 1);
    }
  }

  /**
   * @param base the address of the folder, below which pages without one of their own have theirs
   * @throws Error that says which file cannot be read, or that there is none
   */
  static async open(
    paths: readonly string[],
    { base, signal }: { readonly base?: string | undefined; readonly signal: AbortSignal },
  ): Promise<BulkInput> {
    const sources: Source[] = [];
    for (const path of paths) {
      for (const { file, place } of await filesOf(path)) {
        const [, kind, packed] = ARCHIVE.exec(file) ?? [];
        const archive = kind?.toLowerCase() ?? (packed === undefined ? undefined : "tar");
        const { size: bytes, mtimeMs: changed } = await stat(file);
        const known = (archive as "tar" | "warc" | undefined) ?? "page";
        sources.push({ kind: known, file, place, bytes, changed });
      }
    }
    if (sources.length === 0) throw new Error(`there is no HTML file in ${paths.join(", ")}`);
    return new BulkInput(sources, base, signal);
  }

  /** Bytes of all files. */
  get total(): number {
    return this.#sources.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The files, by which a second run knows that it has the same. */
  get names(): readonly string[] {
    return this.#sources.map(
      ({ file, bytes, changed }) =>
        `${file} (${bytes} bytes of ${new Date(changed).toISOString()})`,
    );
  }

  /** Two files whose results would have one name; archives name theirs apart. */
  get clash(): readonly [string, string] | undefined {
    const taken = new Map<string, string>();
    for (const { kind, file, place } of this.#sources) {
      if (kind !== "page") continue;
      const other = taken.get(withoutEnding(place));
      if (other !== undefined) return [other, file];
      taken.set(withoutEnding(place), file);
    }
    return undefined;
  }

  /**
   * The pages, one behind the other, each read when it is asked for. A file that cannot be read is a
   * page that is missing.
   * @throws the signal's reason
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<BulkPage, void> {
    for (const source of this.#sources) {
      try {
        if (source.kind === "page") yield await this.#page(source);
        else yield* source.kind === "tar" ? this.#tarPages(source) : this.#warcPages(source);
      } catch (error) {
        this.#signal.throwIfAborted();
        const { kind, file, place } = source;
        const reason = reasonOf(error, file);
        if (kind !== "page") this.troubles.push(`${file}: ${reason}`);
        yield { id: file, place, error: reason };
      }
    }
  }

  async #page({ file, place, bytes }: Source): Promise<BulkPage> {
    this.#signal.throwIfAborted();
    this.read += bytes;
    const page = { id: file, file, place: withoutEnding(place) };
    if (bytes > MOST_BYTES) return { ...page, error: `larger than ${MOST_BYTES} bytes` };
    // Small ones are parts of memory that others use too.
    const html = new Uint8Array(await readFile(file, { signal: this.#signal }));
    return { ...page, html, contentType: typeOf(file), url: addressBelow(this.#base, place) };
  }

  async *#tarPages({ file }: Source): AsyncGenerator<BulkPage, void> {
    const { createTarDecoder } = await import("modern-tar");
    const packed = Readable.toWeb(Readable.from(this.#bytes(file))) as ReadableStream<Uint8Array>;
    for await (const { header, body } of packed.pipeThrough(createTarDecoder({ strict: true }))) {
      const place = posix.normalize(header.name).replace(/^\/+/, "");
      const isFile = header.type === undefined || header.type === "file";
      if (!isFile || !HTML_FILE.test(place)) {
        if (header.type !== "directory") this.leftOut += 1;
        await body.cancel();
        continue;
      }
      const page = { id: header.name, place: this.#unique(withoutEnding(place)) };
      const error = place.startsWith("../")
        ? "its name leads out of the folder"
        : header.size > MOST_BYTES && `larger than ${MOST_BYTES} bytes`;
      if (error !== false) {
        await body.cancel();
        yield { ...page, error };
        continue;
      }
      const html = new Uint8Array(await new Response(body).arrayBuffer());
      yield { ...page, html, contentType: typeOf(place), url: addressBelow(this.#base, place) };
    }
  }

  async *#warcPages({ file }: Source): AsyncGenerator<BulkPage, void> {
    const leaveOut = (): void => void (this.leftOut += 1);
    for await (const page of warcPages(this.#bytes(file), { maxBytes: MOST_BYTES, leaveOut })) {
      const { url } = page;
      const place = URL.canParse(url) ? pagePath(url, new URL(url).protocol) : "page";
      yield { ...page, id: url, place: this.#unique(place) };
    }
  }

  /** A place that no other page has: archives may have a name twice, or that of another's. */
  #unique(place: string): string {
    const count = (this.#places.get(place) ?? 0) + 1;
    this.#places.set(place, count);
    return count === 1 ? place : this.#unique(`${place}~${count}`);
  }

  /** The bytes of a file, unpacked where its name says that it is packed. */
  #bytes(file: string): AsyncIterable<Uint8Array> {
    const bytes = this.#counted(file);
    if (!/gz$/i.test(file)) return bytes;
    // A failure is told by who reads the last of them.
    return pipeline(bytes, createGunzip({ chunkSize: 262_144 }), () => {});
  }

  async *#counted(file: string): AsyncGenerator<Uint8Array, void> {
    const stream = createReadStream(file, { highWaterMark: CHUNK_BYTES, signal: this.#signal });
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      this.read += chunk.length;
      yield chunk;
    }
  }
}

/** The files that a name or pattern means. */
async function filesOf(path: string): Promise<readonly { file: string; place: string }[]> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined || !PATTERN.test(path)) return pageFiles(path);
  const base = path.slice(0, path.search(PATTERN)).replace(/[^/]*$/, "") || ".";
  const files: string[] = [];
  // One that names no ending means pages and archives.
  const isOpen = !/\.\w+$/.test(path);
  for await (const file of glob(path)) {
    if (!isOpen || HTML_FILE.test(file) || ARCHIVE.test(file)) files.push(file);
  }
  const each = files.toSorted().map(async (file) => {
    // What a link leads to may be gone.
    const found = await stat(file).catch(() => undefined);
    return found?.isFile() === true ? [{ file, place: relative(base, file) }] : [];
  });
  return (await Promise.all(each)).flat();
}

function withoutEnding(place: string): string {
  return place.replace(HTML_FILE, "");
}

function typeOf(name: string): string | undefined {
  return /\.xht(?:ml)?$/i.test(name) ? "application/xhtml+xml" : undefined;
}

function reasonOf(error: unknown, file: string): string {
  if (error instanceof EndedEarlyError) return "the archive ends within a record";
  const { syscall, code, message } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) return fileFailure("read", file, error);
  if (code?.startsWith("Z_") === true) return `it is not valid gzip: ${message}`;
  return message;
}
