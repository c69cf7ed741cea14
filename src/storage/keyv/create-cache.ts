import { checkArgument } from "../../core/index.ts";
import { Keyv } from "keyv";
import { BoundedStore } from "./bounded-store.ts";

/** What Keyv keeps values in: a map, or any of its storage adapters. */
export interface KeyvStore {
  get(key: string): unknown;
  set(key: string, value: never, ttl?: number): unknown;
  delete(key: string): unknown;
  clear(): unknown;
}

/**
 * A cache that is a Keyv. Its errors come out of its methods, or out of its event `error` where there
 * is a listener.
 * @param store where values are kept; it stays its owner's. Without one it is in memory, with limits
 */
export function createCache(store: KeyvStore = new BoundedStore()): Keyv {
  checkArgument("store of createCache(store)", store, "keyv");
  return new Keyv({ store });
}
