import { fork } from "node:child_process";
import { join } from "node:path";
import type { BenchmarkCase, BenchmarkSize } from "./case.ts";

/** What a crawl of the generated site took. */
export interface CrawlFigures {
  readonly pagesPerSecond: number;
  /** Pages in a second of this process' processor time, its threads included. */
  readonly pagesPerCpuSecond: number;
}

/** Requests at once, of every crawler that takes a number. */
export const CONCURRENCY = 32;

/** By name: crawls a site from its seed and gives the number of pages that it had. */
export type Crawlers = Readonly<Record<string, (seed: string) => Promise<number>>>;

/** Compares one figure of some crawlers. */
export function crawlVariants(
  names: readonly string[],
  figure: (figures: CrawlFigures) => number,
): BenchmarkCase["variants"] {
  return Object.fromEntries(
    names.map((name) => [name, async (size: BenchmarkSize) => figure(await crawl(name, size))]),
  );
}

/** Crawls the generated site once, from a cold start, and checks that every page came. */
export async function crawl(name: string, size: BenchmarkSize): Promise<CrawlFigures> {
  const pages = size === "smoke" ? 60 : 5_000;
  const server = fork(join(import.meta.dirname, "generated-site-server.ts"), [`${pages}`]);
  try {
    const port = await new Promise<number>((resolve) => server.once("message", resolve));
    const run = await load(name);
    const spent = process.cpuUsage();
    const started = performance.now();
    const had = await run(`http://127.0.0.1:${port}/page/0`);
    const seconds = (performance.now() - started) / 1_000;
    const { user, system } = process.cpuUsage(spent);
    if (had !== pages) throw new Error(`${name} had ${had} pages of ${pages}`);
    return {
      pagesPerSecond: pages / seconds,
      pagesPerCpuSecond: pages / ((user + system) / 1_000_000),
    };
  } finally {
    server.disconnect();
  }
}

/** Only what is measured is loaded, so that its peak memory is its own. */
async function load(name: string): Promise<Crawlers[string]> {
  const file = name.startsWith("dragline") ? "./crawl-ours.ts" : "./crawl-peers.ts";
  const { crawlers } = (await import(file)) as { crawlers: Crawlers };
  const run = crawlers[name];
  if (run === undefined) throw new Error(`There is no crawler ${name}`);
  return run;
}
