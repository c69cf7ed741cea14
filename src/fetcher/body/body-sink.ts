import { pipeline } from "node:stream/promises";
import type { Transform } from "node:stream";
import { codingOf } from "./decompress-coding.ts";
import { codingTokens, UNSUSPECTED_BYTES, type BodyLimits } from "./decompress.ts";
import { FetchError } from "../fetch-error.ts";
import type { ResponseHeaders } from "../transport/transport.ts";

/** What is known of an answer before its body is read. */
export interface AnswerHead {
  /** The URL that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: ResponseHeaders;
}

/**
 * Says where the body of the answer goes: to a function that takes it piece by piece, in order, each
 * once the piece before is taken; or undefined, then the page holds it as ever.
 */
export type BodySink = (
  head: AnswerHead,
) => ((piece: Uint8Array) => void | Promise<void>) | undefined;

/** Where pieces go, and what they may cost. */
interface SinkParts {
  readonly write: (piece: Uint8Array) => void | Promise<void>;
  readonly limits: Pick<BodyLimits, "maxBytes" | "maxRatio">;
  readonly contentEncoding: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Hands a body on, decoded.
 * @throws FetchError `BODY_TOO_LARGE`, `DECOMPRESSION_BOMB`, `INVALID_RESPONSE` for a body that is not
 *   encoded as it says, or in more than one way; whatever the source and `write` throw
 */
export async function sinkBody(chunks: AsyncIterable<Uint8Array>, parts: SinkParts): Promise<void> {
  const wire = new CountedChunks(chunks);
  const decoder = await wire.decoder(parts.contentEncoding);
  const drain = async (pieces: AsyncIterable<Uint8Array>): Promise<void> => {
    let taken = 0;
    for await (const piece of pieces) {
      taken += piece.length;
      checkSize(taken, wire.bytes, parts.limits);
      await parts.write(piece);
    }
  };
  if (decoder === undefined) {
    await drain(wire);
    return;
  }
  try {
    await pipeline(wire, decoder, drain, { signal: parts.signal });
  } catch (error) {
    throw isZlibError(error) ? undecodable(error) : error;
  }
}

/** The chunks of a source, counted; the first one may be looked at before. */
class CountedChunks implements AsyncIterable<Uint8Array> {
  readonly #source: AsyncIterator<Uint8Array>;
  #first: Uint8Array | undefined;
  bytes = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** What undoes the encoding, by the first chunk; undefined when there is nothing to undo. */
  async decoder(encoding: string | undefined): Promise<Transform | undefined> {
    const next = await this.#source.next();
    if (next.done === true) return undefined;
    this.#first = next.value;
    try {
      return decoderOf(next.value, encoding);
    } catch (error) {
      await this.#source.return?.();
      throw error;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    try {
      let chunk = this.#first;
      while (chunk !== undefined) {
        this.bytes += chunk.length;
        yield chunk;
        const next = await this.#source.next();
        chunk = next.done === true ? undefined : next.value;
      }
    } finally {
      await this.#source.return?.();
    }
  }
}

function decoderOf(first: Uint8Array, encoding: string | undefined): Transform | undefined {
  const tokens = codingTokens(encoding);
  const [token] = tokens;
  if (token === undefined) return undefined;
  const coding = tokens.length === 1 ? codingOf(token, first) : undefined;
  if (coding === undefined || coding.recognises?.(first) === false) throw undecodable(undefined);
  return coding.open();
}

function checkSize(taken: number, wireBytes: number, { maxBytes, maxRatio }: SinkParts["limits"]) {
  if (taken > maxBytes) {
    throw new FetchError("BODY_TOO_LARGE", {
      message: `The body has more than the ${maxBytes} bytes that are allowed.`,
      details: { limit: maxBytes },
    });
  }
  if (taken <= Math.max(UNSUSPECTED_BYTES, wireBytes * maxRatio)) return;
  throw new FetchError("DECOMPRESSION_BOMB", {
    message: `The body expands to more than ${maxRatio} times its size on the wire.`,
    details: { limit: maxRatio },
  });
}

function isZlibError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(?:Z_|ERR__ERROR_|ERR_BROTLI|ERR_ZSTD|ZSTD_|ERR_PADDING)/.test(code);
}

function undecodable(cause: unknown): FetchError {
  return new FetchError("INVALID_RESPONSE", {
    message: "The body is not encoded as its Content-Encoding says.",
    details: {},
    cause,
  });
}
