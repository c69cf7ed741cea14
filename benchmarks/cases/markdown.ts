import { systemClock } from "dragline";
import { toMarkdown } from "dragline/markdown";
import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { benchmarkPages } from "../pages.ts";

/** What the case needs of turndown. */
interface Turndown {
  use(plugin: unknown): Turndown;
  turndown(html: string): string;
}

const address = "https://example.com/a/b";

/** Whole pages to markdown: warm on one third of the corpus, measured on pages not seen before. */
const benchmark: BenchmarkCase = {
  unit: "MB/s",
  ratios: { "dragline/turndown": ["dragline", "turndown"] },
  variants: {
    dragline: async (size) => throughput(size, (html) => toMarkdown(html, { url: address })),
    async turndown(size) {
      const { default: Service } = (await peer("turndown")) as {
        default: new (options: object) => Turndown;
      };
      const { gfm } = (await peer("@joplin/turndown-plugin-gfm")) as { gfm: unknown };
      const service = new Service({ headingStyle: "atx", codeBlockStyle: "fenced" }).use(gfm);
      return throughput(size, (html) => service.turndown(html));
    },
  },
};

/** Peers are installed in `benchmarks/` only, so their types are not at hand. */
function peer(name: string): Promise<unknown> {
  return import(name);
}

function throughput(size: BenchmarkSize, convert: (html: string) => string): number {
  const pages = benchmarkPages(size);
  for (const [index, page] of pages.entries()) if (index % 3 === 0) convert(page);
  let [bytes, length] = [0, 0];
  const start = systemClock.monotonic();
  for (const [index, page] of pages.entries()) {
    if (index % 3 === 0) continue;
    length += convert(page).length;
    bytes += Buffer.byteLength(page);
  }
  const seconds = (systemClock.monotonic() - start) / 1000;
  if (length === 0) throw new Error("Nothing was converted");
  return bytes / 1e6 / seconds;
}

export default benchmark;
