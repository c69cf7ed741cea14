import type { PictureSize } from "./jpeg-size.ts";

/** Makes videos of pictures. */
export interface VideoEncoder {
  /** Why there can be no videos here, in words; undefined when there can. */
  missing(): Promise<string | undefined>;
  /** Begins a file; {@link Encoding.ended} reports failures. */
  start(order: EncodingOrder): Encoding;
  /**
   * Makes one file that can be seeked in, also of segments that break off in their midst, and of
   * those of an earlier process.
   * @throws Error with the reason in words, also where there can be no videos; the signal's reason
   */
  join(order: JoinOrder): Promise<{ readonly durationMs: number }>;
}

/** Which file is begun. */
export interface EncodingOrder {
  /** Where it will be; in the place of what is there. */
  readonly path: string;
  /** Of the video, even numbers; pictures of other sizes are fitted in. */
  readonly size: PictureSize;
}

/** Pictures on their way into a file. */
export interface Encoding {
  /** A JPEG that is shown from `atMs` on: whole milliseconds, more with each picture. */
  write(jpeg: Uint8Array, atMs: number): void;
  /** Bytes that were written and not yet taken. */
  readonly waiting: number;
  /** Bytes that were taken. */
  readonly taken: number;
  /** No more pictures come. */
  finish(): void;
  /** Ends it at once; what the file has so far stays. */
  kill(): void;
  /** Never rejects. */
  readonly ended: Promise<EncodingEnd>;
}

/** How an encoding ended. After `killed` another may go on; after `failed` it would fail again. */
export interface EncodingEnd {
  readonly kind: "finished" | "killed" | "failed";
  /** In words. */
  readonly reason: string;
}

/** What is joined. */
export interface JoinOrder {
  /** Where the segments are, and the file will be. */
  readonly folder: string;
  readonly segments: readonly VideoSegment[];
  /** The file's name. */
  readonly name: string;
  readonly signal: AbortSignal;
}

/** A part of a video. */
export interface VideoSegment {
  /** The name of its file: letters, digits, dots and hyphens. */
  readonly name: string;
  /** When it begins, in milliseconds from the beginning of the video. */
  readonly startMs: number;
}
