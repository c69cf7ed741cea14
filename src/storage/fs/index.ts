export {
  DiskSpace,
  type DiskSpaceCollaborators,
  type DiskSpaceOptions,
  type FreeBlocks,
} from "./disk-space.ts";
export { FsBlobs, type FsBlobsCollaborators, type FsBlobsOptions } from "./fs-blobs.ts";
