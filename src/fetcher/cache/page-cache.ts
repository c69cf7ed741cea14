import { createHash } from "node:crypto";
import CachePolicy from "http-cache-semantics";
import { deadline, unlessAborted, type Clock } from "../../core/index.ts";
import type { PageStore } from "./page-store.ts";
import { redirectLocation } from "../run/redirect.ts";
import type { RequestHeaders } from "../run/request-headers.ts";
import type { ResponseHeaders } from "../transport/transport.ts";

/** What a cached response answered. */
export interface CacheQuery {
  readonly url: URL;
  readonly method: string;
  /** As sent, cookies included. */
  readonly headers: RequestHeaders;
  /** Those of them that the caller gave; any of them may be a credential. */
  readonly callerHeaders: RequestHeaders;
  readonly country: string | undefined;
  readonly session: string | undefined;
}

/** A response as it is kept. */
export interface StoredResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: ResponseHeaders;
  readonly httpVersion: string;
  /** Decoded bytes. */
  readonly bytes: Uint8Array;
}

/** A kept response and its age. */
export interface CachedResponse extends StoredResponse {
  /** Milliseconds since it came, or was last confirmed by the server. */
  readonly ageMs: number;
  /** What to add to a request that asks whether it still holds; empty when it cannot be asked. */
  readonly validators: RequestHeaders;
}

/** The stored form: JSON, so that any store can keep it. */
interface Entry extends Omit<StoredResponse, "bytes"> {
  readonly format: 1;
  readonly storedAt: number;
  /** The request headers that the response's Vary names. */
  readonly varied: RequestHeaders;
  /** Base64. */
  readonly body: string;
}

/** How long a copy may be asked for, in milliseconds: a day. */
const KEEP_MS = 86_400_000;

/** Milliseconds that a store may take; a slower one counts as one that is down. */
const STORE_MS = 2_000;

/** A 304 says nothing about these (RFC 9111, 3.2). */
const OF_THE_BODY = /^(?:content-(?:length|encoding|range|type)|transfer-encoding)$/;

/**
 * Pages that may be used again (RFC 9111, as a private cache). Apart by country, session and
 * the caller's headers, and without a session by the cookies that redirects have set: one caller
 * never sees what another's credentials opened. A store that is down never fails a page.
 */
export class PageCache {
  readonly #store: PageStore;
  readonly #clock: Clock;

  constructor(store: PageStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The copy that answers a request, however old; a store that fails has none. */
  async find(query: CacheQuery, signal: AbortSignal): Promise<CachedResponse | undefined> {
    const entry = await this.#ask(() => this.#store.get(keyOf(query)), signal);
    if (!isEntry(entry) || !isVariant(entry, query.headers)) return undefined;
    const { status, statusText, headers, httpVersion } = entry;
    return {
      status,
      statusText,
      headers,
      httpVersion,
      bytes: Buffer.from(entry.body, "base64"),
      ageMs: this.#clock.now() - entry.storedAt,
      validators: validatorsOf(query, entry),
    };
  }

  /** Keeps a response when HTTP allows it; an older copy gives way to all but an error. */
  async save(query: CacheQuery, response: StoredResponse, signal: AbortSignal): Promise<void> {
    const { status, statusText, headers, httpVersion, bytes } = response;
    const key = keyOf(query);
    const varied = variedHeaders(query.headers, headers);
    if (
      varied === undefined ||
      handsOutCookies(response) ||
      !policyOf(query, response).storable()
    ) {
      if (status < 400) await this.#ask(() => this.#store.delete(key), signal);
      return;
    }
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
    const storedAt = this.#clock.now();
    const parts = { status, statusText, headers, httpVersion, varied, body };
    const entry: Entry = { format: 1, storedAt, ...parts };
    await this.#ask(() => this.#store.set(key, entry, KEEP_MS), signal);
  }

  /** What the store says; undefined when it fails, is too slow or `signal` aborts. */
  async #ask(question: () => unknown, signal: AbortSignal): Promise<unknown> {
    const limit = deadline(this.#clock, STORE_MS, signal);
    try {
      return await unlessAborted(Promise.resolve(question()), limit.signal);
    } catch {
      return undefined;
    } finally {
      limit[Symbol.dispose]();
    }
  }
}

/** A stored response whose headers a 304 has brought up to date. */
export function refreshed(stored: StoredResponse, headers: ResponseHeaders): StoredResponse {
  const news = Object.entries(headers).filter(([name]) => !OF_THE_BODY.test(name));
  const { status, statusText, httpVersion, bytes } = stored;
  const merged = { ...stored.headers, ...Object.fromEntries(news) };
  return { status, statusText, httpVersion, bytes, headers: merged };
}

/** A redirect leads on those who take its cookies, and a copy would give them to nobody. */
function handsOutCookies({ status, headers }: StoredResponse): boolean {
  return redirectLocation(status, headers) !== undefined && headers["set-cookie"] !== undefined;
}

function keyOf({ url, method, headers, callerHeaders, country, session }: CacheQuery): string {
  const [resource] = url.href.split("#", 1);
  const own = Object.entries(callerHeaders).sort(([a], [b]) => (a < b ? -1 : 1));
  const who = session === undefined ? { cookie: headers["cookie"] } : { session };
  const parts = JSON.stringify([method, resource, country ?? null, who, own]);
  return `dragline:page:${createHash("sha256").update(parts).digest("base64url")}`;
}

/** Undefined when no later request can match: `Vary: *`. */
function variedHeaders(
  request: RequestHeaders,
  response: ResponseHeaders,
): RequestHeaders | undefined {
  const names = flat(response)["vary"]?.toLowerCase().split(",") ?? [];
  const varied: Record<string, string> = {};
  for (const name of names.map((text) => text.trim()).filter(Boolean)) {
    if (name === "*") return undefined;
    varied[name] = request[name] ?? "";
  }
  return varied;
}

function isVariant({ varied }: Entry, request: RequestHeaders): boolean {
  return Object.entries(varied).every(([name, value]) => (request[name] ?? "") === value);
}

function policyOf(
  { url, method, headers }: CacheQuery,
  response: Pick<StoredResponse, "status" | "headers">,
): CachePolicy {
  return new CachePolicy(
    { url: url.href, method, headers: { ...headers } },
    { status: response.status, headers: flat(response.headers) },
    { shared: false },
  );
}

function validatorsOf(query: CacheQuery, entry: Entry): RequestHeaders {
  const request = { url: query.url.href, method: query.method, headers: { ...query.headers } };
  const { "if-none-match": tag, "if-modified-since": time } = policyOf(
    query,
    entry,
  ).revalidationHeaders(request);
  return {
    ...(typeof tag === "string" ? { "if-none-match": tag } : {}),
    ...(typeof time === "string" ? { "if-modified-since": time } : {}),
  };
}

/** Several lines of one header as one (RFC 9110, 5.3). */
function flat(headers: ResponseHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = ""]) => [
      name,
      typeof value === "string" ? value : value.join(", "),
    ]),
  );
}

/** A shared store may hold what an older version, or something else, has put there. */
function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null || !("format" in value)) return false;
  const { format, storedAt, headers, varied, body, status } = value as Partial<Entry>;
  return (
    format === 1 &&
    typeof storedAt === "number" &&
    typeof status === "number" &&
    typeof body === "string" &&
    typeof headers === "object" &&
    typeof varied === "object"
  );
}
