import { constants } from "node:buffer";
import { BLOCK_BYTES, type BlockReader } from "./decompress-blocks.ts";
import type { Coding } from "./decompress-coding.ts";
import { Decoder } from "./decompress-decoder.ts";

/** What one coding may cost. */
export interface LayerLimits {
  /** Encoded bytes at most. */
  readonly maxEncoded: number;
  /** Decoded bytes that are allowed once so many encoded bytes were read. */
  decoded(encodedBytes: number): number;
}

/** What undoing one coding gave. */
export interface Layer {
  readonly pieces: readonly Uint8Array[];
  /** The length in bytes of all pieces. */
  readonly length: number;
  /**
   * `whole`; `followed`, whole with garbage behind it; `truncated`, the coding was not at its end; `corrupt`, it broke off; `over`, the
   * limit of decoded bytes was passed (the pieces go a little beyond it); `endless`, that of
   * encoded bytes or of parts was.
   */
  readonly end: "whole" | "followed" | "truncated" | "corrupt" | "over" | "endless";
}

/** A corrupt spot is searched in steps of this many bytes, then byte by byte. */
const SEARCH_STEP = 256;

/**
 * Undoes one coding, whose first block has been read. A body of one block, as most pages are, is
 * decoded in one synchronous call; all others, and all damaged ones, by a stream.
 */
export async function decodeLayer(
  coding: Coding,
  reader: BlockReader,
  limits: LayerLimits,
): Promise<Layer> {
  return (
    (reader.exhausted && decodeAtOnce(coding, reader, limits)) ||
    decodeByBlocks(coding, reader, limits)
  );
}

function decodeAtOnce(coding: Coding, reader: BlockReader, limits: LayerLimits): Layer | undefined {
  const limit = Math.floor(limits.decoded(reader.givenBytes));
  if (!isReallyWhole(coding, reader.given())) return undefined;
  try {
    const bytes = coding.decode(reader.given(), Math.min(Math.max(1, limit), constants.MAX_LENGTH));
    return { pieces: [bytes], length: bytes.length, end: "whole" };
  } catch {
    return undefined;
  }
}

function isReallyWhole(coding: Coding, encoded: Uint8Array): boolean {
  return coding.isWhole?.(encoded) ?? true;
}

async function decodeByBlocks(
  coding: Coding,
  reader: BlockReader,
  limits: LayerLimits,
): Promise<Layer> {
  const decoder = new Decoder(coding, (fedBytes) => limits.decoded(fedBytes));
  try {
    let state = await decoder.feed(reader.given());
    while (state === "open" && reader.givenBytes <= limits.maxEncoded) {
      const block = await reader.next();
      if (block === undefined) break;
      state = await decoder.feed(block);
    }
    if (state === "corrupt") return await salvage(coding, reader.given(), limits);
    if (state === "over" || state === "endless") return layer(decoder, state);
    if (reader.givenBytes > limits.maxEncoded) return layer(decoder, "endless");
    if (state === "ended") return layer(decoder, "followed");
    const isWhole = (await decoder.finish()) && isReallyWhole(coding, reader.given());
    return layer(decoder, isWhole ? "whole" : "truncated");
  } finally {
    decoder.close();
  }
}

function layer(decoder: Decoder, end: Layer["end"]): Layer {
  return { pieces: decoder.output, length: decoder.outputBytes, end };
}

/**
 * What a corrupt body gave before it broke. zlib drops the output of the step in which it fails,
 * so the failing byte is searched with ever smaller steps, and all before it is decoded again. If
 * that is a whole body, only garbage followed, which is no damage.
 */
async function salvage(coding: Coding, encoded: Uint8Array, limits: LayerLimits): Promise<Layer> {
  const limit = limits.decoded(encoded.length);
  const open = (): Decoder => new Decoder(coding, () => limit);
  let valid = Math.floor((encoded.length - 1) / BLOCK_BYTES) * BLOCK_BYTES;
  for (const step of [SEARCH_STEP, 1]) {
    valid = await validLength(open(), encoded, { from: valid, step });
  }
  const before = await decodePrefix(coding, open(), encoded.subarray(0, valid));
  if (before.end === "followed") return before;
  // A gzip header takes two bytes to be refused, so the first byte of garbage counted as valid.
  const shorter = encoded.subarray(0, Math.max(0, valid - 1));
  const earlier = await decodePrefix(coding, open(), shorter);
  return earlier.end === "followed" ? earlier : before;
}

async function decodePrefix(coding: Coding, decoder: Decoder, encoded: Uint8Array): Promise<Layer> {
  try {
    await decoder.feed(encoded);
    const isWhole =
      encoded.length > 0 && (await decoder.finish()) && isReallyWhole(coding, encoded);
    return layer(decoder, isWhole ? "followed" : "corrupt");
  } finally {
    decoder.close();
  }
}

/** The first multiple of `step` beyond `from` behind which decoding fails. */
async function validLength(
  decoder: Decoder,
  encoded: Uint8Array,
  search: { readonly from: number; readonly step: number },
): Promise<number> {
  try {
    await decoder.feed(encoded.subarray(0, search.from));
    for (let at = search.from; at < encoded.length; at += search.step) {
      const state = await decoder.feed(encoded.subarray(at, at + search.step));
      if (state !== "open") return at;
    }
    return encoded.length;
  } finally {
    decoder.close();
  }
}
