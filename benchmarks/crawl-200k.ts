import { fork } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCrawler } from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import { SqliteRecords } from "dragline/storage/sqlite";
import { table } from "./table.ts";

// A long crawl on a durable frontier, to see that memory is bounded and that it does not get slower:
// node --conditions=dragline-source benchmarks/crawl-200k.ts [PAGES] [full|normal]
const pages = Number(process.argv[2] ?? 200_000);
const synchronous = process.argv[3] === "normal" ? "normal" : "full";
const WINDOWS = 10;

const folder = await mkdtemp(join(tmpdir(), "dragline-200k-"));
const path = join(folder, "crawl.sqlite");
const script = join(import.meta.dirname, "generated-site-server.ts");
const server = fork(script, [String(pages), "small"]);
try {
  const port = await new Promise<number>((resolve) => server.once("message", resolve));
  await crawl(`http://127.0.0.1:${port}/page/0`);
} finally {
  server.disconnect();
  await rm(folder, { recursive: true });
}

async function crawl(seed: string): Promise<void> {
  const records = new SqliteRecords({}, { path, synchronous });
  await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
  await using crawler = createCrawler({ fetcher, records }, { maxPerHost: 32 });
  const run = crawler.crawl(seed, { formats: [], maxPages: Infinity });
  const windows: Window[] = [];
  let opened = mark();
  let had = 0;
  for await (const page of run) {
    if (page.status === "failed") throw new Error(`${page.url}: ${page.error}`);
    had += 1;
    if (had % Math.floor(pages / WINDOWS) !== 0) continue;
    const window = closeWindow(opened, Math.floor(pages / WINDOWS));
    windows.push(window);
    opened = mark();
    console.error(
      `${had} pages, ${window.perSecond.toFixed(0)} pages/s, ${window.perCpuSecond.toFixed(0)} pages/CPU s, ${window.rss.toFixed(0)} MB`,
    );
  }
  const summary = await run.summary;
  const { size } = await stat(path);
  await records.close();
  if (had !== pages) throw new Error(`${had} pages came of ${pages}`);
  report(windows, { ...summary.counts, found: summary.found, megabytesOnDisk: size / 1_000_000 });
}

interface Mark {
  readonly at: number;
  readonly cpu: NodeJS.CpuUsage;
}

interface Window {
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly rss: number;
}

function mark(): Mark {
  return { at: performance.now(), cpu: process.cpuUsage() };
}

function closeWindow({ at, cpu }: Mark, count: number): Window {
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: (count / (performance.now() - at)) * 1_000,
    perCpuSecond: (count / (user + system)) * 1_000_000,
    rss: process.memoryUsage.rss() / 1_000_000,
  };
}

function report(windows: readonly Window[], figures: Readonly<Record<string, number>>): void {
  const rows = windows.map(({ perSecond, perCpuSecond, rss }, at) => [
    `tenth ${at + 1}`,
    `${perSecond.toFixed(0)} pages/s`,
    `${perCpuSecond.toFixed(0)} pages/CPU s`,
    `${rss.toFixed(0)} MB`,
  ]);
  console.log(table([["", "speed", "by processor time", "memory"], ...rows]));
  const [first, last] = [windows[0], windows.at(-1)];
  const share = (last?.perSecond ?? 0) / (first?.perSecond ?? 1);
  const cpuShare = (last?.perCpuSecond ?? 0) / (first?.perCpuSecond ?? 1);
  const peak = process.resourceUsage().maxRSS / 1_000;
  console.log(`\nlast/first tenth: ${share.toFixed(2)} (by processor time ${cpuShare.toFixed(2)})`);
  console.log(`peak memory: ${peak.toFixed(0)} MB`);
  console.log(JSON.stringify(figures));
}
