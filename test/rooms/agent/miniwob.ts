import { readFileSync, statSync } from "node:fs";
import { join, normalize } from "node:path";
import type { Page } from "puppeteer-core";
import { PageView, type RefAction, type Snapshot } from "dragline/agent";
import { createSite, type Site } from "dragline/testing";

/** Where MiniWoB++ lies beside the checkout. */
export const miniwobFolder = join(import.meta.dirname, "../../../../shared/data/miniwob");

const types: Readonly<Record<string, string>> = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  png: "image/png",
  gif: "image/gif",
  svg: "image/svg+xml",
};

/** MiniWoB++ on a loopback port. */
export function serveMiniwob(): Promise<Site> {
  return createSite({
    "*": (request, response) => {
      const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
      const file = join(miniwobFolder, path);
      const isThere = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
      if (!isThere) {
        response.writeHead(404).end();
        return;
      }
      const type = types[file.slice(file.lastIndexOf(".") + 1)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type }).end(readFileSync(file));
    },
  });
}

/** The state of an episode. */
interface Episode {
  readonly isDone: boolean;
  readonly reward: number;
  readonly reason: string;
}

/** A task of MiniWoB++ in a page, for a policy that sees snapshots and acts by references alone. */
export class MiniwobTask implements AsyncDisposable {
  readonly view: PageView;
  readonly signal = new AbortController().signal;
  /** What the task says. */
  readonly utterance: string;
  readonly #page: Page;

  private constructor(page: Page, utterance: string) {
    this.#page = page;
    this.utterance = utterance;
    this.view = new PageView(page);
  }

  /** Opens a task and begins its episode; the same seed gives the same one. */
  static async open(page: Page, { url, seed }: { url: string; seed: string }) {
    await page.goto(url);
    const begin = `Math.seedrandom(${JSON.stringify(seed)}); core.EPISODE_MAX_TIME = 60000; core.startEpisodeReal(); core.getUtterance()`;
    return new MiniwobTask(page, String(await page.evaluate(begin)));
  }

  snapshot(): Promise<Snapshot> {
    return this.view.snapshot({}, this.signal);
  }

  /** The lines of a snapshot. */
  async lines(): Promise<string[]> {
    return (await this.snapshot()).text.split("\n").map((line) => line.trim());
  }

  /** The reference of the first line that matches; the page is looked at anew. */
  async refOf(pattern: RegExp): Promise<string> {
    const lines = await this.lines();
    const line = lines.find((one) => pattern.test(one) && one.includes("[ref="));
    const ref = /\[ref=(e\d+)\]/.exec(line ?? "")?.[1];
    if (ref === undefined) throw new Error(`no line ${String(pattern)} in\n${lines.join("\n")}`);
    return ref;
  }

  async act(action: RefAction): Promise<void> {
    await this.view.act(action, this.signal);
  }

  async click(pattern: RegExp): Promise<void> {
    await this.act({ type: "click", ref: await this.refOf(pattern) });
  }

  async fill(pattern: RegExp, text: string): Promise<void> {
    await this.act({ type: "fill", ref: await this.refOf(pattern), text });
  }

  /** How the episode stands; the policy is not told. */
  async episode(): Promise<Episode> {
    const source = `({ isDone: WOB_DONE_GLOBAL, reward: WOB_RAW_REWARD_GLOBAL, reason: String(WOB_REWARD_REASON) })`;
    return (await this.#page.evaluate(source)) as Episode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.view[Symbol.asyncDispose]();
  }
}
