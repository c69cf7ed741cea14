/**
 * Blobs in any S3-compatible store.
 *
 * Loads `aws4fetch`.
 *
 * @example
 * ```ts
 * import { S3Blobs } from "dragline/storage/s3";
 *
 * await using blobs = new S3Blobs({}, {
 *   endpoint: "https://s3.example",
 *   bucket: "pages",
 *   accessKeyId: process.env["S3_ACCESS_KEY_ID"] ?? "",
 *   secretAccessKey: process.env["S3_SECRET_ACCESS_KEY"] ?? "",
 * });
 * console.log(typeof blobs.put);
 * ```
 * @packageDocumentation
 */
export { S3Blobs, type S3BlobsCollaborators } from "./s3-blobs.ts";
export type { S3Fetch } from "./s3-client.ts";
export type { S3BlobsOptions } from "./s3-options.ts";
