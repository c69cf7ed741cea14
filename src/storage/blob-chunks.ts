import { unlessAborted } from "../core/index.ts";
import { StorageError } from "./storage-error.ts";

/**
 * The chunks of a body, one at a time, empty ones left out. A stream that is not read to its end,
 * because the signal aborted or the taker failed, is cancelled.
 * @throws the signal's reason; what the stream throws
 * @throws StorageError `INVALID_VALUE` for a chunk that is not a Uint8Array
 */
export async function* chunksOf(
  body: Uint8Array | ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  signal.throwIfAborted();
  if (!(body instanceof ReadableStream)) {
    yield bytesOnly(body);
    return;
  }
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await unlessAborted(reader.read(), signal);
      if (done) return;
      const chunk = bytesOnly(value);
      if (chunk.byteLength > 0) yield chunk;
    }
  } finally {
    // Without effect on a stream that has ended. A source that never answers is not waited for.
    reader.cancel(signal.reason).catch(() => {});
    reader.releaseLock();
  }
}

function bytesOnly(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new StorageError("INVALID_VALUE", {
    message: `The chunks of a blob must be Uint8Array; got ${chunk === null ? "null" : typeof chunk}.`,
  });
}
