import type { BenchmarkCase } from "../case.ts";
import { crawlVariants } from "../crawling.ts";

/** A generated site of 5,000 pages, crawled once in one process; pages are served by another. */
const benchmark: BenchmarkCase = {
  unit: "pages/s",
  ratios: {
    "dragline/crawlee": ["dragline", "crawlee"],
    "dragline/bare": ["dragline", "bare"],
    "SQLite/bare": ["dragline, SQLite", "bare"],
    "markdown, dragline/crawlee": ["dragline, markdown", "crawlee, turndown"],
  },
  variants: crawlVariants(
    [
      "dragline",
      "dragline, SQLite",
      "dragline, markdown",
      "bare",
      "crawlee",
      "crawlee, default",
      "crawlee, turndown",
    ],
    ({ pagesPerSecond }) => pagesPerSecond,
  ),
};

export default benchmark;
