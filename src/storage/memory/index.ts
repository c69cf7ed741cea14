/**
 * Records and blobs in the memory of one process, for tests and for what need not outlive it.
 *
 * Loads no package.
 *
 * @example
 * ```ts
 * import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
 *
 * const stores = { records: new MemoryRecords(), blobs: new MemoryBlobs() };
 * console.log(Object.keys(stores));
 * ```
 * @packageDocumentation
 */
export { MemoryRecords } from "./memory-records.ts";
export {
  MemoryBlobs,
  type MemoryBlobsCollaborators,
  type MemoryBlobsOptions,
} from "./memory-blobs.ts";
