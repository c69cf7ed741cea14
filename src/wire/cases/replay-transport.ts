import { FetchError, type Transport, type TransportResponse } from "../../fetcher/index.ts";
import type { CaseAnswer } from "./case-answer.ts";
import type { SentRequest } from "./match-request.ts";

/** What an error says of a request that the case has not. */
export const UNANSWERED = "The case has no answer to";

const noTime = { dnsMs: 0, connectMs: 0, tlsMs: 0, firstByteMs: 0 };

/** A transport without sockets: a function answers. What it answers undefined to fails as a lost connection. */
export function replayTransport(
  answer: (request: SentRequest) => CaseAnswer | undefined,
): Transport {
  return {
    send: async ({ method, url, headers, body }, signal) => {
      signal.throwIfAborted();
      const text = body === undefined ? "" : new TextDecoder().decode(body);
      const answered = answer({ method, url, headers, body: text });
      if (answered !== undefined) return responseOf(answered, method);
      throw new FetchError("INVALID_URL", {
        message: `${UNANSWERED} ${method} ${url.href}.`,
        details: { url: url.href },
      });
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function responseOf({ status, headers, body }: CaseAnswer, method: string): TransportResponse {
  return {
    status,
    statusText: "",
    headers,
    httpVersion: "1.1",
    body: bytesOf(method === "HEAD" ? new Uint8Array() : body),
    timings: noTime,
    remoteAddress: undefined,
  };
}

async function* bytesOf(body: Uint8Array): AsyncIterable<Uint8Array> {
  yield body;
}
