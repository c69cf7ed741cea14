export { BoundedStore, type BoundedStoreOptions } from "./bounded-store.ts";
export { createCache, type KeyvStore } from "./create-cache.ts";
