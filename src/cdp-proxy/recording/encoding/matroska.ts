import type { PictureSize } from "./jpeg-size.ts";

// The least of Matroska (RFC 9559) that carries pictures with their times: one track of JPEGs, and a
// cluster for each, so that nothing has to be known of those that follow.

/** Element identifiers (RFC 9559, 5.1; RFC 8794, 11.2). */
const id = Object.freeze({
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  header: 0x1549a966,
  timestampScale: 0x2ad7b1,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
});

/** RFC 8794, 6.2: a size of eight bytes that says that it is not known. */
const UNKNOWN_SIZE = Buffer.from("01ffffffffffffff", "hex");
const VIDEO = 1;
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

function element(name: number, ...content: readonly Uint8Array[]): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.reduce((sum, { length }) => sum + length, 0)));
  size[0] = 0x01;
  return Buffer.concat([whole(name), size, ...content]);
}

/** The fewest bytes of a whole number; identifiers are written alike. */
function whole(value: number): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex");
}

function text(value: string): Buffer {
  return Buffer.from(value, "latin1");
}
