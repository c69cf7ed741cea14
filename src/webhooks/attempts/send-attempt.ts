import { deadline, discardBody, retryAfterMs, type Clock } from "../../core/index.ts";
import type { Transport, TransportResponse } from "../../fetcher/index.ts";
import { redirectLocation } from "../../fetcher/internal.ts";
import type { AddressGuard } from "../../net/index.ts";
import { attemptFailure, type ClassifiedFailure } from "./attempt-failure.ts";
import { AttemptRedirects, type AttemptHop } from "./attempt-redirects.ts";
import type { AttemptRequest, AttemptResult } from "./attempt.ts";

/** Bytes of an answer that are read: what is shorter leaves its connection for later attempts. */
const MOST_READ = 4096;

/** What attempts are sent with. */
export interface AttemptScope {
  readonly transport: Transport;
  /** Judges every URL on the way; over a connection that is open, nobody else does. */
  readonly guard: AddressGuard;
  readonly clock: Clock;
  /** Milliseconds for all of an attempt. */
  readonly timeoutMs: number;
}

/** One attempt under way. */
interface Journey extends AttemptScope {
  /** Of the attempt's deadline. */
  readonly signal: AbortSignal;
  /** Called with the status of each answer. */
  readonly heard: (status: number) => void;
}

const MALFORMED: ClassifiedFailure = Object.freeze({
  failure: "address-not-allowed",
  permanent: true,
});

const TIMEOUT: ClassifiedFailure = Object.freeze({ failure: "timeout", permanent: false });

/**
 * Sends one attempt. The head of the answer decides: neither a body that breaks, drips or never ends
 * nor an abort while it is read changes the result.
 * @throws the signal's reason; errors that are not failures of the attempt
 */
export async function sendAttempt(
  request: AttemptRequest,
  scope: AttemptScope,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { clock, timeoutMs } = scope;
  const started = clock.monotonic();
  const spent = (): number => Math.round(clock.monotonic() - started);
  let httpStatus: number | null = null;
  const heard = (status: number): void => void (httpStatus = status);
  const failed = (failure: ClassifiedFailure): AttemptResult => {
    return { httpStatus, ...failure, retryAfterMs: undefined, durationMs: spent() };
  };
  const url = URL.parse(request.url);
  if (url === null) return failed(MALFORMED);
  using limit = deadline(clock, timeoutMs, signal);
  try {
    const journey = { ...scope, signal: limit.signal, heard };
    const answer = await arrive(url, request, journey);
    const result = { ...resultOf(answer, clock), durationMs: spent() };
    await discardBody(answer.body, clock, MOST_READ);
    return result;
  } catch (error) {
    signal.throwIfAborted();
    const failure = limit.expired ? TIMEOUT : attemptFailure(error);
    if (failure === undefined) throw error;
    return failed(failure);
  }
}

/** Posts to the URL, and goes where redirects lead; the answer's body is still to be read. */
async function arrive(
  start: URL,
  { headers, body }: AttemptRequest,
  { transport, guard, clock, signal, heard }: Journey,
): Promise<TransportResponse> {
  const redirects = new AttemptRedirects();
  for (let hop: AttemptHop = { url: start, method: "POST", headers, body }; ;) {
    guard.checkUrl(hop.url);
    const answer = await transport.send(hop, signal);
    heard(answer.status);
    const location = redirectLocation(answer.status, answer.headers);
    if (location === undefined) return answer;
    await discardBody(answer.body, clock, MOST_READ);
    hop = redirects.follow(hop, answer.status, location);
  }
}

function resultOf(
  { status, headers }: TransportResponse,
  clock: Clock,
): Omit<AttemptResult, "durationMs"> {
  return {
    httpStatus: status,
    failure: status >= 200 && status < 300 ? undefined : "status",
    permanent: false,
    retryAfterMs: retryAfterMs(headers["retry-after"], clock.now()),
  };
}
