import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { generatedQueries } from "../generated-library.ts";
import { fillMiniSearch, fillOwn, type FilledIndex } from "../search-indexes.ts";

const QUERIES = 200;
const WARM_UP = 40;

/** Queries on 100,000 passages, one after the other: 1 over the 95th percentile of their times. */
const benchmark: BenchmarkCase = {
  unit: "queries/s",
  ratios: { "dragline/minisearch": ["dragline", "minisearch"] },
  variants: {
    dragline: (size) => measure(size, fillOwn),
    minisearch: (size) => measure(size, fillMiniSearch),
  },
};

async function measure(
  size: BenchmarkSize,
  fill: (size: BenchmarkSize) => Promise<FilledIndex>,
): Promise<number> {
  await using index = await fill(size);
  const queries = generatedQueries(size === "smoke" ? WARM_UP + 20 : WARM_UP + QUERIES);
  const times: number[] = [];
  let found = 0;
  for (const query of queries) {
    const started = performance.now();
    const results = await index.search(query);
    times.push(performance.now() - started);
    found += results;
  }
  if (found === 0) throw new Error("Nothing was found");
  const sorted = times.slice(WARM_UP).toSorted((a, b) => a - b);
  return 1e3 / (sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN);
}

export default benchmark;
