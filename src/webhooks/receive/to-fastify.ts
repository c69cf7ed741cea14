import { checkArgument } from "../../core/index.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { hangUpSignal } from "./answer-node.ts";
import { keptBytes, unreadChunks } from "./raw-body.ts";
import type { Receiver } from "./receiver.ts";

/** What of a Fastify instance is used. */
export interface FastifyScope {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    parser: (
      request: object,
      payload: IncomingMessage,
      done: (error: null, body: Readable) => void,
    ) => void,
  ): unknown;
  all(
    path: string,
    handler: (request: FastifyCall, reply: FastifyAnswer) => Promise<unknown>,
  ): unknown;
}

/** What of a Fastify request is used. */
export interface FastifyCall {
  readonly method: string;
  readonly headers: IncomingMessage["headers"];
  readonly raw: IncomingMessage;
  readonly body?: unknown;
  /** Where the plugin `fastify-raw-body` keeps the bytes. */
  readonly rawBody?: unknown;
}

/** What of a Fastify reply is used. */
export interface FastifyAnswer {
  readonly raw: ServerResponse;
  code(status: number): unknown;
  headers(headers: Record<string, string>): unknown;
  send(body: string): unknown;
}

/** A plugin of Fastify. */
export type FastifyReceiverPlugin = (
  scope: FastifyScope,
  options: object,
  done: () => void,
) => void;

/**
 * A receiver as a plugin of Fastify: `app.register(toFastify(receiver), { prefix: "/webhooks" })`.
 * Inside the plugin the body is not parsed, whatever parsers the application has. A body that a hook
 * has read goes to the error handler as a WebhookError `BODY_CONSUMED`.
 * @example
 * ```ts
 * import fastify from "fastify";
 * import { createReceiver, toFastify } from "dragline/webhooks";
 *
 * const secrets = process.env["WEBHOOK_SECRET"] ?? "";
 * const receiver = createReceiver({ secrets, onDelivery: ({ event }) => console.log(event) });
 * const app = fastify();
 * await app.register(toFastify(receiver), { prefix: "/hooks" });
 * ```
 */
export function toFastify(receiver: Receiver): FastifyReceiverPlugin {
  const { answer } = checkArgument("receiver of toFastify(receiver)", receiver, "object");
  return (scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_, payload, parsed) => parsed(null, payload));
    scope.all("/", async (request, reply) => {
      const { method, headers } = request;
      const signal = hangUpSignal(reply.raw);
      const made = await answer({ method, headers, signal, body: () => bodyOf(request) });
      request.raw.resume();
      reply.code(made.status);
      reply.headers({ ...made.headers });
      return reply.send(made.body);
    });
    done();
  };
}

function bodyOf({ rawBody, body, raw }: FastifyCall) {
  return keptBytes(rawBody) ?? unreadChunks(body instanceof Readable ? body : raw);
}
