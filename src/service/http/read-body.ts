import { deadline, type Clock } from "../../core/index.ts";
import { ServiceError } from "../base/service-error.ts";
import { parseObject } from "./parse-object.ts";

/** Bytes of a body (decisions, 0.1). */
export const MAX_BODY = 1_048_576;

/** Milliseconds in which a body has to arrive; what lingers behind a refusal is cut off within 30 s. */
const ARRIVAL_MS = 25_000;

const JSON_TYPE = /^application\/(?:json|[^\s/;]+\+json)$/;

/** A call whose body is to be read. */
export interface BodyCall {
  readonly request: Request;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/**
 * Reads the JSON object of a request; an empty body is `{}` whatever its type. No more than
 * {@link MAX_BODY} bytes are kept, and what comes after them is not read.
 * @throws ServiceError `INVALID_REQUEST`; the signal's reason
 */
export async function readBody({
  request,
  signal,
  clock,
}: BodyCall): Promise<Readonly<Record<string, unknown>>> {
  signal.throwIfAborted();
  if (request.body === null) return {};
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > MAX_BODY) throw tooLarge();
  using limit = deadline(clock, ARRIVAL_MS, signal);
  try {
    const bytes = await readBytes(request.body, limit.signal, () => checkType(request));
    return bytes.length === 0 ? {} : parseObject(decode(bytes));
  } catch (error) {
    if (!limit.expired) throw error;
    throw invalid(`The body did not arrive within ${ARRIVAL_MS / 1000} seconds.`, error);
  }
}

/** Cancels the stream when it is refused half-way, so that its sender learns of it. */
async function readBytes(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onFirst: () => void,
): Promise<Uint8Array> {
  const reader = stream.getReader();
  const stop = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for (let part = await read(reader); part !== undefined; part = await read(reader)) {
      if (total === 0 && part.length > 0) onFirst();
      total += part.length;
      if (total > MAX_BODY) throw tooLarge();
      chunks.push(part);
    }
  } catch (error) {
    await reader.cancel(error).catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
  // A reader that was cancelled says that the stream is at its end.
  signal.throwIfAborted();
  return Buffer.concat(chunks, total);
}

async function read(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Uint8Array | undefined> {
  try {
    const { value } = await reader.read();
    return value;
  } catch (cause) {
    throw invalid("The body ended before it was complete.", cause);
  }
}

function checkType(request: Request): void {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";", 1);
  if (JSON_TYPE.test(type.trim().toLowerCase())) return;
  throw invalid("The body must have the content type application/json.");
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw invalid("The body is not valid UTF-8.", cause);
  }
}

function tooLarge(): ServiceError {
  return invalid(`The body must be at most ${MAX_BODY} bytes.`);
}

function invalid(message: string, cause?: unknown): ServiceError {
  return new ServiceError("INVALID_REQUEST", { message, cause });
}
