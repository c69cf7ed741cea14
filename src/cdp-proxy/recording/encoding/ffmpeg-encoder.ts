import { open, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FfmpegChild } from "./ffmpeg-child.ts";
import { findFfmpeg } from "./find-ffmpeg.ts";
import type { PictureSize } from "./jpeg-size.ts";
import { matroskaHeader, matroskaPicture } from "./matroska.ts";
import type {
  Encoding,
  EncodingEnd,
  EncodingOrder,
  JoinOrder,
  VideoEncoder,
  VideoSegment,
} from "./video-encoder.ts";

/** How ffmpeg is had. */
export interface FfmpegOptions {
  /** Its path; the first on PATH when absent. */
  readonly ffmpegPath?: string | undefined;
}

/** Where the names of what is joined stand. */
const LIST = "segments.txt";

/** A cluster's identifier (RFC 9559, 5.1.3), and how far into a file it is looked for. */
const CLUSTER = Buffer.from("1f43b675", "hex");
const HEAD_BYTES = 4096;

/** VP8 in WebM, which every browser plays, by the program ffmpeg, 4.4 or later. */
export class FfmpegEncoder implements VideoEncoder {
  readonly #given: string | undefined;
  #path: string | undefined;

  constructor({ ffmpegPath }: FfmpegOptions = {}) {
    this.#given = ffmpegPath;
  }

  async missing(): Promise<string | undefined> {
    this.#path ??= await findFfmpeg(this.#given);
    if (this.#path !== undefined) return undefined;
    const place = this.#given ?? "PATH";
    return `ffmpeg is not installed: no executable found at ${place}`;
  }

  start({ path, size }: EncodingOrder): Encoding {
    return new FfmpegEncoding(this.#ready(), path, size);
  }

  async join({ folder, segments, name, signal }: JoinOrder): Promise<{ durationMs: number }> {
    signal.throwIfAborted();
    const missing = await this.missing();
    if (missing !== undefined) throw new Error(missing);
    const playable = await playableOf(folder, segments);
    await writeFile(join(folder, LIST), listOf(playable));
    const args = joiningArguments(playable[0]?.startMs ?? 0, name);
    const ffmpeg = new FfmpegChild(this.#ready(), args, folder);
    const onAbort = (): void => ffmpeg.kill();
    signal.addEventListener("abort", onAbort, { once: true });
    const end = await ffmpeg.ended;
    signal.removeEventListener("abort", onAbort);
    signal.throwIfAborted();
    if (end.kind !== "finished") throw new Error(end.reason);
    return { durationMs: durationIn(ffmpeg.output) };
  }

  #ready(): string {
    if (this.#path === undefined) throw new Error("ffmpeg was not looked for, or is missing");
    return this.#path;
  }
}

class FfmpegEncoding implements Encoding {
  readonly ended: Promise<EncodingEnd>;
  readonly #ffmpeg: FfmpegChild;
  #written = 0;

  constructor(program: string, path: string, size: PictureSize) {
    this.#ffmpeg = new FfmpegChild(program, encodingArguments(path, size), dirname(path));
    this.ended = this.#ffmpeg.ended;
    this.#send(matroskaHeader(size));
  }

  get waiting(): number {
    return this.#ffmpeg.input.writableLength;
  }

  get taken(): number {
    return this.#written - this.waiting;
  }

  write(jpeg: Uint8Array, atMs: number): void {
    this.#send(matroskaPicture(jpeg, atMs));
  }

  finish(): void {
    this.#ffmpeg.input.end();
  }

  kill(): void {
    this.#ffmpeg.kill();
  }

  #send(bytes: Buffer): void {
    if (!this.#ffmpeg.input.writable) return;
    this.#written += bytes.length;
    this.#ffmpeg.input.write(bytes);
  }
}

/**
 * Pictures keep their times (variable frame rate), the whole picture is fitted in, and clusters of half
 * a second leave a file that plays when ffmpeg is killed. A key frame every ten seconds to seek to.
 */
function encodingArguments(path: string, { width, height }: PictureSize): string[] {
  const fit = "force_original_aspect_ratio=decrease:force_divisible_by=2";
  // A last row or column that makes a side odd is left out, as scaling would blur all of it.
  const even = (side: string): string => `${side}-mod(${side}\\,2)*gt(${side}\\,1)`;
  const crop = `crop=${even("iw")}:${even("ih")}`;
  const filters = `${crop},scale=${width}:${height}:${fit},pad=${width}:${height}:-1:-1,setsar=1`;
  const input = "-threads 1 -f matroska -probesize 32 -analyzeduration 0 -i pipe:0";
  const codec = "-c:v libvpx -deadline realtime -cpu-used 8 -threads 1 -b:v 1M -static-thresh 100";
  const times = "-pix_fmt yuv420p -enc_time_base 1:1000 -force_key_frames expr:gte(t,n_forced*10)";
  const output = "-cluster_time_limit 500 -flush_packets 1 -y -f webm";
  const words = (text: string): string[] => text.split(" ");
  return [
    ...words(input),
    "-vf",
    filters,
    ...words(codec),
    ...words(times),
    ...words(output),
    path,
  ];
}

/**
 * What begins later than the video does, as the part before it was lost, is shown from the beginning.
 * Pictures last a millisecond in the file's books: else the last one would last as long as ffmpeg
 * guesses, up to a second.
 */
function joiningArguments(startMs: number, name: string): string[] {
  const times = `setts=ts=if(eq(N\\,0)\\,TS\\,TS+${startMs}):duration=1`;
  const input = ["-f", "concat", "-i", LIST];
  const output = ["-progress", "pipe:1", "-y", "-f", "webm", name];
  return [...input, "-c", "copy", "-bsf:v", times, ...output];
}

/**
 * Those with a cluster in them: a killed encoder may not have got so far.
 * @throws Error when there are none
 */
async function playableOf(
  folder: string,
  segments: readonly VideoSegment[],
): Promise<readonly VideoSegment[]> {
  const found = await Promise.all(segments.map(({ name }) => hasCluster(join(folder, name))));
  const playable = segments.filter((_, index) => found[index]);
  if (playable.length > 0) return playable;
  throw new Error("the encoder wrote nothing");
}

/** The first cluster follows the header. */
async function hasCluster(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    return head.subarray(0, bytesRead).includes(CLUSTER);
  } finally {
    await file.close();
  }
}

/** The names alone, as ffmpeg takes no other paths from a list; each part lasts until the next. */
function listOf(segments: readonly VideoSegment[]): string {
  const lines = segments.map(({ name, startMs }, index) => {
    const next = segments[index + 1];
    const lasts = next === undefined ? "" : `duration ${(next.startMs - startMs) / 1000}\n`;
    return `file '${name}'\n${lasts}`;
  });
  return `ffconcat version 1.0\n${lines.join("")}`;
}

/** The last time that ffmpeg reported, in milliseconds. */
function durationIn(progress: string): number {
  const times = [...progress.matchAll(/^out_time_us=(\d+)$/gm)];
  return Math.round(Number(times.at(-1)?.[1] ?? 0) / 1000);
}
