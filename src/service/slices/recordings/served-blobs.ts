import type { Blobs } from "../../../storage/index.ts";

/** Blobs that answer requests for their own signed URLs. */
export interface ServedBlobs {
  serve(request: Request): Promise<Response>;
}

/** Blobs of a folder or of memory have no server of their own, as those of S3 have: ours serves them. */
export function servedBlobs(blobs: Blobs): ServedBlobs | undefined {
  return "serve" in blobs && typeof blobs.serve === "function"
    ? (blobs as Blobs & ServedBlobs)
    : undefined;
}
