/** Width and height of a picture in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const START = 0xffd8;
/** Markers without a length: restarts, and one that stands alone. */
const BARE = new Set([0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7]);
/** Among the frame headers (ITU T.81, table B.1) these are tables. */
const TABLES = new Set([0xc4, 0xc8, 0xcc]);

/** The size of a JPEG, from its frame header (ITU T.81, B.2.2); undefined for what is none. */
export function jpegSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== START) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (BARE.has(marker)) at += 2;
    else if (isFrameHeader(marker)) return sizeAt(bytes, at + 5);
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !TABLES.has(marker);
}

function sizeAt(bytes: Buffer, at: number): PictureSize | undefined {
  const [height, width] = [bytes.readUInt16BE(at), bytes.readUInt16BE(at + 2)];
  return width > 0 && height > 0 ? { width, height } : undefined;
}
