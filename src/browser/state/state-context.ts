import type { CdpSession, DriverRealm } from "../driver.ts";

/**
 * The part of a driver's context that a session is saved from and loaded into; each `DriverContext`
 * has it.
 */
export interface StateContext {
  /** CDP's id; undefined of the default context. */
  readonly id?: string | undefined;
  /** One and the same object at each call. */
  browser(): StateBrowser;
  newPage(options?: { background?: boolean }): Promise<StatePage>;
  pages(): Promise<readonly ShownPage[]>;
}

/** The browser itself, for commands about its contexts. */
export interface StateBrowser {
  target(): { createCDPSession(): Promise<CdpSession> };
}

/** What is open: a page with its frames. */
export interface ShownPage {
  url(): string;
  frames(): readonly { url(): string }[];
}

/** A page on which origins are visited. */
export interface StatePage extends DriverRealm {
  isClosed(): boolean;
  goto(
    url: string,
    options?: { timeout?: number; waitUntil?: "domcontentloaded"; signal?: AbortSignal },
  ): Promise<unknown>;
  createCDPSession(): Promise<CdpSession>;
  close(): Promise<void>;
}
