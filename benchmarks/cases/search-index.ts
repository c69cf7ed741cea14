import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { fillMiniSearch, fillOwn, type FilledIndex } from "../search-indexes.ts";

/** Pages read, cut into passages and kept, until 100,000 passages are there. */
const benchmark: BenchmarkCase = {
  unit: "passages/s",
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
  return index.rate;
}

export default benchmark;
