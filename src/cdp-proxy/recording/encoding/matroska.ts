import type { PictureSize } from "./jpeg-size.ts";
import { element, id, text, VIDEO, whole } from "./matroska-elements.ts";

// The least of Matroska (RFC 9559) that carries pictures with their times: one track of JPEGs, and a
// cluster for each, so that nothing has to be known of those that follow.

/** RFC 8794, 6.2: a size of eight bytes that says that it is not known. */
const UNKNOWN_SIZE = Buffer.from("01ffffffffffffff", "hex");
/** Track 1, at the time of its cluster, a key frame. */
const BLOCK_HEAD = Buffer.from([0x81, 0, 0, 0x80]);

/** The beginning of a stream of JPEGs; times are milliseconds. */
export function matroskaHeader({ width, height }: PictureSize): Buffer {
  return Buffer.concat([
    element(id.ebml, element(id.docType, text("matroska"))),
    whole(id.segment),
    UNKNOWN_SIZE,
    element(
      id.header,
      element(id.timestampScale, whole(1_000_000)),
      element(id.muxingApp, text("dragline")),
      element(id.writingApp, text("dragline")),
    ),
    element(
      id.tracks,
      element(
        id.trackEntry,
        element(id.trackNumber, whole(1)),
        element(id.trackUid, whole(1)),
        element(id.trackType, whole(VIDEO)),
        element(id.codecId, text("V_MJPEG")),
        element(
          id.video,
          element(id.pixelWidth, whole(width)),
          element(id.pixelHeight, whole(height)),
        ),
      ),
    ),
  ]);
}

/** A picture that is shown from `atMs` on; times go up from one to the next. */
export function matroskaPicture(jpeg: Uint8Array, atMs: number): Buffer {
  return element(
    id.cluster,
    element(id.timestamp, whole(atMs)),
    element(id.simpleBlock, BLOCK_HEAD, jpeg),
  );
}
