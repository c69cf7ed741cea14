import { open, type FileHandle } from "node:fs/promises";
import { blobStream } from "../blob-stream.ts";
import type { BlobContent } from "../blob-content.ts";
import type { Slice } from "../blob-checks.ts";
import { StorageError } from "../storage-error.ts";
import { errnoOf, reading } from "./fs-failure.ts";

/** What the first line of a blob's file says, as JSON; the bytes follow. */
interface FileFacts {
  readonly key: string;
  readonly contentType: string;
  readonly version: string;
}

/** The longest line: a key of 512 bytes and a type of 255, each byte escaped, and the version. */
const LONGEST_LINE = 8192;
const CHUNK_BYTES = 65_536;
const NEW_LINE = 0x0a;

/** The first line of a blob's file. */
export function factsLine({ key, contentType, version }: FileFacts): Uint8Array {
  return Buffer.from(`${JSON.stringify({ key, contentType, version })}\n`);
}

/**
 * Opens a blob's file; undefined when there is none.
 * @throws StorageError `UNAVAILABLE` when it cannot be read or is not a file of a blob
 */
export async function openBlob(path: string, key: string): Promise<BlobContent | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, "r");
    const line = await firstLine(file);
    const facts = factsOf(line, key);
    const { size } = await file.stat();
    return contentOf(file, facts, { start: line.byteLength + 1, end: size });
  } catch (error) {
    await file?.close();
    if (errnoOf(error) === "ENOENT") return undefined;
    return reading(Promise.reject(error as Error));
  }
}

async function firstLine(file: FileHandle): Promise<Buffer> {
  const head = Buffer.allocUnsafe(LONGEST_LINE);
  const { bytesRead } = await file.read(head, 0, LONGEST_LINE, 0);
  const end = head.subarray(0, bytesRead).indexOf(NEW_LINE);
  return head.subarray(0, Math.max(0, end));
}

function factsOf(line: Buffer, key: string): FileFacts {
  try {
    const facts = JSON.parse(line.toString("utf8")) as FileFacts;
    if (facts.key === key) return facts;
  } catch {
    // Reported below.
  }
  throw new StorageError("UNAVAILABLE", {
    message: "The blob's file is damaged or does not belong to this store.",
  });
}

function contentOf(file: FileHandle, facts: FileFacts, { start, end }: Slice): BlobContent {
  const { contentType, version } = facts;
  return {
    size: end - start,
    contentType,
    version,
    read: (slice, signal) => {
      const within = { start: start + slice.start, end: start + slice.end };
      return blobStream({ next: reader(file, within), release: () => file.close() }, signal);
    },
    release: () => file.close(),
  };
}

function reader(file: FileHandle, { start, end }: Slice): () => Promise<Uint8Array | undefined> {
  let at = start;
  return async () => {
    if (at >= end) return undefined;
    const chunk = new Uint8Array(Math.min(CHUNK_BYTES, end - at));
    const { bytesRead } = await reading(file.read(chunk, 0, chunk.byteLength, at));
    if (bytesRead === 0) {
      throw new StorageError("UNAVAILABLE", { message: "The blob's file is truncated." });
    }
    at += bytesRead;
    return chunk.subarray(0, bytesRead);
  };
}
