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
export { headerRange } from "./header-range.ts";
export {
  inserting,
  removing,
  updating,
  type AtomicOutcome,
  type Call,
  type Change,
  type Condition,
  type Json,
  type NewRow,
  type Operation,
  type Order,
  type Query,
  type Records,
  type Value,
  type Where,
} from "./records.ts";
export { isStorageError, isStorageOutage, StorageError } from "./storage-error.ts";
