import type { Browser } from "playwright-core";
import { outcomeOf, within } from "../check.ts";
import type { CompatSite } from "../compat-site.ts";
import type { PlaywrightCheck } from "./playwright-world.ts";

/** Runs a check in a context of its own. */
export async function runPlaywrightCheck(
  check: PlaywrightCheck,
  browser: Browser,
  site: CompatSite,
): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const outcome = await outcomeOf(within(30_000, check.run({ browser, context, page, site })));
  await context.close();
  return outcome;
}
