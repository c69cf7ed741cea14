import { endianness } from "node:os";

/** Pages up to this length share one array, which is kept. */
const KEPT = 1 << 20;

/** Readable positions behind the last one, all 0, so that looking ahead needs no check. */
const MARGIN = 16;

let kept: Uint16Array | undefined;

/**
 * The UTF-16 code units of a text, with zeros behind. Reading them from an array is twice as fast
 * as `charCodeAt`. The array is valid until the next call.
 */
export function codeUnits(text: string): Uint16Array {
  const units = room(text.length + MARGIN);
  const bytes = Buffer.from(units.buffer, units.byteOffset, units.byteLength);
  bytes.write(text, 0, "utf16le");
  if (endianness() === "BE") bytes.subarray(0, text.length * 2).swap16();
  units.fill(0, text.length, text.length + MARGIN);
  return units;
}

function room(length: number): Uint16Array {
  if (length > KEPT) return new Uint16Array(length);
  if (kept === undefined || kept.length < length) {
    kept = new Uint16Array(Math.min(KEPT, Math.max(length * 2, 1 << 16)));
  }
  return kept;
}
