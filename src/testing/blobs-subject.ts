import type { Blobs, GetOptions, StoredBlob } from "../storage/index.ts";
import { neverAborts } from "../core/index.ts";

/** A store of blobs with what the cases need beside it. */
export interface BlobsSubject extends AsyncDisposable {
  readonly blobs: Blobs;
  /** Requests a signed URL as anyone would. */
  read(url: string): Promise<Response>;
  /** Lets `ms` milliseconds pass by the clock that URLs expire by. */
  elapse(ms: number): Promise<void>;
}

/** A signal that never aborts. */
export const signal: AbortSignal = neverAborts();

/** Bytes in which every place can be told from its neighbours. */
export function patterned(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let index = 0; index < size; index += 1) bytes[index] = (index * 31 + (index >>> 8)) & 0xff;
  return bytes;
}

/** A stream of the chunks, that then ends or fails. */
export function streamOf(
  chunks: readonly Uint8Array[],
  failure?: Error,
): ReadableStream<Uint8Array> {
  const waiting = [...chunks];
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = waiting.shift();
      if (chunk !== undefined) controller.enqueue(chunk);
      else if (failure === undefined) controller.close();
      else controller.error(failure);
    },
  });
}

/** A stream that gives one chunk and then nothing more. */
interface StalledStream {
  readonly stream: ReadableStream<Uint8Array>;
  /** Resolves when the chunk was taken and more is asked for. */
  readonly stalled: Promise<void>;
  /** The reason with which the stream was cancelled; undefined when it was not. */
  cancelReason(): unknown;
}

/** A stream that gives the chunk and then stalls. */
export function stalledStream(chunk: Uint8Array): StalledStream {
  const stalled = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  let reason: unknown;
  let given = false;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (given) {
        stalled.resolve();
        await cancelled.promise;
        return;
      }
      given = true;
      controller.enqueue(chunk);
    },
    cancel(given) {
      reason = given;
      cancelled.resolve();
    },
  });
  return { stream, stalled: stalled.promise, cancelReason: () => reason };
}

/** The body's bytes. */
export async function bytesOf(blob: StoredBlob): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of blob.body) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

/** The bytes of a key's blob, or of a part of it; undefined without one. */
export async function bytesAt(
  blobs: Blobs,
  key: string,
  range?: GetOptions["range"],
): Promise<Uint8Array | undefined> {
  const blob = await blobs.get(key, range === undefined ? { signal } : { signal, range });
  return blob && bytesOf(blob);
}

/** The text of a key's blob; undefined without one. */
export async function textOf(blobs: Blobs, key: string): Promise<string | undefined> {
  const bytes = await bytesAt(blobs, key);
  return bytes && Buffer.from(bytes).toString("utf8");
}

/** What a promise rejects with; undefined when it does not. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return error ?? new Error(`rejected with ${String(error)}`);
  }
}

/** Names that file systems, URLs and protocols make something else of; all different. */
export const hostileKeys: readonly string[] = Object.freeze([
  "a",
  "A",
  "a ",
  " a",
  "a+b",
  "a b",
  "a%20b",
  "a/b",
  "a%2Fb",
  "a%252Fb",
  "a\\b",
  "/a",
  "a/",
  "a//b",
  "//",
  "/",
  ".",
  "..",
  "../a",
  "../../etc/passwd",
  "a/../b",
  "a/./b",
  "%2e%2e/a",
  "CON",
  "con.txt",
  "a:b",
  "a.",
  "~",
  "a?b=c&d#e",
  "=41",
  "a=41",
  "\u0000",
  "a\u0000b",
  "a\nb",
  "a\r\nX-Y: z",
  "\u007F",
  "é",
  "e\u0301",
  "ß",
  "SS",
  "\u202Ea",
  "💾",
  "💾".repeat(128),
  "x".repeat(512),
  "/".repeat(512),
  "\u0001".repeat(512),
  "\"<script>&'`$(x)*!",
  "__proto__",
  "constructor",
]);
