import type { DriverBrowser } from "../driver.ts";

/**
 * Lets puppeteer's waits for a target end with the browser. Its `newPage` waits in this way for 30
 * seconds after the connection is gone, on a timer that keeps the process alive; nobody outside can
 * give that wait a signal.
 */
export function endTargetWaits(driver: DriverBrowser, gone: AbortSignal): void {
  const wait: unknown = Reflect.get(driver, "waitForTarget");
  if (typeof wait !== "function") return;
  const value = (predicate: unknown, options: object = {}): unknown =>
    Reflect.apply(wait, driver, [predicate, { signal: gone, ...options }]);
  Object.defineProperty(driver, "waitForTarget", { value, configurable: true, writable: true });
}
