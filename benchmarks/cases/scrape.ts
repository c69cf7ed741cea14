import { fork } from "node:child_process";
import { join } from "node:path";
import { request } from "undici";
import { createFetcher } from "dragline/fetcher";
import { createScraper } from "dragline/scraper";
import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { createTurndown } from "../converters.ts";

interface Served {
  readonly port: number;
  readonly count: number;
}

/** URL to markdown, one page after another, over loopback from a server in another process. */
const benchmark: BenchmarkCase = {
  unit: "pages/s",
  ratios: { "dragline/turndown": ["dragline", "turndown"] },
  variants: {
    async dragline(size) {
      await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
      await using scraper = createScraper({ fetcher });
      return await pagesPerSecond(size, async (url) => {
        const result = await scraper.scrape(url);
        if (result.status === "failed" && result.code !== "BLOCKED")
          throw new Error(`${url}: ${result.error}`);
      });
    },
    async turndown(size) {
      const service = await createTurndown();
      return await pagesPerSecond(size, async (url) => {
        const { body } = await request(url);
        service.turndown(await body.text());
      });
    },
  },
};

async function pagesPerSecond(
  size: BenchmarkSize,
  scrape: (url: string) => Promise<void>,
): Promise<number> {
  const server = fork(join(import.meta.dirname, "../page-server.ts"), [size]);
  try {
    const { port, count } = await new Promise<Served>((resolve) => server.once("message", resolve));
    const warm = Math.ceil(count / 10);
    for (let page = 0; page < warm; page += 1) await scrape(`http://127.0.0.1:${port}/${page}`);
    const started = performance.now();
    for (let page = warm; page < count; page += 1) await scrape(`http://127.0.0.1:${port}/${page}`);
    return ((count - warm) / (performance.now() - started)) * 1000;
  } finally {
    server.disconnect();
  }
}

export default benchmark;
