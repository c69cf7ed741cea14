import { open, type FileHandle } from "node:fs/promises";
import type { PictureSize } from "./jpeg-size.ts";
import { FILE_HEAD, MOST_JPEG, PICTURES, RECORD_HEAD } from "./picture-file.ts";

/** A picture of a file. */
export interface StoredPicture {
  /** Milliseconds; more than the one before. */
  readonly atMs: number;
  /** Undefined where the picture before is shown again. */
  readonly jpeg: Buffer | undefined;
}

/** What a segment is: pictures, another's file, or too little to be either. */
interface SegmentLook {
  readonly kind: "pictures" | "nothing" | "other";
  /** Of the video; there for pictures. */
  readonly size?: PictureSize;
}

/** Looks at the beginning of a segment; a file that is not there is nothing. */
export async function lookAtSegment(path: string): Promise<SegmentLook> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return { kind: "nothing" };
  try {
    const head = Buffer.alloc(FILE_HEAD);
    const { bytesRead } = await file.read(head, 0, FILE_HEAD, 0);
    const begins = Math.min(bytesRead, PICTURES.length);
    const isOurs = head.subarray(0, begins).equals(PICTURES.subarray(0, begins));
    if (!isOurs) return { kind: "other" };
    if (bytesRead < FILE_HEAD) return { kind: "nothing" };
    const at = PICTURES.length;
    const size = { width: head.readUInt32BE(at), height: head.readUInt32BE(at + 4) };
    return { kind: "pictures", size };
  } finally {
    await file.close();
  }
}

/**
 * The pictures of a file, one at a time, up to the last that is whole: a process that was killed
 * breaks off in the midst of one.
 * @throws the system's error
 */
export async function* picturesIn(path: string): AsyncGenerator<StoredPicture> {
  const file = await open(path);
  try {
    let at = FILE_HEAD;
    let lastMs = -1;
    for (;;) {
      const head = await bytesAt(file, at, RECORD_HEAD);
      if (head === undefined) return;
      const [atMs, length] = [head.readUInt32BE(0), head.readUInt32BE(4)];
      const isFirst = lastMs < 0;
      if (atMs <= lastMs || length > MOST_JPEG || (isFirst && length === 0)) return;
      const jpeg = length === 0 ? undefined : await bytesAt(file, at + RECORD_HEAD, length);
      if (length > 0 && jpeg === undefined) return;
      yield { atMs, jpeg };
      at += RECORD_HEAD + length;
      lastMs = atMs;
    }
  } finally {
    await file.close();
  }
}

/** Undefined where the file has fewer; then no room is made for them. */
async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer | undefined> {
  if ((await file.stat()).size < at + length) return undefined;
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, at + filled);
    if (bytesRead === 0) return undefined;
    filled += bytesRead;
  }
  return bytes;
}
