import { fork } from "node:child_process";
import { join } from "node:path";
import { request } from "undici";
import { createFetcher } from "dragline/fetcher";
import type { BenchmarkCase, BenchmarkSize } from "../case.ts";

const CONCURRENCY = 50;

/** 2,000 small pages over loopback, 50 at a time, from a server in another process. */
const benchmark: BenchmarkCase = {
  unit: "pages/s",
  ratios: { "dragline/undici": ["dragline", "undici"] },
  variants: {
    async dragline(size) {
      await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
      return await pagesPerSecond(size, async (url) => (await fetcher.fetch(url)).bytes.length);
    },
    async undici(size) {
      return pagesPerSecond(size, async (url) => {
        const { body } = await request(url);
        return (await body.arrayBuffer()).byteLength;
      });
    },
  },
};

async function pagesPerSecond(
  size: BenchmarkSize,
  fetchPage: (url: string) => Promise<number>,
): Promise<number> {
  const pages = size === "full" ? 2_000 : 100;
  const server = fork(join(import.meta.dirname, "../small-page-server.ts"));
  try {
    const port = await new Promise<number>((resolve) => server.once("message", resolve));
    const fetchAll = async (): Promise<void> => {
      let next = 0;
      const worker = async (): Promise<void> => {
        while (next < pages) {
          next += 1;
          if ((await fetchPage(`http://127.0.0.1:${port}/${next}`)) === 0) throw new Error("empty");
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    };
    await fetchAll();
    const started = performance.now();
    await fetchAll();
    return (pages / (performance.now() - started)) * 1000;
  } finally {
    server.disconnect();
  }
}

export default benchmark;
