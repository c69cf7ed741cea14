import { checkSignal } from "../core/index.ts";
import { setImmediate } from "node:timers/promises";
import type { BrowserLauncher } from "../browser/index.ts";
import { FakeBrowser } from "./fake-browser.ts";

/** Starts {@link FakeBrowser}s: at once, when told, or not at all. */
export class FakeLauncher implements BrowserLauncher {
  /** Every browser that was started, in order. */
  readonly browsers: FakeBrowser[] = [];
  /** How often a browser was asked for. */
  launches = 0;
  /** What the next launches fail with, one each. */
  readonly failures: unknown[] = [];
  #gate: PromiseWithResolvers<undefined> | undefined;

  /** The browsers that run. */
  get running(): FakeBrowser[] {
    return this.browsers.filter(({ running }) => running);
  }

  /** Launches wait from now on. */
  hold(): void {
    this.#gate ??= Promise.withResolvers<undefined>();
  }

  /** Lets the launches go on. */
  release(): void {
    this.#gate?.resolve(undefined);
    this.#gate = undefined;
  }

  async launch(signal: AbortSignal): Promise<FakeBrowser> {
    this.launches += 1;
    checkSignal("launch(signal)", signal);
    const { promise: cancelled, reject } = Promise.withResolvers<undefined>();
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      await Promise.race([this.#gate?.promise ?? setImmediate(), cancelled]);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
    if (this.failures.length > 0) throw this.failures.shift();
    const browser = new FakeBrowser(this.browsers.length * 1000 + 1000);
    this.browsers.push(browser);
    return browser;
  }
}
