/** A piece of a blob; all but the last are equally long. */
export interface Part {
  readonly bytes: Uint8Array;
  readonly last: boolean;
}

/** Joins and cuts chunks to parts; there is at least one, and only one in memory. */
export async function* partsOf(
  chunks: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Part, void, undefined> {
  let part = Buffer.allocUnsafeSlow(partBytes);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength;) {
      if (filled === partBytes) {
        yield { bytes: part, last: false };
        part = Buffer.allocUnsafeSlow(partBytes);
        filled = 0;
      }
      const taken = chunk.subarray(at, at + partBytes - filled);
      part.set(taken, filled);
      filled += taken.byteLength;
      at += taken.byteLength;
    }
  }
  yield { bytes: part.subarray(0, filled), last: true };
}
