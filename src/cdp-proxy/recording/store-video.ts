import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Blobs } from "../../storage/index.ts";
import type { VideoEncoder, VideoSegment } from "./encoding/video-encoder.ts";
import type { HeldRecording, RecordingLedger } from "./recording-ledger.ts";
import { videoKey } from "./recording-rows.ts";

/** What a video is stored with. */
export interface StoreVideoParts {
  readonly encoder: VideoEncoder;
  readonly blobs: Blobs;
  readonly ledger: RecordingLedger;
}

/** What is stored. */
interface StoreVideoOrder {
  readonly held: HeldRecording;
  readonly folder: string;
  readonly segments: readonly VideoSegment[];
  readonly signal: AbortSignal;
}

const NAME = "video.webm";

/**
 * Makes the video of the segments, stores it and completes the recording.
 * @throws Error of the encoder; StorageError; the signal's reason
 */
export async function storeVideo(parts: StoreVideoParts, order: StoreVideoOrder): Promise<void> {
  const { encoder, blobs, ledger } = parts;
  const { held, folder, segments, signal } = order;
  const { durationMs } = await encoder.join({ folder, segments, name: NAME, signal });
  const path = join(folder, NAME);
  const { size: fileSize } = await stat(path);
  const body = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  await blobs.put(videoKey(held.id), body, { contentType: "video/webm", signal });
  const isOurs = await ledger.completed(held, { durationMs, fileSize }, { signal });
  // Swept or removed meanwhile: nobody would ever remove the video.
  if (!isOurs) await blobs.remove(videoKey(held.id), { signal });
}
