import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BoundedStore, createCache } from "dragline/storage/keyv";
import { SqliteCache } from "dragline/storage/sqlite";
import { cacheCases, FakeClock, type CacheLimits, type CacheSubject } from "dragline/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

// Keyv reads the machine's clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

async function keyvSubject(limits: CacheLimits): Promise<CacheSubject> {
  return {
    cache: createCache(new BoundedStore(limits)),
    elapse: async (ms) => void vi.setSystemTime(Date.now() + ms),
    async [Symbol.asyncDispose]() {},
  };
}

async function sqliteSubject(limits: CacheLimits): Promise<CacheSubject & { cache: SqliteCache }> {
  const clock = new FakeClock();
  const folder = await mkdtemp(join(tmpdir(), "dragline-cache-"));
  const cache = new SqliteCache({ clock }, { path: join(folder, "cache.sqlite"), ...limits });
  return {
    cache,
    elapse: (ms) => clock.advance(ms),
    async [Symbol.asyncDispose]() {
      await cache.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function keyvOnSqliteSubject(limits: CacheLimits): Promise<CacheSubject> {
  const sqlite = await sqliteSubject(limits);
  return {
    cache: createCache(sqlite.cache),
    async elapse(ms) {
      vi.setSystemTime(Date.now() + ms);
      await sqlite.elapse(ms);
    },
    [Symbol.asyncDispose]: () => sqlite[Symbol.asyncDispose](),
  };
}

const adapters = {
  "createCache()": keyvSubject,
  SqliteCache: sqliteSubject,
  "createCache(new SqliteCache())": keyvOnSqliteSubject,
};

describe.each(Object.entries(adapters))("%s keeps the promises of Cache", (_, make) => {
  it.each(cacheCases(make))("$title", async (promise) => {
    await expect(promise.run()).resolves.toBeUndefined();
  });
});
