import { open, type FileHandle } from "node:fs/promises";
import type { PictureSize } from "./jpeg-size.ts";
import { element, id, real, size, text, VIDEO, whole, wide } from "./matroska-elements.ts";

/** A picture of a video in VP8. */
export interface VideoChunk {
  /** From when on it is shown: whole milliseconds, more with each chunk. */
  readonly atMs: number;
  /** Whether it can be shown without those before it. */
  readonly isKey: boolean;
  readonly bytes: Uint8Array;
}

/** Milliseconds that a cluster may span; a block's time in it is of 16 bits with a sign. */
const MOST_SPAN_MS = 15_000;
/** Bytes of a cluster, which is held until it is whole. */
const MOST_CLUSTER = 8 * 1024 * 1024;

/** RFC 9559, 5.1.3.4: track 1, the time in the cluster, whether it is a key frame. */
const BLOCK_HEAD = 4;
const KEY = 0x80;

/** How colours are written down (RFC 9559, 5.1.4.1.28.16): ITU-R BT.601, its range, sRGB. */
const colour = Object.freeze({ matrix: 6, range: 1, transfer: 13, primaries: 1 });

interface Places {
  readonly cues: number;
  readonly end: number;
  readonly durationMs: number;
}

interface CuePoint {
  readonly atMs: number;
  /** Where its cluster is, counted from the segment's content. */
  readonly place: number;
}

/**
 * A WebM (RFC 9559) of one track in VP8, written as the pictures come: a cluster begins at each key
 * frame, and {@link WebmFile.finish} writes where they are and how long the video is.
 */
export class WebmFile implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #size: PictureSize;
  readonly #cues: CuePoint[] = [];
  #place: number;
  #cluster: { readonly atMs: number; readonly isKey: boolean; bytes: number } | undefined;
  #blocks: Buffer[] = [];
  #lastMs = -1;

  private constructor(file: FileHandle, pictures: PictureSize, place: number) {
    this.#file = file;
    this.#size = pictures;
    this.#place = place;
  }

  /**
   * Begins a file, in the place of what is there; the caller disposes it.
   * @throws the system's error
   */
  static async create(path: string, pictures: PictureSize): Promise<WebmFile> {
    const file = await open(path, "w");
    const { head, content } = beginning(pictures, { cues: 0, end: 0, durationMs: 0 });
    const webm = new WebmFile(file, pictures, head.length - content);
    try {
      await file.writeFile(head);
      return webm;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Whether nothing was written that can be shown. */
  get isEmpty(): boolean {
    return this.#lastMs < 0;
  }

  /**
   * Adds a picture; what comes before the first key frame is left out.
   * @throws the system's error; Error when times do not go up
   */
  async write({ atMs, isKey, bytes }: VideoChunk): Promise<void> {
    if (this.isEmpty && !isKey) return;
    if (atMs <= this.#lastMs) throw new Error(`${atMs} ms comes after ${this.#lastMs} ms`);
    if (isKey || this.#isFull(atMs)) await this.#endCluster();
    this.#cluster ??= { atMs, isKey, bytes: 0 };
    const head = Buffer.from([0x81, 0, 0, isKey ? KEY : 0]);
    head.writeInt16BE(atMs - this.#cluster.atMs, 1);
    const block = element(id.simpleBlock, head, bytes);
    this.#blocks.push(block);
    this.#cluster.bytes += bytes.length + BLOCK_HEAD;
    this.#lastMs = atMs;
  }

  /**
   * Makes the file whole: it lasts `durationMs`.
   * @throws the system's error
   */
  async finish(durationMs: number): Promise<void> {
    await this.#endCluster();
    const cues = this.#place;
    await this.#append(element(id.cues, ...this.#cues.map(cuePoint)));
    const { head } = beginning(this.#size, { cues, end: this.#place, durationMs });
    const { bytesWritten } = await this.#file.write(head, 0, head.length, 0);
    if (bytesWritten < head.length) throw new Error("the beginning of the video was not written");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }

  #isFull(atMs: number): boolean {
    const { atMs: startMs, bytes } = this.#cluster ?? { atMs, bytes: 0 };
    return atMs - startMs > MOST_SPAN_MS || bytes > MOST_CLUSTER;
  }

  async #endCluster(): Promise<void> {
    if (this.#cluster === undefined) return;
    const { atMs, isKey } = this.#cluster;
    if (isKey) this.#cues.push({ atMs, place: this.#place });
    const blocks = this.#blocks;
    this.#cluster = undefined;
    this.#blocks = [];
    await this.#append(element(id.cluster, element(id.timestamp, whole(atMs)), ...blocks));
  }

  async #append(bytes: Buffer): Promise<void> {
    await this.#file.writeFile(bytes);
    this.#place += bytes.length;
  }
}

function cuePoint({ atMs, place }: CuePoint): Buffer {
  return element(
    id.cuePoint,
    element(id.cueTime, whole(atMs)),
    element(id.cuePositions, element(id.cueTrack, whole(1)), element(id.cueCluster, whole(place))),
  );
}

/**
 * All before the first cluster, as long whatever the places are; `content` is where the segment's
 * content begins, from which places count.
 */
function beginning(
  pictures: PictureSize,
  places: Places,
): { readonly head: Buffer; readonly content: number } {
  const start = Buffer.concat([
    element(
      id.ebml,
      element(id.docType, text("webm")),
      element(id.docTypeVersion, whole(4)),
      element(id.docTypeReadVersion, whole(2)),
    ),
    whole(id.segment),
    size(places.end),
  ]);
  const [facts, track] = [header(places.durationMs), tracks(pictures)];
  const afterSeeks = seekHead(0, 0, 0).length;
  const seeks = seekHead(afterSeeks, afterSeeks + facts.length, places.cues);
  return { head: Buffer.concat([start, seeks, facts, track]), content: start.length };
}

function seekHead(headerAt: number, tracksAt: number, cuesAt: number): Buffer {
  const seek = (name: number, place: number): Buffer =>
    element(id.seek, element(id.seekId, whole(name)), element(id.seekPosition, wide(place)));
  return element(
    id.seekHead,
    seek(id.header, headerAt),
    seek(id.tracks, tracksAt),
    seek(id.cues, cuesAt),
  );
}

function header(durationMs: number): Buffer {
  return element(
    id.header,
    element(id.timestampScale, whole(1_000_000)),
    element(id.duration, real(durationMs)),
    element(id.muxingApp, text("dragline")),
    element(id.writingApp, text("dragline")),
  );
}

function tracks({ width, height }: PictureSize): Buffer {
  const colours = element(
    id.colour,
    element(id.matrix, whole(colour.matrix)),
    element(id.range, whole(colour.range)),
    element(id.transfer, whole(colour.transfer)),
    element(id.primaries, whole(colour.primaries)),
  );
  const video = element(
    id.video,
    element(id.pixelWidth, whole(width)),
    element(id.pixelHeight, whole(height)),
    colours,
  );
  return element(
    id.tracks,
    element(
      id.trackEntry,
      element(id.trackNumber, whole(1)),
      element(id.trackUid, whole(1)),
      element(id.trackType, whole(VIDEO)),
      element(id.lacing, whole(0)),
      element(id.codecId, text("V_VP8")),
      video,
    ),
  );
}
