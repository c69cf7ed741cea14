export { S3Blobs, type S3BlobsCollaborators } from "./s3-blobs.ts";
export type { S3Fetch } from "./s3-client.ts";
export type { S3BlobsOptions } from "./s3-options.ts";
