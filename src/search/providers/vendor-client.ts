import {
  backoff,
  retryAfterMs,
  wait,
  type Clock,
  type Deadline,
  type Ids,
} from "../../core/index.ts";
import {
  isFetchError,
  readBody,
  retryFailure,
  type Transport,
  type TransportResponse,
} from "../../fetcher/index.ts";
import { SearchError, type SearchErrorDetails } from "../search-error.ts";
import type { SearchVendor } from "./vendors.ts";

/** A request to a vendor; a POST of JSON when it has a body. */
export interface VendorRequest {
  /** Behind the base address, from its slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** What a client works with. */
export interface VendorClientParts {
  readonly vendor: SearchVendor;
  readonly transport: Transport;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** The headers that carry the key. */
  readonly keyHeaders: Readonly<Record<string, string>>;
  /** What a refusal with 401 or 403 is to be answered with. */
  readonly advice: (status: number) => string;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Bytes of an answer, decoded. */
const LARGEST_ANSWER = 4_194_304;
/** Bytes of a refusal that are read, to tell its kinds apart. */
const LARGEST_REFUSAL = 65_536;
/** Decoded bytes for each byte on the wire. */
const MOST_RATIO = 200;
/** Requests for one page. */
const MOST_ATTEMPTS = 4;
const BACKOFF = Object.freeze({ baseMs: 500, maxMs: 5_000 });

/** A failure that another attempt may not meet. */
interface Passing {
  readonly error: SearchError;
  readonly waitMs: number;
}

type Outcome = { readonly answer: unknown } | { readonly passing: Passing };

/**
 * Asks a vendor for JSON over the guarded transport: redirects are not followed, bodies are bounded,
 * and what may pass (429, 5xx, connections that fail) is tried again within the deadline. No text of
 * the server's gets into an error: it may hold the key.
 */
export class VendorClient {
  readonly #parts: VendorClientParts;

  constructor(parts: VendorClientParts) {
    this.#parts = parts;
  }

  /** @throws SearchError; the reason of the deadline's signal */
  async ask(request: VendorRequest, limit: Deadline): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(request, attempt, limit.signal);
      if ("answer" in outcome) return outcome.answer;
      const { error, waitMs } = outcome.passing;
      if (attempt >= MOST_ATTEMPTS || waitMs >= limit.remaining()) throw error;
      await wait(this.#parts.clock, waitMs, limit.signal);
    }
  }

  async #attempt(request: VendorRequest, attempt: number, signal: AbortSignal): Promise<Outcome> {
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
    const { clock, ids } = this.#parts;
    const asked = retryAfterMs(headers["retry-after"], clock.now());
    const waitMs = asked ?? backoff(attempt, ids.random(), BACKOFF);
    return { passing: { error: this.#unavailable(status, asked), waitMs } };
  }

  #send({ path, query, body }: VendorRequest, signal: AbortSignal): Promise<TransportResponse> {
    const { baseUrl, transport, keyHeaders } = this.#parts;
    const url = new URL(`${baseUrl}${path}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const headers = {
      accept: "application/json",
      "accept-encoding": "gzip, deflate, br, zstd",
      "user-agent": "Dragline",
      ...keyHeaders,
    };
    if (body === undefined) return transport.send({ url, method: "GET", headers }, signal);
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const typed = { ...headers, "content-type": "application/json" };
    return transport.send({ url, method: "POST", headers: typed, body: bytes }, signal);
  }

  async #readJson(response: TransportResponse): Promise<unknown> {
    const { bytes, damage } = await readBody(response.body, encodingOf(response), {
      maxBytes: LARGEST_ANSWER,
      maxRatio: MOST_RATIO,
      onOversize: "fail",
    });
    if (damage !== undefined) throw this.#bad("has a broken content encoding");
    const text = new TextDecoder().decode(bytes);
    if (/^\s*</.test(text)) throw this.#bad("is a page instead of JSON: is the address right?");
    try {
      return JSON.parse(text);
    } catch {
      // The parser's error quotes the text.
      throw this.#bad("is no JSON");
    }
  }

  /** @throws SearchError for what another attempt would meet again */
  #connectionFailure(error: unknown, attempt: number): Passing {
    if (!isFetchError(error)) throw error;
    const { clock, ids } = this.#parts;
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
    const waitMs = retryFailure(error, attempt, { clock, ids, maxRetryAfterMs: Infinity });
    const why = details.reason === undefined ? code : `${code}, ${details.reason}`;
    const failure = this.#error("PROVIDER_UNAVAILABLE", `could not be reached (${why}).`);
    if (waitMs === undefined) throw failure;
    return { error: failure, waitMs };
  }

  async #refusal(response: TransportResponse, signal: AbortSignal): Promise<SearchError> {
    const { status } = response;
    const text = await readRefusal(response);
    signal.throwIfAborted();
    const { advice, vendor } = this.#parts;
    const details = { status };
    if (NO_CREDIT_STATUS.has(status) || (status === 400 && NO_CREDIT.test(text))) {
      const message = `has no credit left for this key (${status}): add credit or raise the plan's limit at ${vendor.start}.`;
      return this.#error("PROVIDER_REJECTED", message, details);
    }
    const isKey = status === 401 || status === 403 || (REFUSED.has(status) && BAD_KEY.test(text));
    if (isKey) return this.#error("PROVIDER_REJECTED", advice(status), details);
    if (REFUSED.has(status)) {
      return this.#error("INVALID_QUERY", `refused the query or an option (${status}).`, details);
    }
    const what = status < 400 ? "redirects, which is not followed" : `is the status ${status}`;
    return this.#bad(`${what}: is the address right?`, details);
  }

  #unavailable(status: number, asked: number | undefined): SearchError {
    const details = { status, ...(asked !== undefined && { retryAfterMs: asked }) };
    const wish = asked === undefined ? "" : ` and asked to wait ${Math.ceil(asked / 1000)} s`;
    const what = status === 429 ? "had too many requests" : "failed";
    const isOwn = this.#parts.vendor.needs === "url" && status === 429;
    const hint = isOwn ? LIMITER_HINT : "";
    return this.#error("PROVIDER_UNAVAILABLE", `${what} (${status})${wish}.${hint}`, details);
  }

  /** An answer that is not what the vendor documents; `what` goes on from "answer". */
  #bad(what: string, details?: SearchErrorDetails): SearchError {
    const { name, title } = this.#parts.vendor;
    const end = what.endsWith("?") ? "" : ".";
    return new SearchError("BAD_ANSWER", {
      message: `${title}'s answer ${what}${end}`,
      details: { provider: name, ...details },
    });
  }

  #error(code: SearchError["code"], message: string, details?: SearchErrorDetails): SearchError {
    const { name, title } = this.#parts.vendor;
    return new SearchError(code, {
      message: `${title} ${message}`,
      details: { provider: name, ...details },
    });
  }
}

/** An instance of one's own may take any program for a robot. */
const LIMITER_HINT =
  " The limiter of an instance refuses programs: turn it off (server.limiter: false), or let this host's address pass in limiter.toml.";

/** Payment required (RFC 9110, 15.5.3), and Tavily's limits of a key and of a plan. */
const NO_CREDIT_STATUS: ReadonlySet<number> = new Set([402, 432, 433]);
/** Statuses of a request that is not as the vendor wants it. */
const REFUSED: ReadonlySet<number> = new Set([400, 413, 414, 422]);
/** What vendors write that answer 400 where 402 is meant. */
const NO_CREDIT =
  /not enough credits|insufficient[_ -](?:credit|funds|quota)|no[_ -]more[_ -]credits/i;
/** What vendors write that answer 400 or 422 where 401 is meant. */
const BAD_KEY = /subscription[_ -]token|invalid[_ -]api[_ -]?key|unauthori[sz]ed/i;

function encodingOf({ headers }: TransportResponse): string | undefined {
  const encoding = headers["content-encoding"];
  return typeof encoding === "string" ? encoding : encoding?.join(", ");
}

/** The text of a refusal as far as it can be had: it decides between kinds, and is never told. */
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
