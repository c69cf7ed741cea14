import { sliceOf, type Slice } from "./blob-checks.ts";
import type { BlobFacts, GetOptions, StoredBlob } from "./blobs.ts";

/** A blob that was found and holds on to its bytes until one of its methods is called. */
export interface BlobContent extends BlobFacts {
  /** Differs between any two puts; without quotes or spaces. */
  readonly version: string;
  /** The bytes of the slice. */
  read(slice: Slice, signal: AbortSignal): ReadableStream<Uint8Array>;
  /** Lets go of the bytes unread. */
  release(): Promise<void>;
}

/**
 * What `get` gives of a blob that was found.
 * @throws StorageError `INVALID_RANGE`
 */
export async function storedBlob(
  content: BlobContent,
  { range, signal }: GetOptions,
): Promise<StoredBlob> {
  const { size, contentType } = content;
  try {
    const slice = sliceOf(size, range);
    return { size, contentType, start: slice.start, body: content.read(slice, signal) };
  } catch (error) {
    await content.release();
    throw error;
  }
}
