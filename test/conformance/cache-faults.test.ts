import { BoundedStore, createCache } from "dragline/storage/keyv";
import type { Cache } from "dragline/storage";
import { cacheCases, type CacheSubject } from "dragline/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** What a faulty cache does differently. */
type Fault = (cache: Cache) => Partial<Cache>;

/** Every method with the key that `change` makes of it. */
function renamed(cache: Cache, change: (key: string) => string): Cache {
  return {
    get: (key) => cache.get(change(key)),
    set: (key, value, ttl) => cache.set(change(key), value, ttl),
    delete: (key) => cache.delete(change(key)),
  };
}

const faults: Readonly<Record<string, Fault>> = {
  "the time of a value is not kept": (cache) => ({ set: (key, value) => cache.set(key, value) }),
  "the time of a value is taken for seconds": (cache) => ({
    set: (key, value, ttl) => cache.set(key, value, ttl && ttl * 1000),
  }),
  "the time of the old value stays": (cache) => {
    const times = new Map<string, number>();
    return {
      set(key, value, ttl) {
        const time = ttl ?? times.get(key);
        if (time !== undefined) times.set(key, time);
        return cache.set(key, value, time);
      },
    };
  },
  "reading prolongs the time": (cache) => {
    const times = new Map<string, number>();
    return {
      set(key, value, ttl) {
        if (ttl !== undefined) times.set(key, ttl);
        return cache.set(key, value, ttl);
      },
      async get(key) {
        const value = await cache.get(key);
        if (value !== undefined && times.has(key)) await cache.set(key, value, times.get(key));
        return value;
      },
    };
  },
  "delete always tells that there was one": (cache) => ({
    delete: (key) => cache.delete(key).then(() => true),
  }),
  "delete does nothing": () => ({ delete: async () => true }),
  "keys are told apart without case": (cache) => renamed(cache, (key) => key.toLowerCase()),
  "keys are trimmed": (cache) => renamed(cache, (key) => key.trim() || "-"),
  "keys are made well-formed": (cache) => renamed(cache, (key) => key.toWellFormed()),
  "keys end at U+0000": (cache) => renamed(cache, (key) => key.split("\0")[0] || "-"),
  "values are shared by reference": () => {
    const values = new Map<string, unknown>();
    return {
      get: async (key) => values.get(key),
      set: async (key, value) => values.set(key, value),
      delete: async (key) => values.delete(key),
    };
  },
  "texts are read as JSON": (cache) => ({
    async get(key) {
      const value = await cache.get(key);
      return value === "null" ? null : value;
    },
  }),
  "null is no value": (cache) => ({ get: async (key) => (await cache.get(key)) ?? undefined }),
  "a key __proto__ is lost": (cache) => ({
    set: (key, value, ttl) =>
      cache.set(
        key,
        Object.prototype.toString.call(value) === "[object Object]"
          ? { ...(value as object), ["__proto__"]: undefined }
          : value,
        ttl,
      ),
  }),
  "the first value stays": (cache) => ({
    async set(key, value, ttl) {
      return (await cache.get(key)) === undefined ? cache.set(key, value, ttl) : false;
    },
  }),
};

/** Faults of what the cache keeps values in. */
const stores: Readonly<Record<string, (maxEntries: number) => object>> = {
  "nothing is ever let go": () => new Map(),
  "one entry too many is kept": (maxEntries) => new BoundedStore({ maxEntries: maxEntries + 1 }),
  "one entry too few is kept": (maxEntries) => new BoundedStore({ maxEntries: maxEntries - 1 }),
  "the first that came is the first that goes": (maxEntries) =>
    new (class extends BoundedStore {
      override get(key: string): unknown {
        for (const [known, value] of this.entries()) if (known === key) return value;
        return undefined;
      }
    })({ maxEntries }),
  "all is let go when the limit is reached": (maxEntries) =>
    new (class extends BoundedStore {
      override set(key: string, value: unknown): this {
        if (this.size >= maxEntries && !this.has(key)) this.clear();
        return super.set(key, value);
      }
    })(),
};

/** The first promise that a subject breaks. */
async function broken(make: (maxEntries: number) => Cache): Promise<string | undefined> {
  const cases = cacheCases(async ({ maxEntries }): Promise<CacheSubject> => ({
    cache: make(maxEntries),
    elapse: async (ms) => void vi.setSystemTime(Date.now() + ms),
    async [Symbol.asyncDispose]() {},
  }));
  for (const promise of cases) {
    const kept = await promise.run().then(
      () => true,
      () => false,
    );
    if (!kept) return promise.title;
  }
  return undefined;
}

function bounded(maxEntries: number): Cache {
  const cache = createCache(new BoundedStore({ maxEntries }));
  return {
    get: (key) => cache.get(key),
    set: (key, value, ttl) => cache.set(key, value, ttl),
    delete: (key) => cache.delete(key),
  };
}

describe("cacheCases", () => {
  it("finds nothing where there is no fault", async () => {
    expect(await broken(bounded)).toBeUndefined();
  });

  it.each(Object.entries(faults))("finds that %s", async (_, fault) => {
    const make = (maxEntries: number): Cache => {
      const cache = bounded(maxEntries);
      return { ...cache, ...fault(cache) };
    };
    expect(await broken(make)).toBeTypeOf("string");
  });

  it.each(Object.entries(stores))("finds that %s", async (_, store) => {
    const make = (maxEntries: number): Cache => createCache(store(maxEntries) as BoundedStore);
    expect(await broken(make)).toBeTypeOf("string");
  });
});
