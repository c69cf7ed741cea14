import { extractValues, readSchema, type ValueSchema } from "dragline/extractor";
import { parse } from "dragline/html";
import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { shop } from "../extraction-set/templates/shop.ts";
import { benchmarkPages } from "../pages.ts";

/** Characters of pages that are measured: around 200 KB. */
const SHORTEST = 120_000;
const LONGEST = 320_000;

/** Rounds over the pages before the measured ones, so that the compiler has settled. */
const WARM_UP = 2;
const MEASURED = 3;

const url = "https://example.com/a/b";

/** Of real pages around 200 KB, how many of the median one take a second. */
const benchmark: BenchmarkCase = {
  unit: "pages/s",
  ratios: { "parse/extraction": ["parse", "extraction"] },
  variants: {
    extraction: (size) => {
      const schema = readSchema(shop.schema);
      return Promise.resolve(measure(size, (html) => extraction(html, schema)));
    },
    parse: (size) => Promise.resolve(measure(size, (html) => timed(() => parse(html)))),
  },
};

/** What extraction takes beyond the parse. */
function extraction(html: string, schema: ValueSchema): number {
  const tree = parse(html);
  return timed(() => extractValues({ tree, url }, schema));
}

function timed(run: () => unknown): number {
  const started = performance.now();
  run();
  return performance.now() - started;
}

/** 1 over the median of the pages' milliseconds, each page's the least of its rounds. */
function measure(size: BenchmarkSize, take: (html: string) => number): number {
  const all = benchmarkPages(size);
  const chosen = all.filter(({ length }) => length >= SHORTEST && length <= LONGEST);
  const pages = size === "smoke" || chosen.length === 0 ? all : chosen;
  const rounds = size === "smoke" ? 1 : WARM_UP + MEASURED;
  const least = pages.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    for (const [at, page] of pages.entries()) {
      const taken = take(page);
      if (round >= WARM_UP || size === "smoke") least[at] = Math.min(least[at] ?? taken, taken);
    }
  }
  const sorted = least.toSorted((a, b) => a - b);
  return 1000 / (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN);
}

export default benchmark;
