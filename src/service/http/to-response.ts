import type { ServiceError } from "../base/service-error.ts";
import { renderError } from "./render-error.ts";
import type { Answer, AnswerBody, ErrorFamily } from "./route.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** The header that names a request in every answer (decisions, 0.1). */
export const REQUEST_ID = "x-request-id";

/** What a use case answered, as a response. */
export function toResponse(answer: Answer, requestId: string): Response {
  if ("json" in answer) return respond(JSON.stringify(answer.json), answer.status, { requestId });
  if ("response" in answer) return named(answer.response, requestId);
  const { body, status, contentType, headers } = answer;
  return respond(body, status, { requestId, contentType, headers });
}

/** An error in the shape of its family, as a response. */
export function toErrorResponse(
  error: ServiceError,
  family: ErrorFamily,
  requestId: string,
): Response {
  const { status, body, retryAfter } = renderError(error, family);
  const waiting = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  const headers = { ...error.details.headers, ...waiting };
  return respond(JSON.stringify(body), status, { requestId, headers });
}

/** A response of a store's own, with the request's name. */
function named(response: Response, requestId: string): Response {
  const headers = new Headers(response.headers);
  headers.set(REQUEST_ID, requestId);
  const { status, body } = response;
  return new Response(body, { status, headers });
}

interface Facts {
  readonly requestId: string;
  readonly contentType?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Bodies that are there as a whole, by their response. */
const wholeBodies = new WeakMap<Response, string | Uint8Array>();

/**
 * The body of a response that was made here and is no stream: who sends it needs no detour over the
 * response's own stream.
 */
export function wholeBody(response: Response): string | Uint8Array | undefined {
  return wholeBodies.get(response);
}

/** Answers are one account's own: nothing between may keep them, unless the use case says so. */
function respond(body: AnswerBody, status: number, facts: Facts): Response {
  const headers = new Headers({ "cache-control": "no-store", ...facts.headers });
  headers.set("content-type", facts.contentType ?? JSON_TYPE);
  headers.set("x-content-type-options", "nosniff");
  headers.set(REQUEST_ID, facts.requestId);
  if (body instanceof ReadableStream) return new Response(body, { status, headers });
  headers.set("content-length", String(Buffer.byteLength(body)));
  const response = new Response(body, { status, headers });
  wholeBodies.set(response, body);
  return response;
}
