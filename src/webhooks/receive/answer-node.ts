import type { ServerResponse } from "node:http";
import type { Answer } from "./incoming.ts";
import { rawBody, type NodeRequest } from "./raw-body.ts";
import type { Receiver } from "./receiver.ts";

/**
 * Answers a request of `node:http`.
 * @throws WebhookError `BODY_CONSUMED` when a body parser has read the body and kept no bytes
 */
export async function answerNode(
  { answer }: Receiver,
  request: NodeRequest,
  response: ServerResponse,
): Promise<void> {
  const { method = "", headers } = request;
  const signal = hangUpSignal(response);
  writeAnswer(response, await answer({ method, headers, signal, body: () => rawBody(request) }));
  // What of the body nobody reads would keep the connection from its next request.
  request.resume();
}

/** Writes a whole answer. */
export function writeAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}

/** Aborts when the connection ends before the answer. */
export function hangUpSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
