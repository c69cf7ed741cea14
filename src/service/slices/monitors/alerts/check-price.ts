import type { WatchedDefinition } from "../../../../monitor/index.ts";
import type { Prices } from "../../../base/service-options.ts";

/** What the price of a check depends on. */
type PricedMonitor = Pick<WatchedDefinition, "scope" | "watchMode" | "aiMode" | "maxPages">;

/** What things cost. */
interface CheckPrices {
  readonly prices: Prices;
  /** The action's price, for the scope `wire`; 0 for one that is gone. @default 0 */
  readonly perCall?: number | undefined;
}

/**
 * What a check of a monitor reserves (decisions, 1.1), its `creditCostPerRun`; of a site as if it had
 * `maxPages` pages.
 * @param pages of a site, where they are known
 */
export function checkPrice(
  monitor: PricedMonitor,
  { prices, perCall = 0 }: CheckPrices,
  pages: number = monitor.maxPages,
): number {
  const { scope, watchMode, aiMode } = monitor;
  const surcharge = aiMode ? prices.monitorAi : 0;
  if (scope === "site") return pages * prices.monitorSitePage + surcharge;
  if (scope === "wire") return perCall + surcharge;
  return (watchMode === "full_page" ? prices.monitorPage : prices.monitorValues) + surcharge;
}
