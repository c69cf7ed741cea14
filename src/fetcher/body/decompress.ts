import { concatBytes } from "../../core/index.ts";
import { BLOCK_BYTES, BlockReader } from "./decompress-blocks.ts";
import { codingOf, type Coding } from "./decompress-coding.ts";
import { decodeLayer, type Layer, type LayerLimits } from "./decompress-layer.ts";
import { FetchError } from "../fetch-error.ts";
import { isBinaryByte } from "./media-type-signatures.ts";
import { Pieces } from "./pieces.ts";

/** What a body may cost. */
export interface BodyLimits {
  /** Decoded bytes at most. */
  readonly maxBytes: number;
  /** Decoded bytes at most for each byte on the wire; not asked below 1 MiB decoded. */
  readonly maxRatio: number;
  /** Whether a body above `maxBytes` is an error or is cut there. */
  readonly onOversize: "fail" | "truncate";
}

/** A body read to its end, or as far as it made sense. */
export interface ReadBody {
  /** Decoded. */
  readonly bytes: Uint8Array;
  /** Bytes taken from the wire. */
  readonly wireBytes: number;
  /** Whether the body was longer than `maxBytes`. */
  readonly truncated: boolean;
  /**
   * What was wrong with the encoding: `truncated`, it ended too early (`bytes` is all that came);
   * `corrupt`, it broke off (`bytes` is what came before); `mislabelled`, it was not encoded as
   * the label says (`bytes` is as it came).
   */
  readonly damage?: BodyDamage;
}

/** See {@link ReadBody.damage}. */
export type BodyDamage = "truncated" | "corrupt" | "mislabelled";

/** More codings than anyone stacks honestly. */
const MOST_CODINGS = 5;
/** Below this size in bytes no page is a bomb, however well it compresses. */
export const UNSUSPECTED_BYTES = 1_048_576;

/**
 * Reads a body and undoes its Content-Encoding (RFC 9110, 8.4): gzip, deflate (zlib format or
 * bare), br and zstd, up to five on top of each other. Damage is reported, not thrown; an unknown
 * coding leaves the bytes as they are and counts as `mislabelled`. Bytes behind the end of the
 * encoded body are ignored. The result depends on the bytes alone, not on how `chunks` cuts them.
 * On every way out but the source's own end or failure the source is told to stop (`return()`).
 * @throws FetchError `BODY_TOO_LARGE`, `DECOMPRESSION_BOMB`, and `INVALID_RESPONSE` for more than
 *   five codings; whatever the source throws
 */
export async function readBody(
  chunks: AsyncIterable<Uint8Array>,
  contentEncoding: string | undefined,
  limits: BodyLimits,
): Promise<ReadBody> {
  const tokens = codingTokens(contentEncoding);
  if (tokens.length === 0) return readPlain(chunks, limits);
  const reader = new BlockReader(chunks);
  try {
    if (tokens.length > MOST_CODINGS) throw tooManyCodings(tokens.length);
    return await readEncoded(reader, tokens, limits);
  } finally {
    await reader.close();
  }
}

/** The codings in the order in which they were applied. */
export function codingTokens(contentEncoding: string | undefined): string[] {
  if (contentEncoding === undefined) return [];
  const tokens = contentEncoding.split(",").map((token) => token.trim().toLowerCase());
  return tokens.filter((token) => token !== "" && token !== "identity");
}

async function readPlain(chunks: AsyncIterable<Uint8Array>, limits: BodyLimits): Promise<ReadBody> {
  const { maxBytes, onOversize } = limits;
  const pieces = new Pieces();
  for await (const chunk of chunks) {
    pieces.add(chunk);
    if (pieces.length > maxBytes) break;
  }
  const { length: wireBytes } = pieces;
  const truncated = wireBytes > maxBytes;
  if (truncated && onOversize === "fail") throw tooLarge(maxBytes);
  return { bytes: joined([pieces.join()], wireBytes, maxBytes), wireBytes, truncated };
}

async function readEncoded(
  wire: BlockReader,
  tokens: readonly string[],
  limits: BodyLimits,
): Promise<ReadBody> {
  let layer: Undone = { bytes: new Uint8Array(), truncated: false };
  let source = wire;
  for (const [index, token] of tokens.toReversed().entries()) {
    const isLast = index === tokens.length - 1;
    const maxBytes = isLast ? limits.maxBytes : encodedLimit(limits.maxBytes);
    const wireBytes = index === 0 ? undefined : wire.readBytes;
    const outer = layer;
    layer = await undo(token, source, new LayerBudget({ ...limits, maxBytes }, wireBytes));
    const damage = outer.damage ?? layer.damage;
    layer = { ...layer, truncated: outer.truncated || layer.truncated, ...(damage && { damage }) };
    source = new BlockReader(once(layer.bytes));
  }
  return { ...layer, wireBytes: wire.readBytes };
}

type Undone = Omit<ReadBody, "wireBytes">;

async function undo(token: string, source: BlockReader, budget: LayerBudget): Promise<Undone> {
  const first = await source.next();
  if (first === undefined) return { bytes: new Uint8Array(), truncated: false };
  const coding = codingOf(token, first);
  if (coding === undefined || coding.recognises?.(first) === false) return asItCame(source, budget);
  const layer = await decodeLayer(coding, source, budget);
  if (isMislabelled(coding, layer, first)) return asItCame(source, budget);
  const { end } = layer;
  const truncated = budget.exceededBy(layer);
  const bytes = joined(layer.pieces, layer.length, budget.maxBytes);
  return end === "truncated" || end === "corrupt"
    ? { bytes, truncated, damage: end }
    : { bytes, truncated };
}

/**
 * Bare deflate and br have no mark. A body is not theirs if it gives nothing, or if it is text and
 * anything is wrong with it: br takes a text that starts with `3` for an empty body with garbage.
 */
function isMislabelled(coding: Coding, { end, length }: Layer, first: Uint8Array): boolean {
  if (coding.recognises !== undefined) return false;
  if (end === "corrupt" && length === 0) return true;
  const isOdd = end === "corrupt" || end === "truncated" || end === "followed";
  return isOdd && !first.subarray(0, 256).some(isBinaryByte);
}

async function asItCame(source: BlockReader, budget: LayerBudget): Promise<Undone> {
  while (source.givenBytes <= budget.maxBytes && (await source.next()) !== undefined);
  const bytes = source.given();
  const truncated = budget.exceededBy({ pieces: [bytes], length: bytes.length, end: "whole" });
  return {
    bytes: joined([bytes], bytes.length, budget.maxBytes),
    truncated,
    damage: "mislabelled",
  };
}

/** What one coding may cost, and what happens when it costs more. */
class LayerBudget implements LayerLimits {
  readonly maxBytes: number;
  readonly maxEncoded: number;
  readonly #limits: BodyLimits;
  readonly #wireBytes: number | undefined;

  /** @param wireBytes the size of the whole body on the wire, for an inner coding */
  constructor(limits: BodyLimits, wireBytes: number | undefined) {
    this.maxBytes = limits.maxBytes;
    this.maxEncoded = encodedLimit(limits.maxBytes);
    this.#limits = limits;
    this.#wireBytes = wireBytes;
  }

  decoded(encodedBytes: number): number {
    const unsuspected = this.#limits.maxRatio * (this.#wireBytes ?? encodedBytes);
    return Math.min(this.maxBytes, Math.max(UNSUSPECTED_BYTES, unsuspected));
  }

  /** Whether a body that may be cut has to be. */
  exceededBy({ length, end }: Layer): boolean {
    const exceeded = length > this.maxBytes || end === "endless";
    if (end === "over" && !exceeded) throw bomb(this.#limits.maxRatio);
    if (exceeded && this.#limits.onOversize === "fail") throw tooLarge(this.maxBytes);
    return exceeded;
  }
}

/** No body of `maxBytes` grows by more than this when it is encoded, unless to waste our time. */
function encodedLimit(maxBytes: number): number {
  return maxBytes + maxBytes / 64 + BLOCK_BYTES;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

function joined(pieces: readonly Uint8Array[], length: number, maxBytes: number): Uint8Array {
  const bytes = concatBytes(pieces, length);
  return length > maxBytes ? bytes.subarray(0, maxBytes) : bytes;
}

function tooLarge(maxBytes: number): FetchError {
  return new FetchError("BODY_TOO_LARGE", {
    message: `The body has more than the ${maxBytes} bytes that are allowed.`,
    details: { limit: maxBytes },
  });
}

function bomb(maxRatio: number): FetchError {
  return new FetchError("DECOMPRESSION_BOMB", {
    message: `The body expands to more than ${maxRatio} times its size on the wire.`,
    details: { limit: maxRatio },
  });
}

function tooManyCodings(count: number): FetchError {
  return new FetchError("INVALID_RESPONSE", {
    message: `Expected at most ${MOST_CODINGS} content codings; got ${count}.`,
    details: { limit: MOST_CODINGS },
  });
}
