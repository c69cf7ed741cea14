import { checkArgument } from "../../core/index.ts";
import type { Clock } from "../../core/index.ts";
import type { DriverPage } from "../driver.ts";
import {
  armStability,
  type Readiness,
  type WaitOptions,
  type WaitOutcome,
} from "./wait-until-stable.ts";

/** How long a wait may take, and who may end it. */
export interface WaitForCall extends Omit<WaitOptions, "kind"> {
  readonly signal?: AbortSignal | undefined;
  /** The machine's clock when absent. */
  readonly clock?: Clock | undefined;
}

/**
 * Waits until a page is ready, from now on: what it began to load before is not seen. Use
 * {@link armStability} where it can be armed before.
 * @throws as `StabilityWatch.until` does
 * @example
 * ```ts
 * import { createBrowser, waitFor } from "dragline/browser";
 *
 * await using browser = createBrowser();
 * await using lease = await browser.lease();
 * await lease.page.goto("https://example.com/");
 * await waitFor(lease.page, "stable", { maxMs: 5_000 });
 * ```
 */
export async function waitFor(
  page: DriverPage,
  kind: Readiness,
  call: WaitForCall = {},
): Promise<WaitOutcome> {
  checkArgument("page of waitFor(page, kind, call)", page, "page");
  const { clock, ...options } = checkArgument("call of waitFor(page, kind, call)", call, "object");
  await using watch = armStability(page, clock);
  return await watch.until({ kind, ...options });
}
