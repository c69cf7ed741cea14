import { concatBytes } from "../../core/index.ts";

/** A body at hand. A string counts as its UTF-8. */
export type BodySource = Uint8Array | ArrayBuffer | string;

/** The bytes of a body at hand; those of an array are not copied. */
export function bytesOf(body: BodySource): Uint8Array {
  if (typeof body === "string") return Buffer.from(body);
  return body instanceof Uint8Array ? body : new Uint8Array(body);
}

/** A body as far as it came. */
type ReadBody =
  | { readonly bytes: Uint8Array }
  | { readonly reason: "body-too-large" | "body-incomplete" };

/** Reads a body that is still coming, and stops at the limit. */
export async function readBody(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<ReadBody> {
  const kept: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) return { reason: "body-too-large" };
      kept.push(chunk);
    }
  } catch {
    return { reason: "body-incomplete" };
  }
  return { bytes: concatBytes(kept, size) };
}

/** The chunks of a web stream; it is cancelled when nobody wants the rest. */
export async function* streamChunks(
  stream: ReadableStream<Uint8Array> | null,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (stream === null) return;
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Cancelling a failed stream rejects with the failure that was already reported.
    await reader.cancel().catch(() => {});
  }
}
