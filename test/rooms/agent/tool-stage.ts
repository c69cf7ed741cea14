import {
  openPageTools,
  type PageTools,
  type PageToolsOptions,
  type ToolOutcome,
} from "dragline/agent";
import { createSite, type Site, type SiteRoute } from "dragline/testing";
import type { Browser, Page } from "puppeteer-core";
import { openChromium } from "../../chromium.ts";

const { signal } = new AbortController();

/** Tools of a page that are called by name. */
export interface Work extends AsyncDisposable {
  readonly work: PageTools;
  readonly page: Page;
  readonly call: (tool: string, input?: object) => Promise<ToolOutcome>;
  /** The reference of the first line of the page that fits. */
  readonly ref: (line: RegExp) => Promise<string>;
}

/** A site, another one, and a Chromium, for the tools of one test file. */
export class ToolStage implements AsyncDisposable {
  readonly site: Site;
  /** Another site to the browser. */
  readonly other: Site;
  readonly browser: Browser & AsyncDisposable;

  private constructor(parts: Pick<ToolStage, "site" | "other" | "browser">) {
    this.site = parts.site;
    this.other = parts.other;
    this.browser = parts.browser;
  }

  /** @param routes of the site, by the address of the other one */
  static async open(path: string, routes: (evil: string) => Readonly<Record<string, SiteRoute>>) {
    const other = await createSite({ "*": "<h1>Elsewhere</h1>" });
    const site = await createSite(routes(`http://localhost:${other.port}`));
    return new ToolStage({ other, site, browser: await openChromium(path) });
  }

  /** Opens a path on a page of a context of its own. */
  async work(path: string, options: PageToolsOptions = {}): Promise<Work> {
    const context = await this.browser.createBrowserContext();
    const page = await context.newPage();
    const start = this.site.url("/");
    const work = await openPageTools(page, { start, ...options });
    await work.open(this.site.url(path), signal);
    const call: Work["call"] = async (name, input = {}) => {
      const tool = work.tools.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      return await tool.run(input as never, { signal });
    };
    const ref: Work["ref"] = async (line) => {
      const { page: shown = "" } = await call("look");
      const found = shown.split("\n").find((one) => line.test(one));
      return /\[ref=(e\d+)\]/.exec(found ?? "")?.[1] ?? "e0";
    };
    const end = async (): Promise<void> => {
      await work[Symbol.asyncDispose]();
      await context.close();
    };
    return { work, page, call, ref, [Symbol.asyncDispose]: end };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser[Symbol.asyncDispose]();
    await this.site[Symbol.asyncDispose]();
    await this.other[Symbol.asyncDispose]();
  }
}

/** A page with a title, as HTML. */
export function titled(title: string, body = ""): string {
  return `<!doctype html><link rel=icon href="data:,"><title>${title}</title><h1>${title}</h1>${body}`;
}
