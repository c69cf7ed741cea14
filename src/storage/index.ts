/**
 * The ports of stores, Records, Blobs and Cache, and what adapters and their users share: collections,
 * operations, errors.
 *
 * Loads no package.
 *
 * @example
 * ```ts
 * import { collection } from "dragline/storage";
 * import { MemoryRecords } from "dragline/storage/memory";
 *
 * const lamps = collection({ name: "lamps", fields: { id: "string", price: "number" }, key: ["id"] });
 * const records = new MemoryRecords();
 * const call = { signal: AbortSignal.timeout(10_000) };
 * await records.ensure([lamps], call);
 * await records.insert(lamps, [{ id: "opal", price: 79.9 }], call);
 * ```
 * @packageDocumentation
 */
export type {
  BlobFacts,
  Blobs,
  ByteRange,
  GetOptions,
  PutOptions,
  SignOptions,
  StoredBlob,
} from "./blobs.ts";
export type { Cache } from "./cache.ts";
export {
  collection,
  type Collection,
  type FieldName,
  type FieldType,
  type Row,
} from "./collection.ts";
export { EnsuredRecords } from "./ensured-records.ts";
export type { Json } from "./collection.ts";
export {
  inserting,
  removing,
  updating,
  type AtomicOutcome,
  type Call,
  type Change,
  type Condition,
  type Group,
  type NewRow,
  type Operation,
  type Order,
  type Query,
  type Records,
  type Tally,
  type Value,
  type Where,
} from "./records.ts";
export { isStorageError, isStorageOutage, StorageError } from "./storage-error.ts";
