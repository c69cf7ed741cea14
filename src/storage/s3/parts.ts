/** A piece of a blob; all but the last are equally long. */
export interface Part {
  readonly bytes: Uint8Array;
  readonly last: boolean;
}

/** Bytes that a first part has room for at first: most blobs are far smaller than a part. */
const FIRST_ROOM = 65_536;

/** Joins and cuts chunks to parts; there is at least one, and only one in memory. */
export async function* partsOf(
  chunks: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Part, void, undefined> {
  let part: Buffer = Buffer.allocUnsafeSlow(Math.min(FIRST_ROOM, partBytes));
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength;) {
      if (filled === partBytes) {
        yield { bytes: part, last: false };
        part = Buffer.allocUnsafeSlow(partBytes);
        filled = 0;
      }
      const taken = chunk.subarray(at, at + partBytes - filled);
      part = withRoom(part, filled + taken.byteLength, partBytes);
      part.set(taken, filled);
      filled += taken.byteLength;
      at += taken.byteLength;
    }
  }
  yield { bytes: part.subarray(0, filled), last: true };
}

/** The part with room for so many bytes: doubled, so that growing copies each byte once or twice. */
function withRoom(part: Buffer, bytes: number, partBytes: number): Buffer {
  if (bytes <= part.byteLength) return part;
  const larger = Buffer.allocUnsafeSlow(Math.min(partBytes, Math.max(bytes, part.byteLength * 2)));
  part.copy(larger);
  return larger;
}
