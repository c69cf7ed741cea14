import { BrowserError } from "../browser-error.ts";
import type { BrowserPoolSettings } from "./pool-options.ts";
import type { PoolStatus } from "./pool-status.ts";

/** The error of calls to a disposed pool. */
export function poolClosed(): BrowserError {
  return new BrowserError("POOL_CLOSED", { message: "The browser pool was disposed." });
}

/** The error of leases whose browser has ended. */
export function browserLost(reason: string): BrowserError {
  const message = `The browser was lost: ${reason}`;
  return new BrowserError("BROWSER_LOST", { message, details: { reason } });
}

/** The error of a caller that waited too long or may not wait. */
export function noBrowserFree(
  { leased, waiting, starting, bytes }: PoolStatus,
  { maxPages, maxWaiting, queueTimeoutMs, maxBytes }: BrowserPoolSettings,
): BrowserError {
  const memory = bytes < maxBytes ? "" : ` The browsers use ${bytes} of ${maxBytes} bytes.`;
  const start = starting === 0 ? "" : ` A browser is being started.`;
  const message =
    `No page was free: ${leased} of ${maxPages} are in use and ${waiting} of ${maxWaiting} ` +
    `callers wait, each for ${queueTimeoutMs} ms at most.${start}${memory} ` +
    `Raise maxPages, or maxWaiting and queueTimeoutMs.`;
  return new BrowserError("NO_BROWSER_FREE", { message, details: { ms: queueTimeoutMs } });
}

/** The error of a caller whose page was not opened in time. */
export function notOpened(ms: number): BrowserError {
  const message = `A browser was running but opened no page within ${ms} ms; raise queueTimeoutMs.`;
  return new BrowserError("NO_BROWSER_FREE", { message, details: { ms } });
}

/** The error of leases whose page's process was ended for its memory. */
export function memoryExceeded(bytes: number): BrowserError {
  const message = `The page used more than ${bytes} bytes of memory; raise pageBytes.`;
  return new BrowserError("MEMORY_EXCEEDED", { message, details: { bytes } });
}

/** The error of leases whose page is gone. */
export function pageCrashed(reason: string): BrowserError {
  const message = `The page was lost: ${reason}`;
  return new BrowserError("PAGE_CRASHED", { message, details: { reason } });
}
