import {
  checkArgument,
  backoff,
  CoreError,
  retryAfterMs,
  systemClock,
  systemIds,
  wait,
  type Clock,
  type Deadline,
  type Ids,
} from "../core/index.ts";
import { createAddressGuard } from "../net/index.ts";
import type { ApiCollaborators, ApiFailure, ApiParts, ApiRequest } from "./api-parts.ts";
import { createTransport } from "./transport/create-transport.ts";
import { readBody } from "./body/decompress.ts";
import { isFetchError } from "./fetch-error.ts";
import { retryFailure } from "./run/retry.ts";
import type { Transport, TransportResponse } from "./transport/transport.ts";

/** Bytes of an answer, decoded. */
const LARGEST_ANSWER = 4_194_304;
/** Bytes of a refusal that are read, to tell its kinds apart. */
const LARGEST_REFUSAL = 65_536;
/** Decoded bytes for each byte on the wire. */
const MOST_RATIO = 200;
/** Attempts at one request. */
const MOST_ATTEMPTS = 4;
const BACKOFF = Object.freeze({ baseMs: 500, maxMs: 5_000 });
/** Characters of a secret from which an echo of it is one, and no word. */
const SHORTEST_MASKED = 8;

/** A failure that another attempt may not meet. */
interface Passing {
  readonly error: Error;
  readonly waitMs: number;
}

type Outcome = { readonly answer: unknown } | { readonly passing: Passing };

/**
 * Asks an API for JSON over the guarded transport: redirects are not followed, bodies are bounded,
 * and what may pass (429, 5xx, connections that fail) is tried again within the deadline. No text of
 * the server's gets into an error: it may hold the key.
 */
export class ApiClient implements AsyncDisposable {
  readonly #parts: ApiParts;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #baseUrl: string;
  readonly #transport: Transport;
  readonly #owned: Transport | undefined;

  /**
   * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
   *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
   */
  constructor(parts: ApiParts, collaborators: ApiCollaborators) {
    checkArgument("parts of new ApiClient(parts, collaborators)", parts, "object");
    checkArgument("collaborators of new ApiClient(parts, collaborators)", collaborators, "object");
    const { clock = systemClock, ids = systemIds, transport } = collaborators;
    this.#parts = parts;
    this.#clock = clock;
    this.#ids = ids;
    const url = addressOf(parts);
    // What the host configured may be private; a vendor's own address may not turn out to be.
    const allow = parts.baseUrl === parts.ownBaseUrl ? [] : [url.hostname];
    createAddressGuard({ allow }).checkUrl(url);
    this.#baseUrl = url.href.replace(/\/+$/, "");
    this.#owned =
      transport === undefined ? ownTransport(collaborators, parts.timeoutMs, allow) : undefined;
    this.#transport = transport ?? (this.#owned as Transport);
  }

  /** @throws what `fail` makes; the reason of the deadline's signal */
  async ask(request: ApiRequest, limit: Deadline): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(request, attempt, limit.signal);
      if ("answer" in outcome) return outcome.answer;
      const { error, waitMs } = outcome.passing;
      if (attempt >= MOST_ATTEMPTS || waitMs >= limit.remaining()) throw error;
      await wait(this.#clock, waitMs, limit.signal);
    }
  }

  /** A text without the secret. */
  mask(text: string): string {
    const { secret } = this.#parts;
    return secret.length < SHORTEST_MASKED ? text : text.replaceAll(secret, "…");
  }

  async #attempt(request: ApiRequest, attempt: number, signal: AbortSignal): Promise<Outcome> {
    let response: TransportResponse;
    try {
      response = await this.#send(request, signal);
      if (response.status >= 200 && response.status < 300) {
        return { answer: await this.#readJson(response) };
      }
    } catch (error) {
      signal.throwIfAborted();
      return { passing: this.#connectionFailure(error, attempt) };
    }
    const { status, headers } = response;
    if (status !== 429 && status < 500) throw await this.#refusal(response, signal);
    await response.body[Symbol.asyncIterator]().return?.();
    const asked = retryAfterMs(headers["retry-after"], this.#clock.now());
    const waitMs = asked ?? backoff(attempt, this.#ids.random(), BACKOFF);
    return { passing: { error: this.#unavailable(status, asked), waitMs } };
  }

  #send({ path, query, body }: ApiRequest, signal: AbortSignal): Promise<TransportResponse> {
    const url = new URL(`${this.#baseUrl}${path}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const headers = {
      accept: "application/json",
      "accept-encoding": "gzip, deflate, br, zstd",
      "user-agent": "Dragline",
      ...this.#parts.headers,
    };
    if (body === undefined) return this.#transport.send({ url, method: "GET", headers }, signal);
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const typed = { ...headers, "content-type": "application/json" };
    return this.#transport.send({ url, method: "POST", headers: typed, body: bytes }, signal);
  }

  async #readJson(response: TransportResponse): Promise<unknown> {
    const { bytes, damage } = await readBody(response.body, encodingOf(response), {
      maxBytes: LARGEST_ANSWER,
      maxRatio: MOST_RATIO,
      onOversize: "fail",
    });
    if (damage !== undefined) throw this.#bad("has a broken content encoding");
    const text = new TextDecoder().decode(bytes);
    if (/^\s*</.test(text)) throw this.#bad("is a web page instead of JSON: is the address right?");
    try {
      return JSON.parse(text);
    } catch {
      // The parser's error quotes the text.
      throw this.#bad("is not JSON");
    }
  }

  /** @throws what `fail` makes of what another attempt would meet again */
  #connectionFailure(error: unknown, attempt: number): Passing {
    if (!isFetchError(error)) throw error;
    const { code, details } = error;
    switch (code) {
      case "BODY_TOO_LARGE":
      case "DECOMPRESSION_BOMB":
        throw this.#bad(`is larger than ${LARGEST_ANSWER} bytes`);
      case "INVALID_RESPONSE":
      case "HEADERS_TOO_LARGE":
        throw this.#bad("is not valid HTTP");
      default:
    }
    const scope = { clock: this.#clock, ids: this.#ids, maxRetryAfterMs: Infinity };
    const waitMs = retryFailure(error, attempt, scope);
    const why = details.reason === undefined ? code : `${code}, ${details.reason}`;
    const failure = this.#failure("unavailable", `could not be reached (${why}).`);
    if (waitMs === undefined) throw failure;
    return { error: failure, waitMs };
  }

  async #refusal(response: TransportResponse, signal: AbortSignal): Promise<Error> {
    const { status } = response;
    const text = await readRefusal(response);
    signal.throwIfAborted();
    const { advice, start } = this.#parts;
    if (NO_CREDIT_STATUS.has(status) || (status === 400 && NO_CREDIT.test(text))) {
      const message = `has no credit left for this key (${status}): add credit or raise the plan's limit at ${start}.`;
      return this.#failure("rejected", message, { status });
    }
    const isKey = status === 401 || status === 403 || (REFUSED.has(status) && BAD_KEY.test(text));
    if (isKey) return this.#failure("rejected", advice(status), { status });
    if (REFUSED.has(status)) {
      return this.#failure("invalid", `refused the query or an option (${status}).`, { status });
    }
    const what = status < 400 ? "is a redirect, which is not followed" : `has the status ${status}`;
    const kind = status === 404 || status === 410 ? "gone" : "bad";
    const message = `${this.#parts.title}'s answer ${what}: is the address right?`;
    return this.#parts.fail({ kind, message, status });
  }

  #unavailable(status: number, asked: number | undefined): Error {
    const wish = asked === undefined ? "" : ` and asked to wait ${Math.ceil(asked / 1000)} s`;
    const what = status === 429 ? "received too many requests" : "failed";
    const hint = this.#parts.hint?.(status) ?? "";
    return this.#failure("unavailable", `${what} (${status})${wish}.${hint}`, {
      status,
      ...(asked !== undefined && { retryAfterMs: asked }),
    });
  }

  /** An answer that is not the API's; `what` goes on from "answer". */
  #bad(what: string): Error {
    const end = what.endsWith("?") ? "" : ".";
    const message = `${this.#parts.title}'s answer ${what}${end}`;
    return this.#parts.fail({ kind: "bad", message });
  }

  #failure(
    kind: ApiFailure["kind"],
    message: string,
    details: Pick<ApiFailure, "status" | "retryAfterMs"> = {},
  ): Error {
    const { fail, title } = this.#parts;
    return fail({ kind, message: `${title} ${message}`, ...details });
  }

  /** Closes the connections of a transport of its own. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#owned?.[Symbol.asyncDispose]();
  }
}

/** Payment required (RFC 9110, 15.5.3), and Tavily's limits of a key and of a plan. */
const NO_CREDIT_STATUS: ReadonlySet<number> = new Set([402, 432, 433]);
/** Statuses of a request that is not as the vendor wants it. */
const REFUSED: ReadonlySet<number> = new Set([400, 413, 414, 422]);
/** What vendors write that answer 400 where 402 is meant. */
const NO_CREDIT =
  /not enough credits|insufficient[_ -](?:credit|funds|quota)|no[_ -]more[_ -]credits|credit balance is too low/i;
/** What vendors write that answer 400 or 422 where 401 is meant. */
const BAD_KEY =
  /subscription[_ -]token|invalid[_ -]api[_ -]?key|api key not valid|unauthori[sz]ed/i;

function addressOf({ baseUrl, title, option }: ApiParts): URL {
  const url = URL.parse(baseUrl);
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  // The address itself may hold a secret.
  if (url !== null && isHttp && url.search === "" && url.hash === "") return url;
  throw new CoreError("INVALID_OPTION", {
    message: `Option '${option}' must be the http or https URL of ${title}, without a query.`,
    details: { option },
  });
}

function ownTransport(
  { resolver, dialer, clock }: ApiCollaborators,
  timeoutMs: number,
  allow: readonly string[],
): Transport {
  // The call's own deadline comes first, and tells what it is.
  const limits = { firstByteTimeoutMs: 2 * timeoutMs, idleTimeoutMs: 2 * timeoutMs };
  return createTransport({ resolver, dialer, clock }, { allow, ...limits });
}

function encodingOf({ headers }: TransportResponse): string | undefined {
  const encoding = headers["content-encoding"];
  return typeof encoding === "string" ? encoding : encoding?.join(", ");
}

/** The text of a refusal as far as it can be read: it decides between kinds, and is never told. */
async function readRefusal(response: TransportResponse): Promise<string> {
  const limits = {
    maxBytes: LARGEST_REFUSAL,
    maxRatio: MOST_RATIO,
    onOversize: "truncate",
  } as const;
  try {
    const { bytes } = await readBody(response.body, encodingOf(response), limits);
    return new TextDecoder().decode(bytes);
  } catch {
    return "";
  }
}
