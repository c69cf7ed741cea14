import type {
  RemoteLaunch,
  ChannelLauncher,
} from "../../../src/browser/remote/channel-launcher.ts";
import type { RemoteProcess } from "../../../src/browser/remote/remote-chromium.ts";

interface FakeBrowser {
  readonly end: (reason: string) => void;
  answers: boolean;
}

/** Starts browsers that do nothing; their numbers count from 1. */
export class FakeChannelLauncher implements ChannelLauncher {
  readonly orders: RemoteLaunch[] = [];
  /** Launches that have not settled. */
  starting = 0;
  readonly #browsers = new Map<number, FakeBrowser>();
  #gate: PromiseWithResolvers<void> | undefined;
  #failures: Error[] = [];

  /** Numbers of the browsers that run. */
  get running(): number[] {
    return [...this.#browsers.keys()];
  }

  /** Lets launches wait until {@link release}. */
  hold(): void {
    this.#gate = Promise.withResolvers();
  }

  release(): void {
    this.#gate?.resolve();
    this.#gate = undefined;
  }

  /** Lets so many launches fail. */
  fail(error: Error, times: number): void {
    this.#failures = Array.from({ length: times }, () => error);
  }

  /** Ends a browser as if it had crashed. */
  end(pid: number): void {
    this.#browsers.get(pid)?.end("crashed");
    this.#browsers.delete(pid);
  }

  /** Lets a browser answer no more. */
  silence(pid: number): void {
    const browser = this.#browsers.get(pid);
    if (browser !== undefined) browser.answers = false;
  }

  async launch(order: RemoteLaunch, signal: AbortSignal): Promise<RemoteProcess> {
    signal.throwIfAborted();
    this.starting += 1;
    try {
      await this.#opened(signal);
      const failure = this.#failures.pop();
      if (failure !== undefined) throw failure;
    } finally {
      this.starting -= 1;
    }
    this.orders.push(order);
    return this.#start(this.orders.length);
  }

  async #opened(signal: AbortSignal): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    await Promise.race([this.#gate?.promise ?? Promise.resolve(), promise]);
  }

  #start(pid: number): RemoteProcess {
    const { promise: ended, resolve: end } = Promise.withResolvers<string>();
    const browser: FakeBrowser = { end, answers: true };
    this.#browsers.set(pid, browser);
    const state = { cookies: [], origins: [] };
    return {
      pid,
      folder: `/nowhere/${pid}`,
      ended,
      attach: () => Promise.reject(new Error("a fake has no channels")),
      saveState: async () => state,
      saveCookies: async () => state,
      loadState: async () => {},
      memory: async () => [],
      answers: async () => browser.answers,
      [Symbol.asyncDispose]: async () => {
        this.#browsers.delete(pid);
        end("disposed");
      },
    };
  }
}
