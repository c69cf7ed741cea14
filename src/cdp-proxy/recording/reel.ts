import { join } from "node:path";
import { deadline, type Clock } from "../../core/index.ts";
import { jpegSize, type PictureSize } from "./encoding/jpeg-size.ts";
import type { Encoding, VideoEncoder, VideoSegment } from "./encoding/video-encoder.ts";
import { segmentName } from "./recording-folder.ts";

/** The dependencies of a reel. */
interface ReelParts {
  readonly encoder: VideoEncoder;
  readonly clock: Clock;
  /** Where the segments go. */
  readonly folder: string;
}

/** Milliseconds after which a picture that does not change is written again. */
const REPEAT_MS = 1000;

/** Bytes that may wait for the encoder; pictures that come meanwhile are left out. */
const MOST_WAITING = 8 * 1024 * 1024;

/** Milliseconds for which an encoder may take nothing of what waits, before it is ended. */
const STUCK_MS = 15_000;

/** Milliseconds that an encoder has to finish its file. */
const FINISH_MS = 30_000;

/** How often an encoder that was killed is replaced. */
const MOST_SEGMENTS = 6;

/**
 * Writes pictures down as they come, the last one again each second, into segments: where an encoder
 * is killed, another goes on. Times count from the reel's making.
 */
export class Reel {
  /** Resolves with the reason when no video can come of it. */
  readonly failed: Promise<string>;
  readonly #parts: ReelParts;
  readonly #start: number;
  readonly #segments: VideoSegment[] = [];
  readonly #fail: (reason: string) => void;
  #size: PictureSize | undefined;
  #encoding: Encoding | undefined;
  #picture: Buffer | undefined;
  #writtenAt = -1;
  #taken = { bytes: 0, at: 0 };
  #cancelRepeat: (() => void) | undefined;
  #endMs: number | undefined;
  #failure: string | undefined;

  constructor(parts: ReelParts) {
    this.#parts = parts;
    this.#start = parts.clock.monotonic();
    const { promise, resolve } = Promise.withResolvers<string>();
    this.failed = promise;
    this.#fail = resolve;
  }

  /** What is seen now; undefined before the first picture. */
  get picture(): Uint8Array<ArrayBuffer> | undefined {
    return this.#picture && new Uint8Array(this.#picture);
  }

  /** Takes a picture that is to be seen from now on; anything but a JPEG is left out. */
  show(jpeg: Buffer): void {
    if (this.#endMs !== undefined || this.#failure !== undefined) return;
    this.#size ??= evenSize(jpegSize(jpeg));
    if (this.#size === undefined) return;
    const isFirst = this.#picture === undefined;
    this.#picture = jpeg;
    if (isFirst) this.#open(0);
    else this.#write();
  }

  /**
   * Ends the video with what is seen now; resolves with its segments when they are written.
   * @throws Error with the reason in words; the signal's reason
   */
  async end(signal: AbortSignal): Promise<readonly VideoSegment[]> {
    this.#endMs ??= this.#now();
    this.#cancelRepeat?.();
    while (this.#encoding !== undefined) {
      this.#write(this.#endMs);
      this.#encoding.finish();
      await this.#finished(this.#encoding, signal);
    }
    if (this.#failure !== undefined) throw new Error(this.#failure);
    if (this.#segments.length === 0) throw new Error("no page was shown");
    return this.#segments;
  }

  /** Milliseconds since the beginning; nothing is later than the end. */
  #now(): number {
    return this.#endMs ?? Math.round(this.#parts.clock.monotonic() - this.#start);
  }

  #open(startMs: number): void {
    const { encoder, folder } = this.#parts;
    const { width, height } = this.#size ?? { width: 2, height: 2 };
    const name = segmentName(startMs);
    try {
      this.#encoding = encoder.start({ path: join(folder, name), size: { width, height } });
    } catch (error) {
      this.#give(error instanceof Error ? error.message : String(error));
      return;
    }
    this.#segments.push({ name, startMs });
    this.#taken = { bytes: 0, at: this.#now() };
    this.#writtenAt = startMs - 1;
    this.#write(startMs);
    void this.#watch(this.#encoding);
  }

  /** What is seen, from a time on; nothing when too much waits. */
  #write(atMs = this.#now()): void {
    const [encoding, picture] = [this.#encoding, this.#picture];
    if (encoding === undefined || picture === undefined) return;
    if (this.#endMs === undefined) this.#repeatLater();
    if (encoding.waiting > MOST_WAITING) return;
    this.#writtenAt = Math.max(atMs, this.#writtenAt + 1);
    encoding.write(picture, this.#writtenAt);
  }

  #repeatLater(): void {
    this.#cancelRepeat?.();
    this.#cancelRepeat = this.#parts.clock.timer(REPEAT_MS, () => {
      if (this.#isStuck()) this.#encoding?.kill();
      else this.#write();
    });
  }

  #isStuck(): boolean {
    const { waiting, taken } = this.#encoding ?? { waiting: 0, taken: 0 };
    const now = this.#now();
    if (waiting === 0 || taken > this.#taken.bytes) this.#taken = { bytes: taken, at: now };
    return now - this.#taken.at >= STUCK_MS;
  }

  /** Another encoder goes on where one was killed. */
  async #watch(encoding: Encoding): Promise<void> {
    const { kind, reason } = await encoding.ended;
    this.#cancelRepeat?.();
    this.#encoding = undefined;
    if (kind === "finished" && this.#endMs !== undefined) return;
    if (kind === "failed" || this.#segments.length >= MOST_SEGMENTS) this.#give(reason);
    else this.#open(Math.max(this.#now(), this.#writtenAt + 1));
  }

  #give(reason: string): void {
    this.#failure ??= reason;
    this.#fail(reason);
  }

  async #finished(encoding: Encoding, signal: AbortSignal): Promise<void> {
    using limit = deadline(this.#parts.clock, FINISH_MS, signal);
    const onAbort = (): void => encoding.kill();
    limit.signal.addEventListener("abort", onAbort, { once: true });
    if (limit.signal.aborted) onAbort();
    await encoding.ended;
    // Here the watch, which listened to the same end before, has seen to it.
    signal.throwIfAborted();
  }
}

/** VP8 wants even numbers. */
function evenSize(size: PictureSize | undefined): PictureSize | undefined {
  if (size === undefined) return undefined;
  const even = (length: number): number => Math.max(2, length - (length % 2));
  return { width: even(size.width), height: even(size.height) };
}
