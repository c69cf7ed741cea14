import { deadline, type Clock } from "../core/index.ts";
import type { RemoteBrowser, StorageState } from "../browser/index.ts";
import type { ReservedSession } from "./sessions/session-store.ts";

/** What is saved, and where. */
interface StateSaverParts {
  readonly browser: Pick<RemoteBrowser, "saveState" | "saveCookies">;
  readonly reserved: ReservedSession;
  /** What the browser began with. */
  readonly loaded: StorageState | undefined;
  /** Remembered with the state. */
  readonly proxy: URL | undefined;
  readonly clock: Clock;
}

/** Milliseconds in which cookies must be read. */
const COOKIES_MS = 3000;

/** Saves what a connection's browser stores under the name reserved for it. */
export class StateSaver {
  readonly #parts: StateSaverParts;
  #savedId: string | undefined;

  constructor(parts: StateSaverParts) {
    this.#parts = parts;
  }

  /** The session, once anything of it is saved. */
  get savedId(): string | undefined {
    return this.#savedId;
  }

  /**
   * Stores the cookies, with the storage that was loaded: what a crash leaves.
   * @throws BrowserError; CdpProxyError; StorageError; the signal's reason
   */
  async checkpoint({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    const { browser, loaded, clock } = this.#parts;
    using limit = deadline(clock, COOKIES_MS, signal);
    const { cookies } = await browser.saveCookies({ signal: limit.signal });
    await this.#store({ cookies, origins: loaded?.origins ?? [] }, signal);
  }

  /**
   * Stores all; the cookies alone when the browser does not give all.
   * @param visited origins, the latest first
   * @param timeoutMs milliseconds; two thirds of them for the browser
   * @throws as {@link checkpoint}
   */
  async save(visited: readonly string[], timeoutMs: number): Promise<void> {
    using limit = deadline(this.#parts.clock, timeoutMs);
    const state = await this.#read(visited, (timeoutMs * 2) / 3).catch(() => undefined);
    if (state === undefined) await this.checkpoint(limit);
    else await this.#store(state, limit.signal);
  }

  async #read(visited: readonly string[], ms: number): Promise<StorageState> {
    const { browser, loaded, clock } = this.#parts;
    const origins = new Set([...visited, ...(loaded?.origins ?? []).map(({ origin }) => origin)]);
    using limit = deadline(clock, ms);
    return await browser.saveState({ origins: [...origins], signal: limit.signal });
  }

  async #store(state: StorageState, signal: AbortSignal): Promise<void> {
    const { reserved, proxy } = this.#parts;
    const session = await reserved.save({ state, proxy }, { signal });
    this.#savedId = session.id;
  }
}
