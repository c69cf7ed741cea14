import type { BenchmarkSize } from "./case.ts";
import { pageLoaders } from "./pages.ts";

/** A warm-up ends here even when pages are left: slow peers have settled long before. */
const WARM_UP_MS = 3_000;

/** What is converted and how. */
export interface Throughput {
  readonly size: BenchmarkSize;
  /** Of the pages that are not for warm-up every n-th is measured; all variants of a case alike. */
  readonly every: number;
  /** The length of all that was made of the page. */
  readonly convert: (html: string) => number | Promise<number>;
}

/**
 * Megabytes of HTML (UTF-8) per second, warm on one third of the pages and measured on others, that
 * it has not seen before. Pages are loaded before the clock runs: what loading leaves behind is not
 * collected at the converter's expense. For peak memory, only the megabytes that were converted.
 */
export async function throughput({ size, every, convert }: Throughput): Promise<number> {
  const loaders = pageLoaders(size);
  const unseen = loaders.filter((_, index) => index % 3 !== 0);
  const chosen = unseen.filter((_, at) => size === "smoke" || at % every === 0);
  if (size === "memory") return convertEach(chosen, convert);
  const pages = chosen.map((load) => load());
  const deadline = performance.now() + WARM_UP_MS;
  for (const [index, load] of loaders.entries()) {
    if (performance.now() > deadline) break;
    if (index % 3 === 0) await convert(load());
  }
  let length = 0;
  const started = performance.now();
  for (const page of pages) length += await convert(page);
  const elapsed = performance.now() - started;
  if (length === 0) throw new Error("Nothing was converted");
  return megabytes(pages) / (elapsed / 1e3);
}

async function convertEach(
  loaders: readonly (() => string)[],
  convert: Throughput["convert"],
): Promise<number> {
  let total = 0;
  for (const load of loaders) {
    const page = load();
    await convert(page);
    total += megabytes([page]);
  }
  return total;
}

function megabytes(pages: readonly string[]): number {
  return pages.reduce((sum, page) => sum + Buffer.byteLength(page), 0) / 1e6;
}
