export { FsBlobs, type FsBlobsCollaborators, type FsBlobsOptions } from "./fs-blobs.ts";
