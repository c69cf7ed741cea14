/** Sizes in bytes of optional header fields, by the bits that announce them (RFC 8878, 3.1.1.1). */
const DICTIONARY_ID = [0, 1, 2, 4];
const CONTENT_SIZE = [0, 2, 4, 8];

const BLOCK_HEADER = 3;
const REPEATED_BYTE = 1;

/** RFC 8878, 3.1: whether bytes begin, as far as they go, a frame or one that is to be skipped. */
export function isZstdFrame(bytes: Uint8Array): boolean {
  const mark = isSkippable(bytes) ? [bytes[0], 0x2a, 0x4d, 0x18] : [0x28, 0xb5, 0x2f, 0xfd];
  return mark.every((byte, index) => index >= bytes.length || bytes[index] === byte);
}

/**
 * Whether the last of the frames is complete. zlib does not say so before Node 24: it takes a
 * frame that was cut off for a whole one.
 */
export function isWholeZstd(bytes: Uint8Array): boolean {
  let rest = bytes;
  while (rest.length > 0 && isZstdFrame(rest)) {
    const length = frameLength(rest);
    if (length > rest.length) return false;
    rest = rest.subarray(length);
  }
  return true;
}

function isSkippable([first = 0]: Uint8Array): boolean {
  return (first & 0xf0) === 0x50;
}

/** The length that a frame says it has; infinite when it is cut off before it says so. */
function frameLength(frame: Uint8Array): number {
  if (isSkippable(frame)) return 8 + littleEndian(frame, 4, 4);
  const descriptor = frame[4] ?? 0;
  const hasChecksum = (descriptor & 0x04) !== 0;
  let at = 5 + headerFields(descriptor);
  for (;;) {
    const header = littleEndian(frame, at, BLOCK_HEADER);
    if (header === Number.POSITIVE_INFINITY) return header;
    const type = (header >> 1) & 3;
    at += BLOCK_HEADER + (type === REPEATED_BYTE ? 1 : header >> 3);
    if ((header & 1) === 1) return at + (hasChecksum ? 4 : 0);
  }
}

function headerFields(descriptor: number): number {
  const isSingle = (descriptor & 0x20) !== 0;
  const content = CONTENT_SIZE[descriptor >> 6] ?? 0;
  const dictionary = DICTIONARY_ID[descriptor & 3] ?? 0;
  // A single segment has no window descriptor, and at least one byte of content size.
  return isSingle ? Math.max(1, content) + dictionary : 1 + content + dictionary;
}

function littleEndian(bytes: Uint8Array, offset: number, size: number): number {
  if (offset + size > bytes.length) return Number.POSITIVE_INFINITY;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).readUIntLE(offset, size);
}
