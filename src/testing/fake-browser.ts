import { setImmediate } from "node:timers/promises";
import type { DriverBrowser, DriverContextOptions } from "../browser/index.ts";
import type { BrowserMemory, RunningBrowser } from "../browser/index.ts";
import { FakeContext } from "./fake-context.ts";

/** A running browser without a process: it can crash, hang and grow. */
export class FakeBrowser implements RunningBrowser {
  readonly pid: number;
  readonly driver: DriverBrowser;
  readonly ended: Promise<string>;
  /** The contexts that are open. */
  readonly contexts = new Set<FakeContext>();
  /** Bytes of its main process. */
  bytes = 100_000_000;
  /** Whether it answers nothing, until it is killed. */
  hung = false;
  /** Whether its end leaves what was asked without an answer, as drivers do with some of it. */
  silent = false;
  /** Whether disposing it does nothing, until it is killed. */
  stubborn = false;
  /** Whether it was disposed. */
  disposed = false;
  /** Whether its process still runs. */
  running = true;
  readonly #ended = Promise.withResolvers<string>();
  readonly #lost = Promise.withResolvers<never>();
  #pids: number;
  #ids = 0;

  constructor(pid: number) {
    this.pid = pid;
    this.#pids = pid;
    this.ended = this.#ended.promise;
    // Who asks hears of it; nobody has to.
    this.#lost.promise.catch(() => undefined);
    this.driver = this.#makeDriver();
  }

  /** Ends its process from outside. */
  crash(reason = "it was killed by SIGKILL"): void {
    if (!this.running) return;
    this.running = false;
    if (!this.silent) {
      this.#lost.reject(new Error("Connection closed"));
      for (const context of this.contexts) context.gone(new Error("Target closed"));
    }
    this.contexts.clear();
    this.#ended.resolve(reason);
  }

  async memory(): Promise<readonly BrowserMemory[]> {
    const own: BrowserMemory = { pid: this.pid, kind: "browser", bytes: this.bytes };
    const pages = [...this.contexts].flatMap(({ open }) => open);
    const renderers = pages.map(({ pid, bytes }) => ({ pid, kind: "renderer" as const, bytes }));
    return [own, ...renderers];
  }

  kill(pid: number): void {
    if (pid === this.pid) this.crash();
    for (const { open } of this.contexts) open.find((page) => page.pid === pid)?.crash();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.disposed = true;
    if (this.stubborn) await this.ended;
    this.crash("it was closed");
  }

  /** One question to the browser: answered unless it, or what is asked, hangs. */
  async ask(hung = false): Promise<void> {
    if (!this.running) throw new Error("Connection closed");
    if (this.hung || hung) await this.#lost.promise;
    // An answer takes its time, in which the browser can end.
    await setImmediate();
    if (!this.running) await this.#lost.promise;
  }

  /** The number of the next process. */
  nextPid(): number {
    this.#pids += 1;
    return this.#pids;
  }

  #makeDriver(): DriverBrowser {
    const isRunning = (): boolean => this.running;
    return {
      get connected() {
        return isRunning();
      },
      version: async () => {
        await this.ask();
        return "Fake/1";
      },
      createBrowserContext: async (options: DriverContextOptions = {}) => {
        await this.ask();
        this.#ids += 1;
        const context = new FakeContext(this, `${this.pid}-${this.#ids}`, options);
        this.contexts.add(context);
        return context;
      },
      target: () => ({ createCDPSession: () => Promise.reject(new Error("not in the fake")) }),
      disconnect: async () => undefined,
      close: () => this[Symbol.asyncDispose](),
    };
  }
}
