import { backoff, retryAfterMs, wait } from "../core/index.ts";
import { ClientError, codeOf, isClientError, type ClientErrorDetails } from "./client-error.ts";
import type { ClientSettings } from "./client-options.ts";
import { reasonOf, textOf as bodyText } from "./read-body.ts";

/** A request that may be sent more than once. */
export interface Sending {
  readonly method: string;
  /** Behind the base, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodyInit | undefined;
  /** Whether it acts on websites: what may have arrived is not sent again. */
  readonly acts: boolean;
  readonly signal: AbortSignal | undefined;
}

/** What a service that is not there is waited for, where it does not say how long (interface, part 7). */
const AWAY_MS = 30_000;

/** A code in an answer: `not_found`, `AUTH_REQUIRED`. */
const CODE = /^[A-Za-z_]{1,64}$/;

/**
 * Sends a request until it is answered by a 2xx, or by an error that another attempt does not mend.
 * @param read what is made of the answer; where its connection is lost, the request is sent again too
 * @throws ClientError; the signal's reason
 */
export async function send<Answer>(
  settings: ClientSettings,
  sending: Sending,
  read: (response: Response) => Answer | Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await tried(settings, sending, read);
    if (!(answer instanceof ClientError)) return answer;
    if (attempt >= settings.attempts || !mayRepeat(answer, sending)) throw answer;
    const pauseMs = pauseOf(answer, attempt);
    settings.onRetry(answer, pauseMs);
    await wait(settings.clock, pauseMs, sending.signal);
  }
}

async function tried<Answer>(
  settings: ClientSettings,
  { method, path, headers, body, signal }: Sending,
  read: (response: Response) => Answer | Promise<Answer>,
): Promise<Answer | ClientError> {
  const own = settings.key === "" ? {} : { "x-api-key": settings.key };
  const request = new Request(`${settings.base}${path}`, {
    method,
    headers: { ...headers, ...own },
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  });
  try {
    const response = await settings.fetch(request);
    if (response.ok) return await read(response);
    const isMoved =
      response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400);
    if (isMoved) return await read(await moved(response, request, signal));
    return await refusal(settings, response, signal);
  } catch (cause) {
    signal?.throwIfAborted();
    if (isClientError(cause, "CONNECTION_FAILED")) return cause;
    if (isClientError(cause)) throw cause;
    const message = `${settings.base} did not answer: ${reasonOf(cause)}.`;
    return new ClientError("CONNECTION_FAILED", { message, cause });
  }
}

/**
 * A file at a store of its own is brought from there, without the key, which is the service's alone.
 * @throws ClientError `UNEXPECTED_ANSWER` for other redirects: the key would go along
 */
async function moved(
  response: Response,
  { method, url }: Request,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const place = URL.parse(response.headers.get("location") ?? "", url);
  const isHttp = place?.protocol === "https:" || place?.protocol === "http:";
  if (method === "GET" && place !== null && isHttp) {
    const file = await globalThis.fetch(place, { signal: signal ?? null });
    if (file.ok) return file;
  }
  const { status } = response;
  const message = "The service answers with a redirect; is 'url' its final address?";
  throw new ClientError("UNEXPECTED_ANSWER", { message, details: { status } });
}

async function refusal(
  { clock }: ClientSettings,
  response: Response,
  signal: AbortSignal | undefined,
): Promise<ClientError> {
  const { status, headers } = response;
  const body = parsed(await bodyText(response, signal));
  const { code, message } = saidIn(body);
  const after = retryAfterMs(headers.get("retry-after") ?? undefined, clock.now());
  const requestId = headers.get("x-request-id");
  const details: ClientErrorDetails = {
    status,
    ...(code === undefined ? {} : { serviceCode: code }),
    ...(requestId === null ? {} : { requestId }),
    ...(after === undefined ? {} : { retryAfterMs: after }),
    body,
  };
  const text = message ?? `The service answered ${status}.`;
  return new ClientError(codeOf(status), { message: text, details });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(0, 1000);
  }
}

/** Code and message of both shapes of errors: flat, and nested. */
function saidIn(body: unknown): { code: string | undefined; message: string | undefined } {
  const { error, message } = fieldsOf(body);
  if (typeof error === "string") {
    return { code: CODE.test(error) ? error : undefined, message: textOf(message) ?? error };
  }
  const nested = fieldsOf(error);
  return { code: textOf(nested["code"]), message: textOf(nested["message"] ?? message) };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

function mayRepeat({ code, details }: ClientError, { acts }: Sending): boolean {
  if (code === "RATE_LIMITED") return true;
  if (code === "CONNECTION_FAILED") return !acts;
  const { status = 0, serviceCode = "" } = details;
  // What failed in its midst may have written; what could not be queued has not.
  if (acts) return status === 503 || /^queue_error$/i.test(serviceCode);
  return [500, 502, 503].includes(status);
}

function pauseOf({ details }: ClientError, attempt: number): number {
  const { status, retryAfterMs: asked } = details;
  if (asked !== undefined) return asked;
  if (status === 503) return AWAY_MS + chance() * AWAY_MS;
  return backoff(attempt, chance(), { baseMs: 1000, maxMs: 30_000 });
}

/** From 0 to 1: jitter. Node's own source of chance is not everywhere. */
function chance(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number / 2 ** 32;
}
