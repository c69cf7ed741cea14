/**
 * A cache on Keyv, and so on every store that Keyv has an adapter for.
 *
 * Loads `keyv`.
 *
 * @example
 * ```ts
 * import { createCache } from "dragline/storage/keyv";
 *
 * const cache = createCache();
 * await cache.set("lamp", "opal", 60_000);
 * console.log(await cache.get("lamp"));
 * ```
 * @packageDocumentation
 */
export { BoundedStore, type BoundedStoreOptions } from "./bounded-store.ts";
export { createCache, type KeyvStore } from "./create-cache.ts";
