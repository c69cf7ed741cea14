import { join } from "node:path";
import { ChromiumEncoder, type ChromiumEncoderOptions } from "./chromium-encoder.ts";
import { FfmpegEncoder, type FfmpegOptions } from "./ffmpeg-encoder.ts";
import { lookAtSegment } from "./picture-reader.ts";
import type { Encoding, EncodingOrder, JoinOrder, VideoEncoder } from "./video-encoder.ts";

/**
 * ffmpeg where it is there, else Chromium; a path of ffmpeg asks for that one alone. The first found
 * stays. What is joined says by its content whose it is, since an earlier process may have chosen
 * the other one.
 */
export class ChosenEncoder implements VideoEncoder, AsyncDisposable {
  readonly #ffmpeg: FfmpegEncoder;
  readonly #chromium: ChromiumEncoder;
  readonly #isFfmpegAlone: boolean;
  #chosen: VideoEncoder | undefined;

  constructor({ ffmpegPath, ...options }: FfmpegOptions & ChromiumEncoderOptions = {}) {
    this.#ffmpeg = new FfmpegEncoder({ ffmpegPath });
    this.#chromium = new ChromiumEncoder(options);
    this.#isFfmpegAlone = ffmpegPath !== undefined;
  }

  async missing(): Promise<string | undefined> {
    if (this.#chosen !== undefined) return undefined;
    const reasons: string[] = [];
    for (const encoder of this.#isFfmpegAlone ? [this.#ffmpeg] : [this.#ffmpeg, this.#chromium]) {
      const reason = await encoder.missing();
      // Two who ask at once get the same answer.
      if (reason === undefined) this.#chosen ??= encoder;
      if (reason === undefined) return undefined;
      reasons.push(reason);
    }
    return reasons.join("; ");
  }

  start(order: EncodingOrder): Encoding {
    if (this.#chosen === undefined)
      throw new Error("no encoder is available: none was looked for, or all are missing");
    return this.#chosen.start(order);
  }

  async join(order: JoinOrder): Promise<{ durationMs: number }> {
    const looks = order.segments.map(({ name }) => lookAtSegment(join(order.folder, name)));
    const kinds = new Set((await Promise.all(looks)).map(({ kind }) => kind));
    if (kinds.has("pictures") || !kinds.has("other")) return this.#chromium.join(order);
    const missing = await this.#ffmpeg.missing();
    if (missing !== undefined) throw new Error(`the recording was made for ffmpeg, but ${missing}`);
    return this.#ffmpeg.join(order);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#chromium[Symbol.asyncDispose]();
  }
}
