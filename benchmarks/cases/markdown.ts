import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { converters, type Converter } from "../converters.ts";
import { throughput } from "../throughput.ts";

/** turndown takes long, so every second of the unseen pages is measured. */
const EVERY = 2;

/** Whole pages to markdown: an HTML string to a string. */
const benchmark: BenchmarkCase = {
  unit: "MB/s",
  ratios: {
    "dragline/turndown": ["dragline", "turndown"],
    "dragline/mdream-js": ["dragline", "mdream-js"],
    "dragline/mdream": ["dragline", "mdream"],
    "without hidden text/turndown": ["without hidden text", "turndown"],
    "without hidden text/dragline": ["without hidden text", "dragline"],
  },
  memoryRatios: {
    "memory dragline/turndown": ["dragline", "turndown"],
    "memory dragline/mdream-js": ["dragline", "mdream-js"],
  },
  variants: {
    dragline: (size) => measure(size, "dragline"),
    turndown: (size) => measure(size, "turndown"),
    "mdream-js": (size) => measure(size, "mdream-js"),
    mdream: (size) => measure(size, "mdream"),
    "without hidden text": measureDefault,
  },
};

/** As by default: what a page hides is looked for and left out, which no peer does. */
async function measureDefault(size: BenchmarkSize): Promise<number> {
  const { toMarkdown } = await import("dragline/markdown");
  const url = "https://example.com/a/b";
  const convert = (html: string): number => toMarkdown(html, { url }).length;
  return throughput({ size, every: EVERY, convert });
}

async function measure(size: BenchmarkSize, name: keyof typeof converters): Promise<number> {
  const convert: Converter = await converters[name]();
  const url = "https://example.com/a/b";
  return throughput({ size, every: EVERY, convert: (html) => convert(html, url).length });
}

export default benchmark;
