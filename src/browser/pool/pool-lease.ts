import type { BrowserError } from "../browser-error.ts";
import type { DriverPage } from "../driver.ts";
import type { PageLease } from "../page-lease.ts";
import { PageWatch } from "./page-watch.ts";
import type { PooledContext } from "./pooled-context.ts";
import { UserTraces } from "./user-traces.ts";

/** What a lease is made of. */
interface PoolLeaseParts {
  readonly context: PooledContext;
  readonly page: DriverPage;
  /** The caller's; aborting it ends the lease. */
  readonly signal: AbortSignal | undefined;
  readonly maxPopups: number;
  /** Says why the page is gone, of which the driver says only `what`. */
  readonly lossReason: (what: string) => BrowserError;
  /** Closes the context or keeps it, and frees the slot. Never fails. */
  readonly giveBack: (lease: PoolLease) => Promise<void>;
}

/** A page in the hands of one caller. */
export class PoolLease implements PageLease {
  readonly page: DriverPage;
  readonly context: PooledContext;
  readonly #parts: PoolLeaseParts;
  readonly #controller = new AbortController();
  readonly #traces: UserTraces;
  readonly #watch: PageWatch;
  #ending: Promise<void> | undefined;

  constructor(parts: PoolLeaseParts) {
    this.#parts = parts;
    this.page = parts.page;
    this.context = parts.context;
    this.#watch = new PageWatch(parts.page, {
      maxPopups: parts.maxPopups,
      answered: () => this.#traces.hears("dialog"),
      crashed: (error) => this.lose(parts.lossReason(error.message)),
      closed: () => {
        if (!this.#traces.closed) this.lose(parts.lossReason("it was closed"));
      },
    });
    // After the watch: its listeners are not the user's.
    this.#traces = new UserTraces(parts.page);
    parts.context.browser.gone.addEventListener("abort", this.#onGone, { once: true });
    parts.signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  failureOf(host: string): Error | undefined {
    return this.context.door?.failureOf(host);
  }

  /** Ends the lease for a reason, which its signal has then. */
  lose(reason: unknown): void {
    if (this.#ending !== undefined) return;
    this.#controller.abort(reason);
    void this.#end();
  }

  /**
   * Takes away what the user left on the page; whether the page can have another: `page` when all
   * of it is as before, `context` when only the page has changed.
   */
  async tidy(): Promise<"page" | "context" | "nothing"> {
    const clean = await this.#traces.remove();
    if (this.signal.aborted || this.#watch.opened > 0) return "nothing";
    return clean ? "page" : "context";
  }

  /** Stops answering for the page. */
  unwatch(): void {
    this.#watch.end();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#end();
  }

  readonly #onAbort = (): void => this.lose(this.#parts.signal?.reason);

  readonly #onGone = (): void => this.lose(this.context.browser.gone.reason);

  #end(): Promise<void> {
    if (this.#ending === undefined) {
      this.#parts.signal?.removeEventListener("abort", this.#onAbort);
      this.context.browser.gone.removeEventListener("abort", this.#onGone);
      this.#ending = this.#parts.giveBack(this);
    }
    return this.#ending;
  }
}
