import { Keyv } from "keyv";
import type { Cache } from "dragline/storage";
import { BoundedStore, createCache } from "dragline/storage/keyv";
import { describe, expect, it } from "vitest";

describe("createCache", () => {
  it("is a Keyv in memory that never holds more than 10000 entries", async () => {
    const store = new BoundedStore();
    const cache = createCache(store);
    expect(cache).toBeInstanceOf(Keyv);
    for (let index = 0; index < 10_100; index += 1) await cache.set(`key ${index}`, index);
    expect(store.size).toBe(10_000);
    expect(await cache.get("key 99")).toBeUndefined();
    expect(await cache.get("key 100")).toBe(100);
  });

  it("has a store of its own each time", async () => {
    await createCache().set("a", 1);
    expect(await createCache().get("a")).toBeUndefined();
  });

  it("takes a map, and any Keyv is a Cache", async () => {
    const map = new Map();
    const cache: Cache = createCache(map);
    await cache.set("a", 1);
    expect(map.size).toBe(1);
    const plain: Cache = new Keyv();
    expect(await plain.get("a")).toBeUndefined();
  });

  it("throws what its store throws, unless somebody listens to its errors", async () => {
    const broken = {
      async get() {
        throw new Error("broken");
      },
      async set() {
        throw new Error("broken");
      },
      async delete() {
        throw new Error("broken");
      },
      async clear() {},
    };
    await expect(createCache(broken).get("a")).rejects.toThrow("broken");
    const cache = createCache(broken);
    const heard: unknown[] = [];
    cache.on("error", (error) => heard.push(error));
    expect(await cache.get("a")).toBeUndefined();
    expect(heard).toHaveLength(1);
  });
});

describe("BoundedStore", () => {
  it("counts two bytes for each character of keys and values", () => {
    const store = new BoundedStore({ maxBytes: 100 });
    store.set("ab", "x".repeat(18)).set("cd", { value: "y".repeat(18) });
    expect(store.bytes).toBe(80);
    store.set("ab", "x".repeat(28));
    expect([store.size, store.bytes]).toEqual([2, 100]);
    store.set("e", "");
    expect([...store.keys()]).toEqual(["ab", "e"]);
    expect(store.delete("ab")).toBe(true);
    expect(store.delete("ab")).toBe(false);
    expect(store.bytes).toBe(2);
    store.clear();
    expect([store.size, store.bytes]).toEqual([0, 0]);
  });

  it("does not keep a value that is larger than all may be, nor the one it replaces", () => {
    const store = new BoundedStore({ maxBytes: 100 });
    store.set("other", "1").set("a", "old").set("a", "x".repeat(50));
    expect(store.has("a")).toBe(false);
    expect(store.get("other")).toBe("1");
  });

  it("does not count has as a use", () => {
    const store = new BoundedStore({ maxEntries: 2 });
    store.set("a", 1).set("b", 2);
    store.has("a");
    store.set("c", 3);
    expect([...store.entries()]).toEqual([
      ["b", 2],
      ["c", 3],
    ]);
  });

  it.each([{ maxEntries: 0 }, { maxBytes: 0.5 }, { size: 1 } as object])(
    "refuses %o",
    (options) => {
      expect(() => new BoundedStore(options)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION" }),
      );
    },
  );
});
