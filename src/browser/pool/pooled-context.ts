import { unlessAborted } from "../../core/index.ts";
import type { ProxyDoor } from "../../net/index.ts";
import type { DriverContext, DriverPage } from "../driver.ts";
import type { PooledBrowser } from "./pooled-browser.ts";

/** What a pooled context is made of. */
interface PooledContextParts {
  readonly browser: PooledBrowser;
  readonly driver: DriverContext;
  /** Its way to the web; its own. */
  readonly door: ProxyDoor | undefined;
  /** Which leases may take turns on it; undefined when it is for one lease. */
  readonly key: string | undefined;
}

/** A context of the pool, for one lease at a time. */
export class PooledContext {
  readonly browser: PooledBrowser;
  readonly driver: DriverContext;
  readonly door: ProxyDoor | undefined;
  readonly key: string | undefined;
  /** Undefined when the next lease needs a new one. */
  page: DriverPage | undefined;
  /** Whether its page is empty: there is no page, or `about:blank`. */
  rested = true;
  /** The time of the clock since which it waits for a lease. */
  keptSince: number | undefined;
  /** Leases that its page has had. */
  uses = 0;
  #closing: Promise<void> | undefined;

  constructor({ browser, driver, door, key }: PooledContextParts) {
    this.browser = browser;
    this.driver = driver;
    this.door = door;
    this.key = key;
  }

  /** Closes the context with its pages, then its door. Never fails; twice is once. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { driver, door, browser } = this;
    // The door does not wait for the browser: what comes through it ends at once.
    const closed = browser.gone.aborted ? undefined : unlessAborted(driver.close(), browser.gone);
    await Promise.allSettled([closed, door?.[Symbol.asyncDispose]()]);
  }
}
