import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCache } from "dragline/storage/keyv";
import { SqliteCache, type SqliteCacheOptions } from "dragline/storage/sqlite";
import { FakeClock } from "dragline/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { canMount, SmallDisk, unlessMounted } from "./small-disk.ts";
import { Child } from "../../rigs/child.ts";

const DAY = 86_400_000;

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-cache-"));
  path = join(folder, "cache.sqlite");
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

function open(options: SqliteCacheOptions = {}, clock = new FakeClock()): SqliteCache {
  return new SqliteCache({ clock }, { path, ...options });
}

/** What the file holds, counted by its rows and by the totals beside them. */
function counted(): { rows: number; bytes: number; entries: number; total: number } {
  using database = new DatabaseSync(path, { readOnly: true });
  const rows = database
    .prepare("SELECT count(*) AS rows, coalesce(sum(size), 0) AS bytes FROM dragline_cache_1")
    .get() as { rows: number; bytes: number };
  const totals = database
    .prepare("SELECT entries, bytes AS total FROM dragline_cache_totals_1")
    .get() as { entries: number; total: number };
  return { ...rows, ...totals };
}

describe("SqliteCache", () => {
  it("keeps values and their time for the next process", async () => {
    const clock = new FakeClock();
    const first = open({}, clock);
    await first.set("a", { price: -0 }, 60_000);
    await first.close();
    await using second = open({}, clock);
    const { price } = (await second.get("a")) as { price: number };
    expect(Object.is(price, -0)).toBe(true);
    await clock.advance(60_000);
    expect(await second.get("a")).toBeUndefined();
  });

  it("keeps maxBytes: the least recently used values go first", async () => {
    await using cache = open({ maxBytes: 10_000 });
    for (let index = 0; index < 100; index += 1) {
      await cache.set(`key ${index}`, "x".repeat(990));
      expect(counted().bytes).toBeLessThanOrEqual(10_000);
    }
    const { rows, bytes, entries, total } = counted();
    expect([rows, bytes]).toEqual([entries, total]);
    expect(rows).toBe(10);
    expect(await cache.get("key 89")).toBeUndefined();
    expect(await cache.get("key 90")).toBeDefined();
    await cache.set("large", "x".repeat(8500));
    expect(await cache.get("key 90")).toBe("x".repeat(990));
    expect(counted().rows).toBe(2);
  });

  it("keeps strings as they are, whatever is in them", async () => {
    await using cache = open();
    const strings = ["", "'", "''", '"a"', "{}", "null", "\0", "\u0001\u0002", "\uE000", "a\ud800"];
    for (const text of strings) {
      await cache.set("a", text);
      expect(await cache.get("a")).toBe(text);
      for await (const [, value] of cache.iterator()) expect(value).toBe(text);
    }
  });

  it("does not keep a value that is larger than maxBytes, nor the one it replaces", async () => {
    await using cache = open({ maxBytes: 1000 });
    await cache.set("other", 1);
    await cache.set("a", "old");
    expect(await cache.set("a", "x".repeat(1000))).toBe(false);
    expect(await cache.get("a")).toBeUndefined();
    expect(await cache.get("other")).toBe(1);
  });

  it("forgets after maxAgeMs, whatever the time of the value is", async () => {
    const clock = new FakeClock();
    await using cache = open({ maxAgeMs: DAY }, clock);
    await cache.set("none", 1);
    await cache.set("long", 2, 10 * DAY);
    await cache.set("endless", 3, Number.POSITIVE_INFINITY);
    await cache.set("zero", 4, 0);
    await clock.advance(DAY - 1);
    for (const key of ["none", "long", "endless", "zero"]) {
      expect(await cache.get(key)).toBeDefined();
    }
    await clock.advance(1);
    for (const key of ["none", "long", "endless", "zero"]) {
      expect(await cache.get(key)).toBeUndefined();
    }
    expect(await cache.delete("none")).toBe(false);
  });

  it("sweeps what is expired in slices, with the writes", async () => {
    const clock = new FakeClock();
    await using cache = open({}, clock);
    for (let index = 0; index < 250; index += 1) await cache.set(`key ${index}`, index, 1000);
    await clock.advance(2000);
    const rows: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      await cache.set("new", round);
      rows.push(counted().rows);
    }
    expect(rows).toEqual([151, 51, 1, 1]);
  });

  it("writes nothing when it only reads", async () => {
    await using cache = open();
    await cache.set("a", 1);
    using database = new DatabaseSync(path);
    const version = (): unknown => database.prepare("PRAGMA data_version").get();
    const before = version();
    for (let round = 0; round < 100; round += 1) await cache.get("a");
    expect(version()).toEqual(before);
    await cache.set("b", 1);
    expect(version()).not.toEqual(before);
  });

  it("refuses what is not plain data", async () => {
    await using cache = open();
    const cycle: unknown[] = [];
    cycle.push(cycle);
    for (const value of [undefined, 1n, Number.NaN, new Date(), new Map(), () => 1, cycle]) {
      await expect(cache.set("a", value)).rejects.toMatchObject({ code: "INVALID_VALUE" });
    }
    expect(await cache.get("a")).toBeUndefined();
  });

  it("iterates over all entries that are not expired", async () => {
    const clock = new FakeClock();
    await using cache = open({}, clock);
    await cache.set("gone", 1, 1000);
    for (let index = 0; index < 250; index += 1) await cache.set(`\u0000${index}`, index);
    await clock.advance(2000);
    const found = new Map<string, unknown>();
    for await (const [key, value] of cache.iterator()) found.set(key, value);
    expect(found.size).toBe(250);
    expect(found.get("\u0000249")).toBe(249);
    await cache.clear();
    expect(counted()).toEqual({ rows: 0, bytes: 0, entries: 0, total: 0 });
  });

  it("is a store for Keyv with namespaces", async () => {
    await using sqlite = new SqliteCache({}, { path });
    const [one, two] = [createCache(sqlite), createCache(sqlite)];
    one.namespace = "one";
    two.namespace = "two";
    await one.set("a", 1);
    await two.set("a", Buffer.from("bytes"), 60_000);
    expect(await one.get("a")).toBe(1);
    expect(String(await two.get("a"))).toBe("bytes");
    await one.clear();
    expect(await one.get("a")).toBeUndefined();
    expect(String(await two.get("a"))).toBe("bytes");
    expect(await two.deleteMany(["a", "b"])).toEqual([true, false]);
  });

  it("keeps its limits and its totals while three processes write", async () => {
    const script = join(import.meta.dirname, "cache-child.ts");
    const processes = ["x", "y", "z"].map((name) => new Child(script, [path, name, "400", "30"]));
    const codes = await Promise.all(processes.map(({ exit }) => exit));
    expect(codes.map(([code]) => code)).toEqual([0, 0, 0]);
    const { rows, bytes, entries, total } = counted();
    expect([rows, bytes]).toEqual([entries, total]);
    expect(rows).toBe(30);
  });

  it("keeps what was set when its process is killed", async () => {
    const script = join(import.meta.dirname, "cache-child.ts");
    const process = new Child(script, [path, "x", "1000000", "30"]);
    // The file is there before its table is, so it is asked until there are rows.
    const hasRows = async (): Promise<boolean> => {
      await using cache = new SqliteCache({}, { path });
      return (await cache.get("key 1")) !== undefined;
    };
    while (!(await hasRows())) await new Promise((resolve) => setImmediate(resolve));
    await process.kill();
    const { rows, bytes, entries, total } = counted();
    expect([rows, bytes]).toEqual([entries, total]);
    await using cache = new SqliteCache({}, { path, maxEntries: 30 });
    await cache.set("after", 1);
    expect(await cache.get("after")).toBe(1);
  });

  it("does not open the file again for calls that were under way at close", async () => {
    const cache = open();
    await cache.set("a", 1);
    const late = [cache.get("a"), cache.set("b", 2), cache.delete("a")];
    await cache.close();
    await Promise.allSettled(late);
    // The last connection to close takes SQLite's log with it.
    expect(await readdir(folder)).toEqual(["cache.sqlite"]);
  });

  it("is CLOSED after close, and closing twice is harmless", async () => {
    const cache = open();
    await cache.set("a", 1);
    await cache.close();
    await cache.close();
    for (const call of [cache.get("a"), cache.set("a", 1), cache.delete("a"), cache.clear()]) {
      await expect(call).rejects.toMatchObject({ code: "CLOSED" });
    }
  });

  it("tells in one error what is wrong with its file", async () => {
    await writeFile(path, "not a database, and long enough to be one".repeat(100));
    await using damaged = open();
    await expect(damaged.get("a")).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await using nowhere = open({ path: join(folder, "none", "cache.sqlite") });
    await expect(nowhere.set("a", 1)).rejects.toMatchObject({ code: "READ_ONLY" });
    expect((await stat(path)).size).toBeGreaterThan(0);
  });

  it("lives in the file of other stores", async () => {
    using database = new DatabaseSync(path);
    database.exec("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)");
    await using cache = open();
    await cache.set("a", 1);
    await cache.clear();
    expect(database.prepare("SELECT a FROM theirs").all()).toHaveLength(1);
  });

  it.each([{ maxEntries: 0 }, { maxBytes: 0 }, { maxAgeMs: 0.5 }, { timeoutMs: 0 }, { path: "" }])(
    "refuses %o",
    (options) => {
      expect(() => open(options)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    },
  );

  it.skipIf(!canMount)(
    `is STORE_FULL on a full disk and works after there is space${unlessMounted}`,
    async () => {
      using disk = new SmallDisk("4m");
      await using cache = open({ path: join(disk.folder, "cache.sqlite") });
      await cache.set("a", "old");
      await disk.fill();
      const call = cache.set("b", "x".repeat(1_000_000));
      await expect(call).rejects.toMatchObject({ code: "STORE_FULL" });
      expect(await cache.get("a")).toBe("old");
      disk.free();
      await cache.set("b", "x".repeat(1_000_000));
      expect(await cache.get("b")).toHaveLength(1_000_000);
    },
  );
});
