import { unlessAborted } from "../../core/index.ts";
import type { CdpSession } from "../driver.ts";
import type { PictureArea } from "./picture-area.ts";
import { PngStitcher } from "./png-stitcher.ts";

/** Pixels and rows of a strip: above 16,384 rows Chromium repeats or leaves out some. */
const STRIP_PIXELS = 6_000_000;
const STRIP_ROWS = 8_000;

/** Strips begin at a multiple of this, so that they begin at a whole pixel at any scale. */
const STEP = 100;

/** Pictures an area strip by strip, and puts the strips together. */
export async function captureStrips(
  session: CdpSession,
  area: PictureArea,
  signal: AbortSignal,
): Promise<{ readonly png: Uint8Array; readonly width: number; readonly height: number }> {
  const { height, width, scale, top } = area;
  const rows = Math.min(STRIP_ROWS / scale, STRIP_PIXELS / (width * scale * scale));
  const strip = Math.max(STEP, Math.floor(rows / STEP) * STEP);
  if (height <= strip) {
    const png = await capture(session, { ...area, top, height }, signal);
    return { png, ...sizeOf(png) };
  }
  using stitcher = new PngStitcher();
  for (let y = 0; y < height; y += strip) {
    const part = { ...area, top: top + y, height: Math.min(strip, height - y) };
    await unlessAborted(stitcher.add(await capture(session, part, signal)), signal);
  }
  const png = await unlessAborted(stitcher.finish(), signal);
  return { png, ...sizeOf(png) };
}

async function capture(
  session: CdpSession,
  { left, top, width, height }: PictureArea,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const sent = session.send("Page.captureScreenshot", {
    format: "png",
    captureBeyondViewport: true,
    clip: { x: left, y: top, width, height, scale: 1 },
  });
  const { data } = (await unlessAborted(sent, signal)) as { data: string };
  return Buffer.from(data, "base64");
}

function sizeOf(png: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
