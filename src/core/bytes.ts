/** Joins chunks into one array of bytes; a single chunk is returned as it is. */
export function concatBytes(chunks: readonly Uint8Array[], total?: number): Uint8Array {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  return Buffer.concat(chunks, total);
}

/**
 * A copy of `text` that does not keep the longer string alive it was sliced from. V8's substrings
 * point into their parent, so one stored title would pin a whole page.
 */
export function detach(text: string): string {
  if (text.length < SHORTEST_SLICE) return text;
  // Most texts fit in a byte for each character, and then take half the memory.
  const encoding = WIDE.test(text) ? "utf16le" : "latin1";
  return Buffer.from(text, encoding).toString(encoding);
}

const WIDE = /[\u0100-\uffff]/;

/** V8 copies substrings below 13 characters instead of pointing into their parent. */
const SHORTEST_SLICE = 13;
