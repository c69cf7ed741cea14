import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { bodyConsumed } from "./verify.ts";
import type { BodySource } from "./verify-body.ts";

/** A request of Node, with what body parsers put on it. */
export interface NodeRequest extends IncomingMessage {
  /** The exact bytes, if a parser was configured to keep them. */
  readonly rawBody?: unknown;
  /** What a parser made of the body: its bytes, its text, or what they mean. */
  readonly body?: unknown;
}

/**
 * The body of a request: the bytes that a parser kept or gives as they came, else the stream.
 * @throws WebhookError `BODY_CONSUMED` when a parser has read it and kept no bytes
 */
export function rawBody(request: NodeRequest): BodySource | AsyncIterable<Uint8Array> {
  return keptBytes(request.rawBody) ?? keptBytes(request.body) ?? unreadChunks(request);
}

/** What of it is bytes, or text that they make. */
export function keptBytes(kept: unknown): BodySource | undefined {
  return typeof kept === "string" || kept instanceof Uint8Array ? kept : undefined;
}

/** @throws WebhookError `BODY_CONSUMED` when the stream has been read */
export function unreadChunks(stream: Readable): AsyncIterable<Uint8Array> {
  if (stream.readableDidRead || !stream.readable) throw bodyConsumed();
  // A body that is too long must not end the connection before the answer.
  return stream.iterator({ destroyOnReturn: false });
}
