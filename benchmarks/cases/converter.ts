import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { benchmarkPages } from "../pages.ts";

/** Pages that wait in the pool at once. */
const CONCURRENCY = 32;
const url = "https://example.com/a/b";

type Convert = (html: string) => Promise<{ markdown?: string | undefined }>;

/** Whole pages to markdown in worker threads, on all cores, and in one thread. */
const benchmark: BenchmarkCase = {
  unit: "MB/s",
  ratios: { "pool/in-process": ["pool", "in-process"] },
  variants: {
    async "in-process"(size) {
      const { convert } = await import("dragline/converter");
      return measure(size, async (html) => convert(html, { url }));
    },
    async pool(size) {
      const { createConverterPool } = await import("dragline/converter");
      await using pool = createConverterPool();
      return await measure(size, (html) => pool.convert(html, { url }));
    },
  },
};

/** Warm on one third of the pages, measured on the others. */
async function measure(size: BenchmarkSize, convert: Convert): Promise<number> {
  const pages = benchmarkPages(size);
  await convertAll(
    pages.filter((_, index) => index % 3 === 0),
    convert,
  );
  const unseen = pages.filter((_, index) => index % 3 !== 0);
  const bytes = unseen.reduce((sum, page) => sum + Buffer.byteLength(page), 0);
  const started = performance.now();
  await convertAll(unseen, convert);
  return bytes / 1e3 / (performance.now() - started);
}

async function convertAll(pages: readonly string[], convert: Convert): Promise<void> {
  const waiting = pages.values();
  const work = async (): Promise<void> => {
    for (const page of waiting) {
      const { markdown } = await convert(page);
      if (markdown === undefined) throw new Error("No markdown came");
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

export default benchmark;
