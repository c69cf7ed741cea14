export { MemoryRecords } from "./memory-records.ts";
export {
  MemoryBlobs,
  type MemoryBlobsCollaborators,
  type MemoryBlobsOptions,
} from "./memory-blobs.ts";
