/** Identifiers of elements (RFC 9559, 5.1; RFC 8794, 11.2). */
export const id = Object.freeze({
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  header: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  lacing: 0x9c,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  colour: 0x55b0,
  matrix: 0x55b1,
  range: 0x55b9,
  transfer: 0x55ba,
  primaries: 0x55bb,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cuePositions: 0xb7,
  cueTrack: 0xf7,
  cueCluster: 0xf1,
});

/** The type of a track of pictures (RFC 9559, 5.1.4.1.3). */
export const VIDEO = 1;

/** An element with its content; its size takes eight bytes. */
export function element(name: number, ...content: readonly Uint8Array[]): Buffer {
  const length = content.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([whole(name), size(length), ...content]);
}

/** A size in eight bytes (RFC 8794, 4). */
export function size(bytes: number): Buffer {
  const written = wide(bytes);
  written[0] = 0x01;
  return written;
}

/** The fewest bytes of a whole number; identifiers are written alike. */
export function whole(value: number): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex");
}

/** A whole number in eight bytes, so that another fits in its place. */
export function wide(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/** A number of eight bytes that need not be whole. */
export function real(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

export function text(value: string): Buffer {
  return Buffer.from(value, "latin1");
}
