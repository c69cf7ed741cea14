import { readFileSync, statSync } from "node:fs";
import { join, normalize } from "node:path";
import type { Page } from "puppeteer-core";
import type { RefAction, Snapshot } from "dragline/agent";
import { PageView } from "../../../src/agent/view/page-view.ts";
import { runActions, type Action, type ActionReport } from "dragline/browser";
import { createSite, type Site } from "dragline/testing";
import { corpus } from "../../corpus.ts";

/** Where MiniWoB++ lies. */
export const miniwobFolder = join(corpus, "miniwob");

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
  /** Bytes of each snapshot so far. */
  readonly bytes: number[] = [];
  readonly #page: Page;

  private constructor(page: Page, utterance: string) {
    this.#page = page;
    this.utterance = utterance;
    this.view = new PageView(page);
  }

  /** Opens a task and begins its episode; the same seed gives the same one. */
  static async open(page: Page, { url, seed }: { url: string; seed: string }) {
    await page.goto(url);
    const begin = `Math.seedrandom(${JSON.stringify(seed)}); core.EPISODE_MAX_TIME = 60000; core.startEpisodeReal(); document.getElementById("query").innerText`;
    const said = String(await page.evaluate(begin));
    return new MiniwobTask(page, said.replaceAll(/\s+/g, " ").trim());
  }

  async snapshot(): Promise<Snapshot> {
    const snapshot = await this.view.snapshot({}, this.signal);
    this.bytes.push(Buffer.byteLength(snapshot.text));
    return snapshot;
  }

  /** The lines of a snapshot. */
  async lines(): Promise<string[]> {
    return linesOf((await this.snapshot()).text);
  }

  /** The lines of a snapshot, with what is folded in it opened. */
  async allLines(): Promise<string[]> {
    return this.#unfolded(await this.lines());
  }

  async #unfolded(lines: readonly string[]): Promise<string[]> {
    const parts = lines.map(async (line) => {
      const part = /^… \d+ more items \[ref=(e\d+@\d+)\]$/.exec(line)?.[1];
      if (part === undefined) return [line];
      const { text } = await this.view.snapshot({ part }, this.signal);
      return this.#unfolded(linesOf(text));
    });
    return (await Promise.all(parts)).flat();
  }

  /** The lines that say a text, each with a reference. */
  async find(text: string): Promise<string[]> {
    return linesOf((await this.view.find(text, this.signal)).text);
  }

  /** Looks again and again, 5 seconds at most, until a line matches; gives all lines. */
  async until(pattern: RegExp): Promise<string[]> {
    for (let left = 50; ; left -= 1) {
      const lines = await this.lines();
      if (lines.some((line) => pattern.test(line))) return lines;
      if (left === 0) throw new Error(`no line ${String(pattern)} came\n${lines.join("\n")}`);
      await this.wait(100);
    }
  }

  /** The reference of the first line that matches; the page is looked at anew. */
  async refOf(pattern: RegExp): Promise<string> {
    const lines = await this.lines();
    return refIn(lines, pattern);
  }

  act(action: RefAction): Promise<ActionReport> {
    return this.view.act(action, this.signal);
  }

  /** Presses keys, one after the other. */
  async press(...keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += 15) {
      const actions = keys.slice(at, at + 15).map((key): Action => ({ type: "press", key }));
      await runActions(this.#page, actions, { signal: this.signal });
    }
  }

  async wait(milliseconds: number): Promise<void> {
    await runActions(this.#page, [{ type: "wait", milliseconds }], { signal: this.signal });
  }

  clickRef(ref: string): Promise<ActionReport> {
    return this.act({ type: "click", ref });
  }

  async click(pattern: RegExp): Promise<void> {
    await this.clickRef(await this.refOf(pattern));
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

/** The reference in the first line that matches and has one. */
export function refIn(lines: readonly string[], pattern: RegExp): string {
  const line = lines.find((one) => pattern.test(one) && one.includes("[ref="));
  const ref = /\[ref=(e\d+)\]/.exec(line ?? "")?.[1];
  if (ref === undefined) throw new Error(`no line ${String(pattern)} in\n${lines.join("\n")}`);
  return ref;
}

function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim());
}
