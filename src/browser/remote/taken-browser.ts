import { dirname } from "node:path";
import { bytesBelow } from "../../storage/fs/index.ts";
import type { BrowserMemory } from "../launcher.ts";
import type { StorageState } from "../storage-state.ts";
import type { ReadyBrowser } from "./ready-browser.ts";
import type { CdpChannel, RemoteBrowser, RemoteSaveCall } from "./remote-browser.ts";

interface Call {
  readonly signal: AbortSignal;
}

/** A browser that somebody took; its place is free when it has gone. */
export class TakenBrowser implements RemoteBrowser {
  readonly pid: number;
  readonly folder: string;
  readonly ended: Promise<string>;
  readonly #browser: ReadyBrowser;
  readonly #leave: () => void;
  #disposal: Promise<void> | undefined;

  /** @param leave called once, when nothing of the browser is left */
  constructor(browser: ReadyBrowser, leave: () => void) {
    const { pid, folder, ended } = browser.process;
    this.pid = pid;
    this.folder = folder;
    this.ended = ended;
    this.#browser = browser;
    this.#leave = leave;
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

  /** Downloads lie in the folder of all that the browser writes. */
  stored(): Promise<number> {
    return bytesBelow(dirname(this.folder));
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
      this.#leave();
    }
  }
}
