import { createFetcher } from "dragline/fetcher";
import { toMarkdown } from "dragline/markdown";
import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import type { ClientTask } from "../service-client.ts";
import { runClient, SCRAPES, startChild, withService } from "../service-run.ts";

/** Serves the pages: of 2 KB, or of the usual 28 to 61 KB. */
type Pages = "small-page-server.ts" | "any-page-server.ts";

/**
 * Scrapes through HTTP, one process for API and work on SQLite, in one call that waits or submitted,
 * polled every second and read; against fetcher and markdown converter alone, with as many pages at once.
 */
const benchmark: BenchmarkCase = {
  unit: "scrapes/s",
  ratios: {
    "sync/bare": ["sync", "bare"],
    "polled/bare": ["polled", "bare"],
    "sync/bare, 2 KB": ["sync, 2 KB", "bare, 2 KB"],
  },
  variants: {
    bare: (size) => bare(size, "any-page-server.ts"),
    sync: (size) => ours(size, "any-page-server.ts", { isSync: true, underWay: 64 }),
    polled: (size) => ours(size, "any-page-server.ts", { isSync: false, underWay: 1000 }),
    "bare, 2 KB": (size) => bare(size, "small-page-server.ts"),
    "sync, 2 KB": (size) => ours(size, "small-page-server.ts", { isSync: true, underWay: 64 }),
  },
};

async function bare(size: BenchmarkSize, server: Pages): Promise<number> {
  using pages = await startChild<number>(server);
  await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
  const scrape = async (name: string, count: number): Promise<number> => {
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < count) {
        next += 1;
        const page = await fetcher.fetch(`http://127.0.0.1:${pages.first}/${name}/${next}`);
        if (toMarkdown(page.text, { url: page.url }) === "") throw new Error("no text");
      }
    };
    const started = performance.now();
    await Promise.all(Array.from({ length: SCRAPES }, worker));
    return (count * 1000) / (performance.now() - started);
  };
  await scrape("warm", warmUp(size));
  return await scrape("measured", countOf(size));
}

async function ours(
  size: BenchmarkSize,
  server: Pages,
  how: Pick<ClientTask, "isSync" | "underWay">,
): Promise<number> {
  using pages = await startChild<number>(server);
  using client = await startChild<string>("service-client.ts");
  return await withService(async (service, key) => {
    const task = { service, key, pages: `http://127.0.0.1:${pages.first}`, ...how };
    await runClient(client.child, { ...task, name: "warm", jobs: warmUp(size) });
    const measured = { ...task, name: "measured", jobs: countOf(size) };
    return (await runClient(client.child, measured)).perSecond;
  });
}

function warmUp(size: BenchmarkSize): number {
  return size === "smoke" ? 20 : 1000;
}

function countOf(size: BenchmarkSize): number {
  return size === "smoke" ? 50 : 5000;
}

export default benchmark;
