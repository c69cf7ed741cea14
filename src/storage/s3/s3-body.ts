import { deadline, unlessAborted, type Clock } from "../../core/index.ts";
import { blobStream } from "../blob-stream.ts";
import { StorageError } from "../storage-error.ts";

/** How the body of a response is read. */
interface S3BodyOptions {
  readonly clock: Clock;
  /** Bytes that must come. */
  readonly length: number;
  /** Milliseconds that it may give nothing. */
  readonly stallTimeoutMs: number;
  readonly signal: AbortSignal;
}

/** The body of a response; it fails with `UNAVAILABLE` when it stalls, breaks off or is too short. */
export function s3Body(
  body: ReadableStream<Uint8Array> | null,
  { clock, length, stallTimeoutMs, signal }: S3BodyOptions,
): ReadableStream<Uint8Array> {
  const reader = body?.getReader();
  let left = length;
  const next = async (): Promise<Uint8Array | undefined> => {
    using limit = deadline(clock, stallTimeoutMs);
    const read = reader?.read() ?? Promise.resolve({ done: true, value: undefined });
    const { value } = await unlessAborted(read, limit.signal).catch((cause: unknown) => {
      throw brokenOff(cause);
    });
    left -= value?.byteLength ?? 0;
    if (left < 0 || (value === undefined && left > 0)) throw brokenOff();
    return value;
  };
  const release = async (reason: unknown): Promise<void> => {
    // A body that has failed cannot be cancelled, and need not be.
    await reader?.cancel(reason).catch(() => {});
  };
  return blobStream({ next, release }, signal);
}

function brokenOff(cause?: unknown): StorageError {
  const message = "The S3 store did not send the whole blob.";
  return new StorageError("UNAVAILABLE", { message, cause });
}
