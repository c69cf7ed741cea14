import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "dragline";
import { toMarkdown } from "dragline/markdown";
import { corpus, corpusText } from "../../test/corpus.ts";
import type { BenchmarkCase, BenchmarkSize } from "../case.ts";

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
  const pages = readPages(size);
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

function readPages(size: BenchmarkSize): string[] {
  const folder = join(corpus, "wcxb/html");
  if (!existsSync(folder)) throw new Error(`No corpus at ${corpus}: set DRAGLINE_CORPUS`);
  const every = size === "full" ? 2 : 40;
  return readdirSync(folder)
    .filter((_, index) => index % every === 0)
    .map((name) => corpusText(`wcxb/html/${name}`));
}

export default benchmark;
