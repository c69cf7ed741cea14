import { join } from "node:path";
import { systemClock, systemIds, type Clock, type Ids } from "../../../core/index.ts";
import {
  createRemoteBrowsers,
  findChromium,
  type ChromiumOptions,
  type RemoteBrowsers,
} from "../../../browser/index.ts";
import { EncodingPage } from "./encoding-page.ts";
import type { PictureSize } from "./jpeg-size.ts";
import type { SentPicture } from "./picture-encoder.ts";
import { PictureFile } from "./picture-file.ts";
import { lookAtSegment, picturesIn, type StoredPicture } from "./picture-reader.ts";
import type {
  Encoding,
  EncodingOrder,
  JoinOrder,
  VideoEncoder,
  VideoSegment,
} from "./video-encoder.ts";
import { WebmFile } from "./webm-file.ts";

/** The dependencies of a {@link ChromiumEncoder}. */
export interface ChromiumEncoderOptions {
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
  /** How Chromium is started; it has no windows. */
  readonly chromium?: ChromiumOptions | undefined;
}

/** Bits per second; milliseconds from a key frame to the next. As with ffmpeg. */
const BITRATE = 1_000_000;
const KEY_MS = 10_000;

/** Pictures that the page is given at once, and bytes of JPEGs after which no more are added. */
const MOST_PICTURES = 16;
const MUCH = 2 * 1024 * 1024;

/** Milliseconds to wait for the videos that are made before: the joining's own signal ends it. */
const TAKE_MS = 86_400_000;

/**
 * VP8 in WebM by the Chromium that there is anyway: pictures are written down as they come, and a
 * headless Chromium makes the video of them at the end, one video at a time.
 */
export class ChromiumEncoder implements VideoEncoder, AsyncDisposable {
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #chromium: ChromiumOptions;
  #browsers: RemoteBrowsers | undefined;

  constructor({ clock = systemClock, ids = systemIds, chromium }: ChromiumEncoderOptions = {}) {
    this.#clock = clock;
    this.#ids = ids;
    this.#chromium = { ...chromium, identity: "plain" };
  }

  async missing(): Promise<string | undefined> {
    const given = this.#chromium.executablePath ?? "";
    const env = given === "" ? process.env : { PUPPETEER_EXECUTABLE_PATH: given };
    const found = await findChromium(env);
    if (found !== undefined && (given === "" || found === given)) return undefined;
    const place = given === "" ? "PATH or in the usual places" : given;
    return `Chromium is not installed: no executable found at ${place}`;
  }

  start(order: EncodingOrder): Encoding {
    return new PictureFile(order);
  }

  async join({ folder, segments, name, signal }: JoinOrder): Promise<{ durationMs: number }> {
    signal.throwIfAborted();
    const { size, paths } = await filmOf(folder, segments);
    const missing = await this.missing();
    if (missing !== undefined) throw new Error(missing);
    await using browser = await this.#ownBrowsers().take({ signal });
    const order = { ...size, bitrate: BITRATE, keyMs: KEY_MS };
    const page = await EncodingPage.open({ browser, clock: this.#clock }, order, signal);
    await using file = await WebmFile.create(join(folder, name), size);
    let durationMs = 0;
    for await (const batch of batchesOf(picturesOf(paths))) {
      for (const chunk of await page.encode(batch, signal)) await file.write(chunk);
      signal.throwIfAborted();
      durationMs = batch.at(-1)?.atMs ?? durationMs;
    }
    if (file.isEmpty) throw nothingWritten();
    // The last picture is seen for a millisecond: a video of one has a length, too.
    await file.finish(durationMs + 1);
    return { durationMs };
  }

  /** Ends the browser; later calls fail because it is gone. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browsers?.[Symbol.asyncDispose]();
  }

  #ownBrowsers(): RemoteBrowsers {
    const parts = { clock: this.#clock, ids: this.#ids };
    const options = { warm: 0, max: 1, takeTimeoutMs: TAKE_MS, chromium: this.#chromium };
    this.#browsers ??= createRemoteBrowsers(parts, options);
    return this.#browsers;
  }
}

interface Film {
  /** The first picture's, which is the video's. */
  readonly size: PictureSize;
  /** Of the files that have pictures. */
  readonly paths: readonly string[];
}

/** @throws Error when there are no pictures, or something else */
async function filmOf(folder: string, segments: readonly VideoSegment[]): Promise<Film> {
  const paths: string[] = [];
  let size: PictureSize | undefined;
  for (const { name } of segments) {
    const path = join(folder, name);
    const look = await lookAtSegment(path);
    if (look.kind === "other") throw new Error(`${name} is not an image file`);
    if (look.size === undefined || !(await hasPictures(path))) continue;
    size ??= look.size;
    paths.push(path);
  }
  if (size === undefined) throw nothingWritten();
  return { size, paths };
}

async function hasPictures(path: string): Promise<boolean> {
  for await (const _ of picturesIn(path)) return true;
  return false;
}

/** What begins later than the video does, as the part before it was lost, is shown from the beginning. */
async function* picturesOf(paths: readonly string[]): AsyncGenerator<StoredPicture> {
  let lastMs = -1;
  for (const path of paths) {
    for await (const { atMs, jpeg } of picturesIn(path)) {
      if (atMs <= lastMs) continue;
      yield { atMs: lastMs < 0 ? 0 : atMs, jpeg };
      lastMs = atMs;
    }
  }
}

async function* batchesOf(
  pictures: AsyncIterable<StoredPicture>,
): AsyncGenerator<readonly SentPicture[]> {
  let batch: SentPicture[] = [];
  let bytes = 0;
  for await (const { atMs, jpeg } of pictures) {
    batch.push({ atMs, jpeg: jpeg?.toString("base64") ?? "" });
    bytes += jpeg?.length ?? 0;
    if (batch.length < MOST_PICTURES && bytes < MUCH) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

function nothingWritten(): Error {
  return new Error("the encoder wrote nothing");
}
