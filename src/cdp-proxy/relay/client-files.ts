import { open, type FileHandle } from "node:fs/promises";
import type { BrowserFiles } from "../files/connection-files.ts";
import { refusalAnswer, type CdpCommand, type CdpParams } from "./cdp-command.ts";

/** What a handle of a download begins with; its id follows. */
const PREFIX = "download:";
/** Bytes that one read gives at most, and unless it says how many. */
const MOST_READ = 1024 * 1024;
/** Commands that may wait for the ones before them. */
const MOST_WAITING = 8;

interface OpenFile {
  readonly file: FileHandle;
  at: number;
}

/** What is wrong with a command, as its client reads it. */
class Refusal extends Error {}

/**
 * Files of the connection, which lie on the browser's machine, by commands of our own beside
 * Chromium's: `Dragline.getConnection`, `Dragline.getDownloads`, `Dragline.putFile`, and `IO.read` and
 * `IO.close` with the handle `download:GUID`, as Chromium's own streams are read.
 */
export class ClientFiles {
  readonly #files: BrowserFiles;
  readonly #connectionId: string;
  readonly #open = new Map<string, OpenFile>();
  readonly #ended = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(files: BrowserFiles, connectionId: string) {
    this.#files = files;
    this.#connectionId = connectionId;
  }

  /** The answer to one of these commands, in the order of their coming; undefined for others. */
  command(command: CdpCommand): Promise<string> | undefined {
    const run = this.#runOf(command);
    if (run === undefined) return undefined;
    if (this.#waiting >= MOST_WAITING) {
      return Promise.resolve(refusalAnswer(command, "Too many commands wait for their answers"));
    }
    this.#waiting += 1;
    const answer = this.#last.then(() => this.#answer(command, run));
    this.#last = answer.finally(() => (this.#waiting -= 1));
    return answer;
  }

  /** Closes what is open. Never rejects. */
  async close(): Promise<void> {
    this.#ended.abort(new Error("The connection has ended."));
    await this.#last;
    await Promise.all([...this.#open.keys()].map((id) => this.#close(id)));
  }

  #runOf({ method, params = {} }: CdpCommand): (() => Promise<object>) | undefined {
    switch (method) {
      case "Dragline.getConnection":
        return async () => ({ connectionId: this.#connectionId });
      case "Dragline.getDownloads":
        return async () => ({ downloads: this.#files.downloads });
      case "Dragline.putFile":
        return () => this.#put(params);
      case "IO.read":
      case "IO.close": {
        const { handle } = params;
        if (typeof handle !== "string" || !handle.startsWith(PREFIX)) return undefined;
        const id = handle.slice(PREFIX.length);
        return method === "IO.read" ? () => this.#read(params, id) : () => this.#close(id);
      }
      default:
        return undefined;
    }
  }

  async #answer(command: CdpCommand, run: () => Promise<object>): Promise<string> {
    try {
      const { id, sessionId } = command;
      return JSON.stringify({ id, result: await run(), sessionId });
    } catch (error) {
      return refusalAnswer(command, error instanceof Error ? error.message : String(error));
    }
  }

  async #put({ name, data }: CdpParams): Promise<object> {
    if (typeof name !== "string" || typeof data !== "string") {
      throw new Refusal("'name' and 'data' (in Base64) must be strings");
    }
    const content = new Blob([Buffer.from(data, "base64")]).stream();
    return await this.#files.write(name, content, { signal: this.#ended.signal });
  }

  async #read({ offset, size }: CdpParams, id: string): Promise<object> {
    const stream = await this.#stream(id);
    if (typeof offset === "number" && offset >= 0) stream.at = Math.trunc(offset);
    const wanted = typeof size === "number" && size >= 1 ? Math.min(size, MOST_READ) : MOST_READ;
    const buffer = Buffer.allocUnsafe(Math.trunc(wanted));
    const { bytesRead } = await stream.file.read(buffer, 0, buffer.length, stream.at);
    stream.at += bytesRead;
    const data = buffer.toString("base64", 0, bytesRead);
    return { base64Encoded: true, data, eof: bytesRead < buffer.length };
  }

  async #stream(id: string): Promise<OpenFile> {
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const path = this.#files.pathOf(id);
    if (path === undefined || this.#ended.signal.aborted) {
      throw new Refusal("There is no such download, or it has not arrived");
    }
    const stream = { file: await open(path), at: 0 };
    this.#open.set(id, stream);
    return stream;
  }

  async #close(id: string): Promise<object> {
    const stream = this.#open.get(id);
    this.#open.delete(id);
    await stream?.file.close().catch(() => {});
    return {};
  }
}
