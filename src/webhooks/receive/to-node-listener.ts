import type { ServerResponse } from "node:http";
import { isWebhookError } from "../webhook-error.ts";
import { answerNode, writeAnswer } from "./answer-node.ts";
import type { NodeRequest } from "./raw-body.ts";
import type { Receiver } from "./receiver.ts";
import { failureAnswer } from "./receiver-answers.ts";

/** Handles a request of `node:http`. */
export type NodeListener = (request: NodeRequest, response: ServerResponse) => void;

/**
 * A receiver as a listener of `node:http`, for `createServer` or a route of a server of one's own.
 * A body that was read before is answered 500 with the sentence of `BODY_CONSUMED`.
 */
export function toNodeListener(receiver: Receiver): NodeListener {
  return (request, response) => {
    answerNode(receiver, request, response).catch((error: unknown) => {
      writeAnswer(response, wrongMounting(error));
    });
  };
}

function wrongMounting(error: unknown) {
  const consumed = isWebhookError(error, "BODY_CONSUMED");
  const answer = failureAnswer(consumed ? "body-consumed" : "handler-failed");
  if (!consumed) return answer;
  return { ...answer, body: JSON.stringify({ error: "body-consumed", message: error.message }) };
}
