import type { Flags } from "../help/flag.ts";
import { browserFlags, engineFlags, requestFlags, scrapeFlags } from "../help/flags/page-flags.ts";
import { indexFlags, providerFlags } from "../help/flags/search-flags.ts";
import { dataFlag } from "../help/flags/service-flags.ts";
import { pageIndexHelp } from "../help/tables/page-index.ts";
import { serveHelp } from "../help/tables/serve.ts";

const { "obey-robots": obeyRobots, "timeout-ms": timeout } = scrapeFlags;

/**
 * Sections that hold for several commands: for each that has one of these very flags. Others of the same
 * name mean something else there.
 */
export const sharedTables: Readonly<Record<"fetch" | "browser" | "storage", readonly Flags[]>> = {
  fetch: [{ ...requestFlags, "obey-robots": obeyRobots, "timeout-ms": timeout }],
  browser: [browserFlags, engineFlags],
  storage: [
    { data: dataFlag, index: indexFlags.index },
    { data: serveHelp.flags.data, index: providerFlags.index },
    { index: pageIndexHelp.flags.index },
  ],
};
