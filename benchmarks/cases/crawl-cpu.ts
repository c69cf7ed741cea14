import type { BenchmarkCase } from "../case.ts";
import { crawlVariants } from "../crawling.ts";

/** The site of the case `crawl`, by pages in a second of processor time. */
const benchmark: BenchmarkCase = {
  unit: "pages/CPU s",
  ratios: {
    "dragline/bare": ["dragline", "bare"],
    "SQLite/bare": ["dragline, SQLite", "bare"],
    "dragline/crawlee": ["dragline", "crawlee"],
  },
  variants: crawlVariants(
    ["dragline", "dragline, SQLite", "bare", "crawlee"],
    ({ pagesPerCpuSecond }) => pagesPerCpuSecond,
  ),
};

export default benchmark;
