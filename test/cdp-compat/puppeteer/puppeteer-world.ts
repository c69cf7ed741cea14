import type { Browser, BrowserContext, Page } from "puppeteer-core";
import type { Check, CheckSite } from "../check.ts";

/** A page of puppeteer's, in a context of its own. */
export interface PuppeteerWorld extends CheckSite {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
}

export type PuppeteerCheck = Check<PuppeteerWorld>;
