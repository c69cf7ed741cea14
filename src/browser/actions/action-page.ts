import type { CdpSession } from "../driver.ts";

/** The part of a page that actions need; `Page` of puppeteer and puppeteer-core has it. */
export interface ActionPage {
  isClosed(): boolean;
  /** A session of the run's own; it is detached when the run ends. */
  createCDPSession(): Promise<CdpSession>;
  on(event: "close", listener: () => void): unknown;
  off(event: "close", listener: () => void): unknown;
}
