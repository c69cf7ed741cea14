import { parseDocument } from "htmlparser2";
import { parse as parse5 } from "parse5";
import { parse } from "dragline/html";
import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { benchmarkPages } from "../pages.ts";

/** Rounds over the pages before the measured ones, so that the compiler has settled. */
const WARM_UP = 2;
const MEASURED = 3;

/** Megabytes (of UTF-16 code units) of real pages made into a tree per second. */
function measure(size: BenchmarkSize, build: (html: string) => unknown): Promise<number> {
  const pages = benchmarkPages(size).filter((_, index) => index % (size === "full" ? 6 : 1) === 0);
  const length = pages.reduce((sum, page) => sum + page.length, 0);
  let best = 0;
  for (let round = 0; round < (size === "smoke" ? 1 : WARM_UP + MEASURED); round++) {
    const start = process.hrtime.bigint();
    for (const page of pages) build(page);
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    if (round >= WARM_UP || size === "smoke") best = Math.max(best, length / 1e6 / seconds);
  }
  return Promise.resolve(best);
}

/** One parse of real pages into a tree that can be walked. */
const benchmark: BenchmarkCase = {
  unit: "MB/s",
  ratios: {
    "dragline/htmlparser2": ["dragline", "htmlparser2"],
    "dragline/parse5": ["dragline", "parse5"],
  },
  variants: {
    dragline: (size) => measure(size, (html) => parse(html)),
    htmlparser2: (size) => measure(size, (html) => parseDocument(html)),
    parse5: (size) => measure(size, (html) => parse5(html)),
  },
};

export default benchmark;
