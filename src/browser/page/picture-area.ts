import { unlessAborted } from "../../core/index.ts";
import type { CdpSession } from "../driver.ts";

/** What of a document is pictured, in CSS pixels. */
export interface PictureArea {
  /** Where the window stands in the document. */
  readonly x: number;
  readonly y: number;
  readonly viewHeight: number;
  /** The rectangle that is pictured. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Pixels per CSS pixel. */
  readonly scale: number;
  /** Which way the document goes on. */
  readonly cut: false | "height" | "width";
}

/** Most CSS pixels across. */
const MAX_WIDTH = 4_096;
/** Most pixels of a picture: 400 MB of RGB before it is compressed. */
const MAX_PIXELS = 134_217_728;

interface Metrics {
  readonly cssLayoutViewport: {
    readonly pageX: number;
    readonly pageY: number;
    readonly clientWidth: number;
    readonly clientHeight: number;
  };
  readonly cssContentSize: { readonly width: number; readonly height: number };
}

/** Measures what is pictured (CDP `Page.getLayoutMetrics`). */
export async function pictureArea(
  session: CdpSession,
  options: { readonly fullPage: boolean; readonly deviceScale: number; readonly maxHeight: number },
  signal: AbortSignal,
): Promise<PictureArea> {
  const answer = await unlessAborted(session.send("Page.getLayoutMetrics"), signal);
  const { cssLayoutViewport: view, cssContentSize: content } = answer as Metrics;
  const place = { x: view.pageX, y: view.pageY, viewHeight: Math.max(1, view.clientHeight) };
  const { fullPage, deviceScale: scale, maxHeight } = options;
  if (!fullPage) {
    const size = { width: view.clientWidth, height: place.viewHeight };
    return { ...place, ...size, left: view.pageX, top: view.pageY, scale, cut: false };
  }
  const width = Math.max(1, Math.min(Math.ceil(content.width), MAX_WIDTH));
  const most = Math.min(maxHeight, Math.floor(MAX_PIXELS / (width * scale * scale)));
  const height = Math.max(1, Math.min(Math.ceil(content.height), most));
  const cut = content.height > height ? "height" : content.width > width ? "width" : false;
  return { ...place, left: 0, top: 0, width, height, scale, cut };
}
