/**
 * Blobs as files, with signed URLs and a handler that serves them, and a look at the disk's free space.
 *
 * Loads no package.
 *
 * @example
 * ```ts
 * import { FsBlobs } from "dragline/storage/fs";
 *
 * const secrets = [process.env["BLOB_SECRET"] ?? ""];
 * await using blobs = new FsBlobs({}, { folder: "blobs", baseUrl: "https://files.example/", secrets });
 * console.log(typeof blobs.put);
 * ```
 * @packageDocumentation
 */
export {
  DiskSpace,
  type DiskSpaceCollaborators,
  type DiskSpaceOptions,
  type FreeBlocks,
} from "./disk-space.ts";
export { FsBlobs, type FsBlobsCollaborators, type FsBlobsOptions } from "./fs-blobs.ts";
