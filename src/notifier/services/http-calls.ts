import { retryAfterMs, SecretMask, type Clock } from "../../core/index.ts";
import type { Method, Transport } from "../../fetcher/index.ts";
import { readBody } from "../../fetcher/internal.ts";
import type { AddressGuard } from "../../net/index.ts";
import { taken, type Sent } from "./sent.ts";

/** Bytes of an answer that are read. */
const MOST_READ = 16_384;
/** Characters of a service's own words that are told. */
const LONGEST_REASON = 200;

/** A request to a service. */
interface ServiceRequest {
  readonly method: Extract<Method, "GET" | "POST" | "PUT">;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; none when absent. */
  readonly json?: object;
}

/** What a service answered. */
export interface ServiceAnswer {
  readonly status: number;
  /** What its header asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The body, where it is a JSON object; empty else. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Asks services over guarded connections; redirects are not followed. */
export class HttpCalls {
  readonly #transport: Transport;
  readonly #guard: AddressGuard;
  readonly #clock: Clock;

  constructor(transport: Transport, guard: AddressGuard, clock: Clock) {
    this.#transport = transport;
    this.#guard = guard;
    this.#clock = clock;
  }

  /** @throws FetchError, NetError; the signal's reason */
  async ask(
    { method, url, headers, json }: ServiceRequest,
    signal: AbortSignal,
  ): Promise<ServiceAnswer> {
    this.#guard.checkUrl(url);
    const body = json === undefined ? undefined : new TextEncoder().encode(JSON.stringify(json));
    const typed = json === undefined ? {} : { "content-type": "application/json" };
    const sent = { accept: "application/json", "user-agent": "Dragline", ...typed, ...headers };
    const response = await this.#transport.send({ url, method, headers: sent, body }, signal);
    const limits = { maxBytes: MOST_READ, maxRatio: 100, onOversize: "truncate" } as const;
    const encoding = [response.headers["content-encoding"]].flat().join(", ");
    // The head decides: a body that breaks off says less, and nothing else.
    const text = await readBody(response.body, encoding, limits).then(
      ({ bytes }) => new TextDecoder().decode(bytes),
      () => "",
    );
    signal.throwIfAborted();
    const asked = retryAfterMs(response.headers["retry-after"], this.#clock.now());
    return { status: response.status, retryAfterMs: asked, json: objectOf(text), text };
  }
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** How an answer is read. */
interface AnswerTerms {
  /** Of the service. */
  readonly title: string;
  /** The service's own words for a refusal, if it has any. */
  readonly reason: (answer: ServiceAnswer) => unknown;
  /** Masked in them. */
  readonly secrets: readonly string[];
}

/**
 * What an answer comes to: 2xx is taken; 408, 429 and 5xx may pass; everything else is for good. A
 * service that asks to wait is heard, whether by a header or in its JSON.
 */
export function sentBy(answer: ServiceAnswer, { title, reason, secrets }: AnswerTerms): Sent {
  const { status } = answer;
  if (status >= 200 && status < 300) return { ...taken, httpStatus: status };
  const permanent = status < 500 && status !== 429 && status !== 408;
  const said = reasonText(reason(answer), secrets);
  const failure = `${title} answered ${status}${said === "" ? "" : `: ${said}`}`;
  return { failure, permanent, httpStatus: status, retryAfterMs: askedWait(answer) };
}

/** A service's own words, as they may be told. */
export function reasonText(reason: unknown, secrets: readonly string[]): string {
  if (typeof reason !== "string") return "";
  const line = reason
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST_REASON);
  return new SecretMask(secrets).mask(line.replace(/\.$/, ""));
}

/** Discord and Telegram tell seconds in their JSON, Matrix milliseconds. */
function askedWait({ retryAfterMs: byHeader, json }: ServiceAnswer): number | undefined {
  const parameters = json["parameters"];
  const nested =
    typeof parameters === "object" && parameters !== null && "retry_after" in parameters
      ? parameters.retry_after
      : undefined;
  const waits = [
    byHeader,
    msOf(json["retry_after"], 1000),
    msOf(nested, 1000),
    msOf(json["retry_after_ms"], 1),
  ].filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

function msOf(value: unknown, times: number): number | undefined {
  const isTime = typeof value === "number" && Number.isFinite(value) && value >= 0;
  return isTime ? Math.ceil(value * times) : undefined;
}
