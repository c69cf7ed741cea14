import { isDraglineError, unlessAborted, type Clock } from "../../core/index.ts";
import type { ChromiumChild } from "../chromium/chromium-child.ts";
import { MemoryMeter } from "../chromium/memory-meter.ts";
import type { ProfileFolder } from "../chromium/profile-folder.ts";
import type { BrowserMemory } from "../launcher.ts";
import { settlesWithin } from "../pool/settles-within.ts";
import { loadState } from "../state/load-state.ts";
import { originOf } from "../state/origins-of.ts";
import { saveState } from "../state/save-state.ts";
import { readCookies, toStateCookie } from "../state/state-cookies.ts";
import type { StateProblem } from "../state/state-problem.ts";
import type { StorageState } from "../storage-state.ts";
import { CdpClient } from "./cdp-client.ts";
import { DownloadMeter } from "./download-meter.ts";
import { downloadsOf } from "./downloads.ts";
import { HiddenPages } from "./hidden-pages.ts";
import type { Multiplexer } from "./multiplexer.ts";
import type {
  CdpChannel,
  RemoteDownloads,
  RemoteSaveCall,
  RemoteBrowser,
} from "./remote-browser.ts";

/** A browser as its launcher gives it, which does not know its door. */
export interface RemoteProcess extends Omit<RemoteBrowser, "failureOf"> {
  /** Whether it answers within so many milliseconds. */
  answers(ms: number): Promise<boolean>;
}

/** What a remote Chromium is made of; it owns all but the clock. */
interface RemoteChromiumParts {
  readonly child: Pick<ChromiumChild, "pid" | "ended" | "isRunning" | "kill">;
  readonly profile: ProfileFolder;
  readonly multiplexer: Multiplexer;
  /** A client that stays as long as the browser. */
  readonly control: CdpClient;
  readonly clock: Clock;
}

interface Call {
  readonly signal: AbortSignal;
}

/** A Chromium of one connection. */
export class RemoteChromium implements RemoteProcess {
  readonly pid: number;
  readonly folder: string;
  readonly ended: Promise<string>;
  readonly downloads: RemoteDownloads;
  readonly #parts: RemoteChromiumParts;
  readonly #cookies: HiddenPages;
  readonly #meter: MemoryMeter;
  #disposal: Promise<void> | undefined;

  constructor(parts: RemoteChromiumParts) {
    this.#parts = parts;
    this.pid = parts.child.pid;
    this.folder = downloadsOf(parts.profile);
    this.ended = parts.child.ended;
    this.downloads = new DownloadMeter(parts.control.browser);
    this.#cookies = new HiddenPages(parts.control, parts.clock);
    this.#meter = new MemoryMeter(this.pid);
  }

  attach(call: Call): Promise<CdpChannel> {
    return this.#parts.multiplexer.attach(call);
  }

  async saveState(call: RemoteSaveCall): Promise<StorageState> {
    const { signal, timeoutMs = 5000 } = call;
    // What a client visited may be anything; only these store something.
    const origins = call.origins.flatMap((url) => originOf(url) ?? []);
    const { clock } = this.#parts;
    let isWhole = true;
    const onProblem = ({ kind }: StateProblem): void => {
      if (kind === "origin") isWhole = false;
    };
    const saving = { origins, timeoutMs, signal, clock, onProblem };
    try {
      const state = await this.#visit(call, (context) => saveState(context, saving));
      // A browser that went meanwhile looks like origins that cannot be read; it answers nothing now.
      if (!isWhole) await this.saveCookies(call);
      return state;
    } catch (error) {
      signal.throwIfAborted();
      if (isDraglineError(error)) throw error;
      // No page could be opened. The cookies are most of a login, and need none.
      return await this.saveCookies(call);
    }
  }

  async saveCookies({ signal }: Call): Promise<StorageState> {
    const cookies = await readCookies(this.#cookies, signal);
    return { cookies: cookies.map(toStateCookie), origins: [] };
  }

  async loadState(state: StorageState, { signal }: Call): Promise<void> {
    const { clock } = this.#parts;
    await this.#visit({ signal }, (context) => loadState(context, state, { signal, clock }));
  }

  async memory(): Promise<readonly BrowserMemory[]> {
    return this.#parts.child.isRunning ? this.#meter.read() : [];
  }

  async answers(ms: number): Promise<boolean> {
    const asked = this.#parts.control.browser.send("Browser.getVersion");
    const answered = asked.then(
      () => true,
      () => false,
    );
    return (await settlesWithin(this.#parts.clock, ms, asked)) && (await answered);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#disposal ??= this.#dispose();
    return this.#disposal;
  }

  /** Works with the default context over a channel that ends with the work, and its pages with it. */
  async #visit<Result>(
    { signal }: Call,
    work: (context: HiddenPages) => Promise<Result>,
  ): Promise<Result> {
    const client = new CdpClient(await this.attach({ signal }));
    try {
      return await unlessAborted(work(new HiddenPages(client, this.#parts.clock)), signal);
    } finally {
      await client.close();
    }
  }

  /** At once: nothing of the profile is kept, so Chromium need not put it in order. */
  async #dispose(): Promise<void> {
    const { child, profile } = this.#parts;
    child.kill();
    await child.ended;
    await profile.remove();
  }
}
