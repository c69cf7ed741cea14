import type { Browser, Page } from "puppeteer-core";
import {
  isActionError,
  runActions,
  type Action,
  type ActionError,
  type ActionReport,
} from "../../../src/browser/actions/index.ts";
import { createSite, type Site, type SiteRoute } from "../../../src/testing/index.ts";
import { systemClock, type Clock } from "../../../src/core/index.ts";
import { openChromium } from "../../chromium.ts";

/** A site and a Chromium for the actions of one test file. */
export class ActionStage implements AsyncDisposable {
  readonly site: Site;
  readonly browser: Browser & AsyncDisposable;

  #page: Page | undefined;

  private constructor(site: Site, browser: Browser & AsyncDisposable) {
    this.site = site;
    this.browser = browser;
  }

  static async open(path: string, routes: Readonly<Record<string, SiteRoute>>) {
    const [site, browser] = await Promise.all([createSite(routes), openChromium(path)]);
    return new ActionStage(site, browser);
  }

  /** The site under another name, which is another site to the browser: frames get processes. */
  elsewhere(path: string): string {
    return `http://localhost:${this.site.port}${path}`;
  }

  /** The page, which shows a path now, or a body. */
  async page(content: string): Promise<Page> {
    if (this.#page === undefined || this.#page.isClosed()) this.#page = await this.#newPage();
    return show(this.#page, content, this.site);
  }

  /** A page of its own context that shows a path, or a body. */
  async freshPage(content: string): Promise<Page> {
    return show(await this.#newPage(), content, this.site);
  }

  async #newPage(): Promise<Page> {
    return (await this.browser.createBrowserContext()).newPage();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser[Symbol.asyncDispose]();
    await this.site[Symbol.asyncDispose]();
  }
}

async function show(page: Page, content: string, site: Site): Promise<Page> {
  await page.goto(site.url(content.startsWith("/") ? content : "/blank"));
  if (!content.startsWith("/")) await page.setContent(`<!doctype html>${content}`);
  return page;
}

/** What became of actions, one word each, with the reason after a colon. */
export async function outcomes(page: Page, actions: readonly Action[]): Promise<string[]> {
  return said(await runActions(page, actions));
}

/** The error with which actions fail. */
export async function failureOf(run: Promise<unknown>): Promise<ActionError> {
  const error: unknown = await run.then(
    () => new Error("nothing failed"),
    (error: unknown) => error,
  );
  if (isActionError(error)) return error;
  throw error;
}

/** Reports as words. */
export function said(reports: readonly ActionReport[]): string[] {
  return reports.map(({ outcome, reason }) =>
    reason === undefined ? outcome : `${outcome}: ${reason}`,
  );
}

/** A clock that goes ten times as fast: for limits that pass without anything happening. */
export const hurried: Clock = {
  now: () => systemClock.now(),
  monotonic: () => systemClock.monotonic() * 10,
  timer: (ms, run) => systemClock.timer(ms / 10, run),
};
