import type { BenchmarkSize } from "./case.ts";
import { pageLoaders } from "./pages.ts";

/** Every variant is given the same time to settle, over as many pages as it manages. */
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
  const seen = loaders.filter((_, index) => index % 3 === 0);
  if (size === "full") await warmUp(seen, convert);
  let length = 0;
  const started = performance.now();
  for (const page of pages) length += await convert(page);
  const elapsed = performance.now() - started;
  if (length === 0) throw new Error("Nothing was converted");
  return megabytes(pages) / (elapsed / 1e3);
}

/**
 * Pages are loaded before, as those that are measured are: what loading one leaves behind has V8
 * collect young garbage early, and its young generation would be touched for the first time by
 * what is measured.
 */
async function warmUp(
  loaders: readonly (() => string)[],
  convert: Throughput["convert"],
): Promise<void> {
  const pages = loaders.map((load) => load());
  const deadline = performance.now() + WARM_UP_MS;
  for (let at = 0; performance.now() < deadline; at += 1) {
    await convert(pages[at % pages.length] ?? "");
  }
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
