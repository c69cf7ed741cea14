import { createCrawler, forgetCrawl } from "dragline/crawler";
import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { SqliteRecords } from "dragline/storage/sqlite";
import { afterEach, describe, expect, it } from "vitest";
import { frontierCollections } from "../../../src/crawler/frontier/frontier-collections.ts";
import { links, PaperSite, robots } from "./paper-site.ts";

const call = { signal: new AbortController().signal };

let records: Records;

afterEach(() => records.close());

/** Crawls a site of `pages` pages to its end, or `until` so many were had. */
async function crawl(id: string, pages: number, until = Infinity): Promise<number> {
  const names = Array.from({ length: pages - 1 }, (_, index) => `/${index}`);
  const site = new PaperSite({
    "/": links(...names),
    ...Object.fromEntries(names.map((name) => [name, "x"])),
  });
  await using crawler = createCrawler(
    { source: site, robots: robots([]), records },
    { threads: 0 },
  );
  let had = 0;
  for await (const _ of crawler.crawl("http://site.test/", { id, formats: [], depth: 3 })) {
    had += 1;
    if (had >= until) break;
  }
  return had;
}

/** The ids of the crawls that any row is of. */
async function remembered(): Promise<Set<unknown>> {
  const found = await Promise.all(
    frontierCollections.map((collection) => records.find(collection, {}, call)),
  );
  const rows = found.flat() as readonly Readonly<Record<string, unknown>>[];
  return new Set(rows.map((row) => row["crawl"] ?? row["id"]));
}

describe.each([
  ["memory", () => new MemoryRecords()],
  ["SQLite", () => new SqliteRecords({}, { path: ":memory:" })],
])("forgetCrawl, %s", (_, make: () => Records) => {
  it("removes everything of a crawl, in slices, and nothing of another", async () => {
    records = make();
    await crawl("a", 1100);
    await crawl("b", 3);
    await forgetCrawl(records, "a", call);
    expect(await remembered()).toEqual(new Set(["b"]));
    expect(await crawl("b", 3)).toBe(0);
  });

  it("removes a crawl that was left half-way, so that its id is a new crawl's", async () => {
    records = make();
    await crawl("a", 5, 2);
    await forgetCrawl(records, "a", call);
    expect(await remembered()).toEqual(new Set());
    expect(await crawl("a", 4)).toBe(4);
  });

  it("is harmless where there is no such crawl, and not even the collections", async () => {
    records = make();
    await expect(forgetCrawl(records, "never", call)).resolves.toBeUndefined();
    await expect(forgetCrawl(records, "never", call)).resolves.toBeUndefined();
  });

  it("can be called again when it was cut short", async () => {
    records = make();
    await crawl("a", 1100);
    const stop = new AbortController();
    let removals = 0;
    const cut: Records = new Proxy(records, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        if (name !== "remove") return value.bind(target);
        return (...given: unknown[]) => {
          removals += 1;
          if (removals === 2) stop.abort(new Error("stop"));
          return value.apply(target, given);
        };
      },
    });
    await expect(forgetCrawl(cut, "a", stop)).rejects.toThrow("stop");
    expect(await remembered()).toEqual(new Set(["a"]));
    await forgetCrawl(records, "a", call);
    expect(await remembered()).toEqual(new Set());
  });
});
