import type { ServerResponse } from "node:http";
import { answerNode } from "./answer-node.ts";
import type { NodeRequest } from "./raw-body.ts";
import type { Receiver } from "./receiver.ts";

/** Handles a request of Express, or of what calls handlers as it does. */
export type ExpressHandler = (
  request: NodeRequest,
  response: ServerResponse,
  next: (error: unknown) => void,
) => Promise<void>;

/**
 * A receiver as a handler of Express. It goes before `express.json()`, or behind an
 * `express.json({ verify })` that keeps the bytes as `request.rawBody`, or behind `express.raw()`. A
 * body that was read otherwise goes to the error handler as a WebhookError `BODY_CONSUMED`.
 * @example
 * ```ts
 * import express from "express";
 * import { createReceiver, toExpress } from "dragline/webhooks";
 *
 * const secrets = process.env["WEBHOOK_SECRET"] ?? "";
 * const receiver = createReceiver({ secrets, onDelivery: ({ event }) => console.log(event) });
 * express().post("/hooks", toExpress(receiver)).listen(8080);
 * ```
 */
export function toExpress(receiver: Receiver): ExpressHandler {
  // Express 4 does not look at what a handler's promise comes to.
  return async (request, response, next) => {
    try {
      await answerNode(receiver, request, response);
    } catch (error) {
      next(error);
    }
  };
}
