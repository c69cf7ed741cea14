/** Where the bytes of a stream come from. */
interface BlobSource {
  /** The next bytes; undefined at the end. What it throws, the reader gets. */
  next(): Promise<Uint8Array | undefined>;
  /** Lets go of what `next` reads from; called once, at the end, on failure or when cancelled. */
  release(reason?: unknown): Promise<void>;
}

/** A stream that reads from its source only when asked, and that the signal ends. */
export function blobStream(source: BlobSource, signal: AbortSignal): ReadableStream<Uint8Array> {
  let settled = false;
  let stop = (): void => {};
  const settle = async (reason?: unknown): Promise<void> => {
    settled = true;
    signal.removeEventListener("abort", stop);
    await source.release(reason);
  };
  const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    stop = () => {
      controller.error(signal.reason);
      settle(signal.reason).catch(() => {});
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    let chunk: Uint8Array | undefined;
    try {
      chunk = await source.next();
    } catch (error) {
      if (settled) return;
      controller.error(error);
      await settle(error);
    }
    if (settled) return;
    if (chunk !== undefined) {
      controller.enqueue(chunk);
      return;
    }
    await settle();
    controller.close();
  };
  return new ReadableStream<Uint8Array>({ start, pull, cancel: settle }, { highWaterMark: 0 });
}
