import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Check, CheckSite } from "../check.ts";

/** A page of Playwright's, in a context of its own. */
export interface PlaywrightWorld extends CheckSite {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
}

export type PlaywrightCheck = Check<PlaywrightWorld>;
