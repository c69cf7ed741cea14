import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { passagesOf } from "dragline/search";
import { createSqliteIndex } from "dragline/search/sqlite";
import type { BenchmarkSize } from "./case.ts";
import { generatedLibrary, PASSAGES, type LibraryPage } from "./generated-library.ts";
import { peer } from "./peer.ts";

/** An index that was filled. */
export interface FilledIndex extends AsyncDisposable {
  /** Passages that it took in a second, reading of the pages included. */
  readonly rate: number;
  /** Results of a query, ten at most. */
  search(query: string): Promise<number>;
}

/** Additions under way at once. */
const CONCURRENCY = 8;
/** Passages before the clock runs. */
const WARM_UP = 1000;

/** Ours, in a file. */
export async function fillOwn(size: BenchmarkSize): Promise<FilledIndex> {
  const folder = mkdtempSync(join(tmpdir(), "dragline-search-index-"));
  const index = createSqliteIndex({}, { path: join(folder, "index.sqlite") });
  const call = { signal: new AbortController().signal };
  const rate = await fill(size, async ({ url, html }) => {
    const { passages } = await index.add("owner", { url, html, fetchedAt: 0 }, call);
    return passages;
  });
  return {
    rate,
    search: async (query) =>
      (await index.search("owner", { query, limit: 10 }, call)).results.length,
    async [Symbol.asyncDispose]() {
      await index[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface MiniSearchModule {
  readonly default: new (options: { fields: string[] }) => {
    addAll(documents: readonly object[]): void;
    search(query: string, options: object): readonly unknown[];
  };
}

/** MiniSearch with its own settings over the same passages, in memory. */
export async function fillMiniSearch(size: BenchmarkSize): Promise<FilledIndex> {
  const { default: MiniSearch } = await peer<MiniSearchModule>("minisearch");
  const index = new MiniSearch({ fields: ["title", "heading", "text"] });
  let id = 0;
  const rate = await fill(size, async (page) => {
    const { title, passages } = passagesOf(page);
    index.addAll(passages.map((passage) => ({ id: (id += 1), title, ...passage })));
    return passages.length;
  });
  return {
    rate,
    search: async (query) => Math.min(10, index.search(query, { boost: { title: 2 } }).length),
    async [Symbol.asyncDispose]() {},
  };
}

/** Adds pages until there are passages enough; gives the passages in a second. */
async function fill(
  size: BenchmarkSize,
  add: (page: LibraryPage) => Promise<number>,
): Promise<number> {
  const pages = generatedLibrary();
  const warm = await addUntil(pages, Math.min(WARM_UP, PASSAGES[size] / 2), add);
  // What a page costs to make is not counted.
  const ready: LibraryPage[] = [];
  for (let left = PASSAGES[size] - warm; left > 0; left -= PASSAGES_OF_A_PAGE) {
    ready.push(pages.next().value as LibraryPage);
  }
  const started = performance.now();
  const count = await addUntil(ready.values(), Infinity, add);
  return (count / (performance.now() - started)) * 1e3;
}

/** As `passagesOf` cuts the pages. */
const PASSAGES_OF_A_PAGE = 20;

async function addUntil(
  pages: Iterator<LibraryPage>,
  enough: number,
  add: (page: LibraryPage) => Promise<number>,
): Promise<number> {
  let count = 0;
  const work = async (): Promise<void> => {
    for (;;) {
      const { value, done } = count < enough ? pages.next() : { value: undefined, done: true };
      if (done === true) return;
      const passages = await add(value as LibraryPage);
      count += passages;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return count;
}
