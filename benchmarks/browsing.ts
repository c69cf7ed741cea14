import { fork } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createBrowser, findChromium } from "dragline/browser";
import type { PuppeteerNode as Puppeteer } from "puppeteer-core";
import type { BenchmarkCase, BenchmarkSize } from "./case.ts";
import { MissingPeerError, peer } from "./peer.ts";

/** What a run over all pages took. */
export interface BrowsingFigures {
  readonly pagesPerSecond: number;
  /** Pages in a second of Chromium's processor time. */
  readonly pagesPerCpuSecond: number;
  /** Most megabytes of Chromium at once, shared memory counted once; 0 when it was not weighed. */
  readonly peakMegabytes: number;
}

/** What is browsed, and what is looked at meanwhile. */
export interface BrowsingRun {
  /** @default "real" */
  readonly pages?: "real" | "small";
  /** Whether Chromium's memory is read, which takes a tenth of a core. @default false */
  readonly weighs?: boolean;
}

/** Pages at once. */
export const CONCURRENCY = 4;

const args = ["--no-sandbox"];

const ours =
  (engine: "chromium" | "headless-shell") =>
  async (urls: readonly string[], checked: (html: string) => void): Promise<void> => {
    if ((await findChromium(process.env, engine)) === undefined) {
      throw new MissingPeerError(engine);
    }
    const pool = { maxPages: CONCURRENCY };
    await using browser = createBrowser({}, { allow: ["127.0.0.1"], pool, chromium: { engine } });
    await inParallel(urls, async (url) => {
      checked((await browser.visit(url, { job: "benchmark", waitUntil: "load" })).html);
    });
  };

const browsers = {
  dragline: ours("chromium"),
  "dragline, headless-shell": ours("headless-shell"),
  async puppeteer(urls, checked) {
    const { default: puppeteer } = await peer<{ default: Puppeteer }>("puppeteer-core");
    const browser = await puppeteer.launch({ executablePath: chromium(), args });
    await inParallel(urls, async (url) => {
      const page = await browser.newPage();
      await page.goto(url);
      checked(await page.content());
      await page.close();
    });
    await browser.close();
  },
  async crawlee(urls, checked) {
    const { PuppeteerCrawler, Configuration } = await peer<CrawleeParts>("@crawlee/puppeteer");
    const { default: launcher } = await peer<{ default: Puppeteer }>("puppeteer-core");
    const configuration = new Configuration({ persistStorage: false, logLevel: "ERROR" });
    const crawler = new PuppeteerCrawler(
      {
        launchContext: { launcher, launchOptions: { executablePath: chromium(), args } },
        maxConcurrency: CONCURRENCY,
        minConcurrency: CONCURRENCY,
        requestHandler: async ({ page }: { page: { content(): Promise<string> } }) =>
          checked(await page.content()),
      },
      configuration,
    );
    await crawler.run(urls);
    await crawler.teardown();
  },
} satisfies Record<
  string,
  (urls: readonly string[], checked: (html: string) => void) => Promise<void>
>;

interface CrawleeParts {
  readonly Configuration: new (options: object) => object;
  readonly PuppeteerCrawler: new (
    options: object,
    configuration: object,
  ) => { run(urls: readonly string[]): Promise<unknown>; teardown(): Promise<void> };
}

/** Compares one figure of all on the real pages. */
export function browsingCase(
  unit: string,
  figure: (figures: BrowsingFigures) => number,
  run?: BrowsingRun,
): BenchmarkCase {
  const variant = (name: keyof typeof browsers) => async (size: BenchmarkSize) =>
    figure(await browse(name, size, run));
  return {
    unit,
    ratios: {
      "dragline/puppeteer": ["dragline", "puppeteer"],
      "dragline/crawlee": ["dragline", "crawlee"],
      "headless-shell/puppeteer": ["dragline, headless-shell", "puppeteer"],
    },
    variants: {
      dragline: variant("dragline"),
      "dragline, headless-shell": variant("dragline, headless-shell"),
      puppeteer: variant("puppeteer"),
      crawlee: variant("crawlee"),
    },
  };
}

/** Runs over all pages; the figures are of all but the first quarter. */
export async function browse(
  name: keyof typeof browsers,
  size: BenchmarkSize,
  { pages = "real", weighs = false }: BrowsingRun = {},
): Promise<BrowsingFigures> {
  const server = fork(join(import.meta.dirname, "browser-page-server.ts"), [size, pages]);
  try {
    const { port, count } = await new Promise<{ port: number; count: number }>((resolve) => {
      server.once("message", resolve as (message: unknown) => void);
    });
    const rounds = size === "smoke" ? 1 : 2;
    const urls = Array.from(
      { length: count * rounds },
      (_, at) => `http://127.0.0.1:${port}/${at}`,
    );
    return await measured(urls, browsers[name], weighs);
  } finally {
    server.disconnect();
  }
}

async function measured(
  urls: readonly string[],
  run: (typeof browsers)[keyof typeof browsers],
  weighs: boolean,
): Promise<BrowsingFigures> {
  const warm = Math.floor(urls.length / 4);
  let peakMegabytes = 0;
  let seen = 0;
  const begun = { at: 0, cpu: 0 };
  const ended = { at: 0, cpu: 0 };
  const sampler = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, sample(weighs).megabytes);
  }, 250);
  await run(urls, (html) => {
    if (!html.includes("<body")) throw new Error("no page came");
    seen += 1;
    if (seen === warm) Object.assign(begun, { at: performance.now(), cpu: sample().cpuSeconds });
    if (seen < urls.length) return;
    Object.assign(ended, { at: performance.now(), cpu: sample().cpuSeconds });
  });
  clearInterval(sampler);
  const pages = seen - warm;
  return {
    pagesPerSecond: (pages / (ended.at - begun.at)) * 1000,
    pagesPerCpuSecond: pages / (ended.cpu - begun.cpu),
    peakMegabytes,
  };
}

/** Processor time of each browser, by its main process; of one that has ended, what was seen last. */
const spent = new Map<number, number>();

/** What our Chromium has, if that is asked, and has spent. */
function sample(weighs = false): { readonly megabytes: number; readonly cpuSeconds: number } {
  let kilobytes = 0;
  const ticks = new Map<number, number>();
  for (const [pid, root] of descendants()) {
    const fields =
      readText(`/proc/${pid}/stat`)
        ?.replace(/^.*\) /, "")
        .split(" ") ?? [];
    // Its own time, and that of its children that have ended.
    const own = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    ticks.set(root, (ticks.get(root) ?? 0) + own);
    const memory = weighs ? (readText(`/proc/${pid}/smaps_rollup`) ?? "") : "";
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1] ?? 0);
  }
  for (const [root, sum] of ticks) spent.set(root, Math.max(sum, spent.get(root) ?? 0));
  const total = [...spent.values()].reduce((sum, count) => sum + count, 0);
  return { megabytes: kilobytes / 1024, cpuSeconds: total / 100 };
}

/** Processes of our Chromium, each with the main process of its browser. */
function descendants(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const entry of readdirSync("/proc")) {
    const stat = /^\d+$/.test(entry) ? readText(`/proc/${entry}/stat`) : undefined;
    if (stat === undefined || !/\((?:chromium|chrome)/.test(stat)) continue;
    parents.set(Number(entry), Number(stat.replace(/^.*\) /, "").split(" ")[1]));
  }
  const rootOf = (pid: number): number | undefined => {
    const parent = parents.get(pid);
    if (parent === process.pid) return pid;
    return parent === undefined ? undefined : rootOf(parent);
  };
  const found = [...parents.keys()].map((pid) => [pid, rootOf(pid)] as const);
  return new Map(found.filter((entry): entry is [number, number] => entry[1] !== undefined));
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

async function inParallel(
  urls: readonly string[],
  work: (url: string) => Promise<void>,
): Promise<void> {
  const waiting = [...urls];
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) await work(url);
  });
  await Promise.all(workers);
}

function chromium(): string {
  const path = process.env["PUPPETEER_EXECUTABLE_PATH"] ?? "/usr/bin/chromium";
  if (existsSync(path)) return path;
  throw new MissingPeerError("There is no Chromium: set PUPPETEER_EXECUTABLE_PATH");
}
