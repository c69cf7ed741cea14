import type { RemoteBrowser } from "../browser/index.ts";
import type { Clock } from "../core/index.ts";

/** Milliseconds between two looks. */
const LOOK_MS = 10_000;

/** Looks now and then how much memory browsers use, while there are any. */
export class MemoryLook implements Disposable {
  readonly #clock: Clock;
  readonly #browsers = new Set<Pick<RemoteBrowser, "memory">>();
  #bytes = 0;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Bytes, by the last look. */
  get bytes(): number {
    return this.#bytes;
  }

  add(browser: Pick<RemoteBrowser, "memory">): void {
    this.#browsers.add(browser);
    this.#cancel ??= this.#clock.timer(LOOK_MS, () => void this.#look());
  }

  delete(browser: Pick<RemoteBrowser, "memory">): void {
    this.#browsers.delete(browser);
    if (this.#browsers.size === 0) this[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#bytes = 0;
  }

  async #look(): Promise<void> {
    const cancel = this.#cancel;
    // A browser that just ended has no memory to tell of.
    const found = await Promise.all(
      [...this.#browsers].map((each) => each.memory().catch(() => [])),
    );
    // Meanwhile all may have gone, and others come with a timer of their own.
    if (this.#cancel !== cancel || cancel === undefined) return;
    this.#bytes = found.flat().reduce((sum, { bytes }) => sum + bytes, 0);
    this.#cancel = this.#clock.timer(LOOK_MS, () => void this.#look());
  }
}
