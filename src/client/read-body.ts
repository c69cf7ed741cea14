import { ClientError } from "./client-error.ts";

/** Bytes of a body that is read whole, at most. */
const LARGEST = 256 * 1024 * 1024;

/**
 * Reads a body part by part. It listens to the signal itself: the platform forgets to when it has
 * collected the request.
 * @throws ClientError `CONNECTION_FAILED`; the signal's reason
 */
export async function* chunksOf(
  { body }: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  const cancel = (): Promise<void> => reader.cancel().catch(() => undefined);
  const stop = (): void => void cancel();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return;
      yield value;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    const message = `The connection was lost: ${reasonOf(cause)}.`;
    throw new ClientError("CONNECTION_FAILED", { message, cause });
  } finally {
    signal?.removeEventListener("abort", stop);
    await cancel();
  }
}

/**
 * Reads a body as text.
 * @throws ClientError `CONNECTION_FAILED`, `UNEXPECTED_ANSWER`; the signal's reason
 */
export async function textOf(response: Response, signal: AbortSignal | undefined): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of chunksOf(response, signal)) {
    size += chunk.length;
    if (size > LARGEST) throw unexpected(`The answer is larger than ${LARGEST} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** An answer that no Dragline service gives. */
export function unexpected(message: string): ClientError {
  return new ClientError("UNEXPECTED_ANSWER", { message });
}

/** The deepest cause: `fetch failed` says nothing. */
export function reasonOf(error: unknown): string {
  let at = error;
  while (at instanceof Error && at.cause instanceof Error) at = at.cause;
  const text = at instanceof Error ? at.message || at.name : String(at);
  return text.replace(/\.$/, "");
}
