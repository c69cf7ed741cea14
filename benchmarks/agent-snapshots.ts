import type { Browser, Page } from "puppeteer-core";
import { PageView } from "../src/agent/view/page-view.ts";
import { chromiumPath, openChromium } from "../test/chromium.ts";
import { largestPages, openLonelyChromium, servePages } from "../test/rooms/agent/largest-pages.ts";
import { MiniwobTask, serveMiniwob } from "../test/rooms/agent/miniwob.ts";
import { leftOut, oracles } from "../test/rooms/agent/oracles/index.ts";
import { table } from "./table.ts";

// Snapshots of pages for a model, by time and bytes: of every task of MiniWoB++, and of the largest
// pages of the corpus:
// node --conditions=dragline-source benchmarks/agent-snapshots.ts [PAGES]
const COUNT = Number(process.argv[2] ?? 200);
const SEEDS = ["1", "2", "3"];
/** What must hold: milliseconds and bytes. */
const FLOORS = { taskP95: 60, taskBytes: 1536, pageMost: 1000, pageBytes: 12_288 };

interface Look {
  readonly name: string;
  readonly ms: number;
  /** Milliseconds of processor time here and in the page's main thread: what a busy machine leaves as it is. */
  readonly cpu: number;
  readonly bytes: number;
}

const { signal } = new AbortController();
const path = await chromiumPath();
if (path === undefined) throw new Error("there is no Chromium");
const tasks = await taskLooks(path);
const pages = await pageLooks(path);
report();

/** Two looks at each task: the first connects to the page. */
async function taskLooks(executable: string): Promise<Look[]> {
  await using site = await serveMiniwob();
  await using browser = await openChromium(executable);
  const page = await browser.newPage();
  const looks: Look[] = [];
  for (const seed of SEEDS) {
    for (const name of [...Object.keys(oracles), ...Object.keys(leftOut)]) {
      const url = site.url(`/miniwob/${name}.html`);
      await using task = await MiniwobTask.open(page, { url, seed });
      const meter = await meterOf(page);
      looks.push(await look(name, task.view, meter), await look(name, task.view, meter));
    }
  }
  return looks;
}

async function pageLooks(executable: string): Promise<Look[]> {
  const largest = largestPages(COUNT);
  await using site = await servePages(largest);
  await using browser = await openLonelyChromium(executable);
  const looks: Look[] = [];
  for (const { id } of largest) {
    const page = await freshPage(browser, site.url(`/${id}`));
    await using view = new PageView(page);
    const meter = await meterOf(page);
    looks.push(await look(id, view, meter), await look(id, view, meter));
    await page.close();
  }
  return looks;
}

/** A page as it is once its own resources are there, or did not come. */
async function freshPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  page.on("dialog", (dialog) => void dialog.dismiss());
  await page.goto(url, { waitUntil: "load", timeout: 30_000 }).catch(() => null);
  return page;
}

/** Tells the processor time so far, in milliseconds. */
async function meterOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.createCDPSession();
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const task = metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
    const { user, system } = process.cpuUsage();
    return task * 1000 + (user + system) / 1000;
  };
}

async function look(name: string, view: PageView, meter: () => Promise<number>): Promise<Look> {
  const before = await meter();
  const begun = performance.now();
  const { text } = await view.snapshot({}, signal);
  const ms = performance.now() - begun;
  const cpu = (await meter()) - before;
  return { name, ms, cpu, bytes: Buffer.byteLength(text) };
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function report(): void {
  const rows = [
    ["MiniWoB++", tasks],
    ["largest pages", pages],
  ] as const;
  const cells = rows.map(([name, looks]) => {
    const [ms, cpu] = [looks.map((one) => one.ms), looks.map((one) => one.cpu)];
    const bytes = looks.map((one) => one.bytes);
    const times = [ms, cpu].flatMap((list) =>
      [0.5, 0.95, 1].map((share) => `${at(list, share).toFixed(0)} ms`),
    );
    const sizes = [0.5, 0.95, 1].map((share) => `${at(bytes, share)} B`);
    return [name, String(looks.length), ...times, ...sizes];
  });
  const parts = ["p50", "p95", "most"];
  const kinds = ["", "CPU ", "bytes "].flatMap((kind) => parts.map((part) => `${kind}${part}`));
  const head = ["pages", "snapshots", ...kinds];
  console.log(table([head, ...cells]));
  const slowest = pages.toSorted((one, other) => other.ms - one.ms).slice(0, 8);
  for (const { name, ms, cpu, bytes } of slowest)
    console.log(`slowest: ${name} ${ms.toFixed(0)} ms, CPU ${cpu.toFixed(0)} ms, ${bytes} B`);
  const broken = [
    [
      at(
        tasks.map((one) => one.ms),
        0.95,
      ) <= FLOORS.taskP95,
      "p95 of a task's snapshot",
    ],
    [
      at(
        tasks.map((one) => one.bytes),
        0.5,
      ) <= FLOORS.taskBytes,
      "median bytes of a task",
    ],
    [
      at(
        pages.map((one) => one.ms),
        1,
      ) <= FLOORS.pageMost,
      "the slowest page",
    ],
    [
      at(
        pages.map((one) => one.bytes),
        1,
      ) <= FLOORS.pageBytes,
      "the largest snapshot",
    ],
  ].flatMap(([holds, what]) => (holds === true ? [] : [what]));
  for (const what of broken) console.log(`does not hold: ${String(what)}`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}
