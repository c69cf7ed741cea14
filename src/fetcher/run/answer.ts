import { discardBody } from "../../core/index.ts";
import { sinkBody } from "../body/body-sink.ts";
import { readBody, type ReadBody } from "../body/decompress.ts";
import type { FetchRun } from "./fetch-run.ts";
import type { StoredResponse } from "../cache/page-cache.ts";
import type { ExchangeTimings, TransportResponse } from "../transport/transport.ts";

/** A whole response to one URL, from the network or the cache. */
export interface Answer extends StoredResponse {
  readonly truncated: boolean;
  /** Whether the body was left because its type was not wanted. */
  readonly unread: boolean;
  readonly damage: ReadBody["damage"];
  readonly timings: ExchangeTimings & { readonly bodyMs: number };
  readonly fromCache: boolean;
  readonly revalidated: boolean;
  readonly remoteAddress: string | undefined;
}

/** Bytes of a body that nobody wants which are read so that the connection can be used again. */
export const MAX_DISCARD = 65_536;

const NO_BODY = Object.freeze({ bytes: new Uint8Array(0), truncated: false });

/**
 * Reads a response to its end.
 * @throws FetchError `BODY_TOO_LARGE`, `DECOMPRESSION_BOMB`, `CONNECTION_LOST`, `TIMEOUT`
 */
export async function readAnswer(
  response: TransportResponse,
  url: URL,
  run: FetchRun,
): Promise<Answer> {
  const { clock, settings } = run.engine;
  const { maxBytes, onOversize } = run;
  const started = clock.monotonic();
  const encoding = response.headers["content-encoding"];
  const encodings = typeof encoding === "string" ? encoding : encoding?.join(", ");
  const write = run.sink?.({ url: url.href, status: response.status, headers: response.headers });
  if (write !== undefined) {
    run.maxRetries = 0;
    const limits = { maxBytes, maxRatio: settings.maxRatio };
    const { signal } = run.deadline;
    await sinkBody(response.body, { write, limits, contentEncoding: encodings, signal });
    return answerOf(response, NO_BODY, clock.monotonic() - started);
  }
  const read = await readBody(response.body, hasBody(response, run) ? encodings : undefined, {
    maxBytes,
    maxRatio: settings.maxRatio,
    onOversize,
  });
  return answerOf(response, read, clock.monotonic() - started);
}

/** A response whose body is of no interest: a redirect's, or that of a 304. */
export async function answerWithoutBody(
  response: TransportResponse,
  run: FetchRun,
): Promise<Answer> {
  await discardBody(response.body, run.engine.clock, MAX_DISCARD);
  return answerOf(response, NO_BODY, 0);
}

/** The encoding of a response to HEAD is that of the body which was not sent. */
function hasBody({ status }: TransportResponse, { method }: FetchRun): boolean {
  return method !== "HEAD" && status !== 204 && status !== 304;
}

type BodyParts = Pick<ReadBody, "bytes" | "truncated" | "damage">;

function answerOf(response: TransportResponse, body: BodyParts, bodyMs: number): Answer {
  const { status, statusText, headers, httpVersion, remoteAddress } = response;
  return {
    status,
    statusText,
    headers,
    httpVersion,
    remoteAddress,
    bytes: body.bytes,
    truncated: body.truncated,
    unread: false,
    damage: body.damage,
    timings: { ...response.timings, bodyMs },
    fromCache: false,
    revalidated: false,
  };
}
