import { dirname } from "node:path";
import type { BrowserMemory } from "../launcher.ts";
import type { StorageState } from "../storage-state.ts";
import type { ReadyBrowser } from "./ready-browser.ts";
import type {
  CdpChannel,
  RemoteBrowser,
  RemoteDownloads,
  RemoteSaveCall,
} from "./remote-browser.ts";
import type { StorageThread } from "./storage-thread.ts";

/** The dependencies of a taken browser; each is borrowed. */
interface TakenParts {
  readonly storage: StorageThread;
  /** Called once, when nothing of the browser is left. */
  readonly leave: () => void;
}

interface Call {
  readonly signal: AbortSignal;
}

/** A browser that somebody took; its place is free when it has gone. */
export class TakenBrowser implements RemoteBrowser {
  readonly pid: number;
  readonly folder: string;
  readonly ended: Promise<string>;
  readonly downloads: RemoteDownloads | undefined;
  readonly #browser: ReadyBrowser;
  readonly #parts: TakenParts;
  #disposal: Promise<void> | undefined;

  constructor(browser: ReadyBrowser, parts: TakenParts) {
    const { pid, folder, ended, downloads } = browser.process;
    this.pid = pid;
    this.folder = folder;
    this.ended = ended;
    this.downloads = downloads;
    this.#browser = browser;
    this.#parts = parts;
  }

  attach(call: Call): Promise<CdpChannel> {
    return this.#browser.process.attach(call);
  }

  saveState(call: RemoteSaveCall): Promise<StorageState> {
    return this.#browser.process.saveState(call);
  }

  saveCookies(call: Call): Promise<StorageState> {
    return this.#browser.process.saveCookies(call);
  }

  loadState(state: StorageState, call: Call): Promise<void> {
    return this.#browser.process.loadState(state, call);
  }

  failureOf(host: string): Error | undefined {
    return this.#browser.door.failureOf(host);
  }

  /** Downloads lie in the folder of all that the browser writes. */
  async stored(): Promise<number> {
    const { storage } = this.#parts;
    const [all, arrived] = await Promise.all([
      storage.bytesBelow(dirname(this.folder)),
      storage.bytesBelow(this.folder),
    ]);
    const told = this.#disposal === undefined ? (this.downloads?.bytes ?? 0) : 0;
    return all + Math.max(0, told - arrived);
  }

  memory(): Promise<readonly BrowserMemory[]> {
    return this.#browser.process.memory();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#disposal ??= this.#dispose();
    return this.#disposal;
  }

  async #dispose(): Promise<void> {
    try {
      await this.#browser[Symbol.asyncDispose]();
    } finally {
      this.#parts.leave();
    }
  }
}
