import { SqliteCache } from "dragline/storage/sqlite";

/** Writes to a cache in a process of its own: `PATH NAME COUNT MAX_ENTRIES`. */
const [path = "", name = "", count = "0", maxEntries = "1"] = process.argv.slice(2);
await using cache = new SqliteCache({}, { path, maxEntries: Number(maxEntries) });
for (let index = 0; index < Number(count); index += 1) {
  const key = `key ${index % 50}`;
  await cache.set(key, { name, index, text: "x".repeat(index % 300) });
  await cache.get(`key ${(index * 7) % 50}`);
}
