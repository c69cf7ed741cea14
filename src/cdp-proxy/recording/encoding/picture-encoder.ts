import type { PictureSize } from "./jpeg-size.ts";

// Functions of this file run in a page: each goes there as source and uses nothing around it but what
// a page has and what it was given.

/** A picture on its way to the page. */
export interface SentPicture {
  readonly atMs: number;
  /** A JPEG in base64; empty where the picture before is shown again. */
  readonly jpeg: string;
}

/** A picture as the page gives it back. */
interface GivenChunk {
  readonly atMs: number;
  readonly isKey: boolean;
  /** In base64. */
  readonly bytes: string;
}

/** How the page encodes. */
export interface PageOrder extends PictureSize {
  /** Bits per second. */
  readonly bitrate: number;
  /** Milliseconds from a key frame to the next. */
  readonly keyMs: number;
}

/** What is in the page. */
export interface PictureEncoder {
  /** Encodes pictures in their order; those that cannot be decoded show the one before. */
  encode(pictures: readonly SentPicture[]): Promise<readonly GivenChunk[]>;
}

interface PageTools {
  readonly decode: typeof decodeJpeg;
  readonly fit: typeof fitPicture;
  readonly narrow: typeof narrowRange;
}

/** Makes an expression whose value is a {@link PictureEncoder}. */
export function pictureEncoderSource(order: PageOrder): string {
  const tools: PageTools = { decode: decodeJpeg, fit: fitPicture, narrow: narrowRange };
  const list = Object.entries(tools).map(([name, tool]) => `${name}: ${String(tool)}`);
  const given = `{ ${list.join(", ")} }, ${JSON.stringify(order)}`;
  return `(${makePictureEncoder.toString()})(${given})`;
}

function makePictureEncoder(tools: PageTools, order: PageOrder): PictureEncoder {
  const { width, height, bitrate, keyMs } = order;
  let given: GivenChunk[] = [];
  let shown: VideoFrame | undefined;
  let keyAtMs = 0;
  let failure: unknown;

  function take(chunk: EncodedVideoChunk): void {
    const bytes = new Uint8Array(chunk.byteLength);
    chunk.copyTo(bytes);
    let letters = "";
    for (let at = 0; at < bytes.length; at += 8192) {
      letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
    }
    const atMs = Math.round(chunk.timestamp / 1000);
    given.push({ atMs, isKey: chunk.type === "key", bytes: btoa(letters) });
  }

  const encoder = new VideoEncoder({ output: take, error: (error) => (failure = error) });
  encoder.configure({
    codec: "vp8",
    width,
    height,
    bitrate,
    latencyMode: "realtime",
    hardwareAcceleration: "prefer-software",
  });

  async function show(jpeg: string): Promise<void> {
    const picture = await tools.fit(tools, jpeg, order).catch(() => undefined);
    if (picture === undefined) return;
    shown?.close();
    shown = picture;
  }

  async function encode(pictures: readonly SentPicture[]): Promise<readonly GivenChunk[]> {
    for (const { atMs, jpeg } of pictures) {
      if (jpeg !== "") await show(jpeg);
      if (failure !== undefined) throw failure;
      if (shown === undefined) continue;
      const frame = new VideoFrame(shown, { timestamp: atMs * 1000 });
      const keyFrame = atMs >= keyAtMs;
      if (keyFrame) keyAtMs = atMs + keyMs;
      encoder.encode(frame, { keyFrame });
      frame.close();
    }
    await encoder.flush();
    const chunks = given;
    given = [];
    return chunks;
  }

  return { encode };
}

/** A JPEG with its own values, without a way over red, green and blue; it is its caller's to close. */
async function decodeJpeg(bytes: BufferSource): Promise<VideoFrame> {
  const decoder = new ImageDecoder({ data: bytes, type: "image/jpeg" });
  try {
    return (await decoder.decode()).image;
  } finally {
    decoder.close();
  }
}

/**
 * The whole picture in the size of the video, on black. A last row or column that makes a side odd is
 * left out, as scaling would blur all of it.
 */
async function fitPicture(
  tools: PageTools,
  jpeg: string,
  { width, height }: PictureSize,
): Promise<VideoFrame> {
  const letters = atob(jpeg);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = letters.charCodeAt(at);
  const image = await tools.decode(bytes);
  try {
    const even = (side: number): number => (side > 1 ? side - (side % 2) : side);
    const [across, down] = [even(image.displayWidth), even(image.displayHeight)];
    if (image.format === "I420" && across === width && down === height) {
      return await tools.narrow(image, { width, height });
    }
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    const scale = Math.min(width / across, height / down);
    const fitted = (side: number): number => Math.max(2, 2 * Math.round((side * scale) / 2));
    const place = [(width - fitted(across)) / 2, (height - fitted(down)) / 2] as const;
    context?.drawImage(image, 0, 0, across, down, ...place, fitted(across), fitted(down));
    const drawn = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.95 });
    const again = await tools.decode(await drawn.arrayBuffer());
    return await tools.narrow(again, { width, height }).finally(() => again.close());
  } finally {
    image.close();
  }
}

/**
 * JPEG uses all values of a byte, and VP8 those of ITU-R BT.601: brightness from 16 to 235, colours
 * from 16 to 240. Players take no word of the file that it is otherwise.
 */
async function narrowRange(image: VideoFrame, { width, height }: PictureSize): Promise<VideoFrame> {
  if (image.format !== "I420") throw new Error(`a JPEG of ${image.format ?? "no"} format`);
  const rect = { x: 0, y: 0, width, height };
  const pixels = new Uint8Array(image.allocationSize({ rect }));
  const layout = await image.copyTo(pixels, { rect });
  const [brightness, colours] = [219, 224].map((steps) =>
    Uint8Array.from({ length: 256 }, (_, value) => Math.round((value * steps) / 255) + 16),
  );
  const brightPixels = width * height;
  for (let at = 0; at < brightPixels; at += 1) pixels[at] = brightness?.[pixels[at] ?? 0] ?? 0;
  for (let at = brightPixels; at < pixels.length; at += 1) {
    pixels[at] = colours?.[pixels[at] ?? 0] ?? 0;
  }
  return new VideoFrame(pixels, {
    format: "I420",
    codedWidth: width,
    codedHeight: height,
    timestamp: 0,
    layout,
    colorSpace: {
      matrix: "smpte170m",
      fullRange: false,
      transfer: "iec61966-2-1",
      primaries: "bt709",
    },
  });
}
