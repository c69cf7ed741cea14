import { discardBody, traced, unlessAborted, wait } from "../../core/index.ts";
import { answerWithoutBody, MAX_DISCARD, readAnswer, type Answer } from "./answer.ts";
import { checkHop } from "./check-hop.ts";
import { FetchError } from "../fetch-error.ts";
import type { FetchRun, Hop } from "./fetch-run.ts";
import { refreshed, type CachedResponse, type CacheQuery } from "../cache/page-cache.ts";
import { parseMediaType } from "../body/media-type.ts";
import { isFile } from "./page-refresh.ts";
import type { ProxyProvider } from "./proxies.ts";
import { redirectLocation } from "./redirect.ts";
import type { RequestHeaders } from "./request-headers.ts";
import { retryFailure, retryResponse } from "./retry.ts";
import type { TransportResponse } from "../transport/transport.ts";

/** The caller asks its own question of the server; a copy would answer another one. */
const CONDITIONAL = ["if-none-match", "if-modified-since", "if-match", "if-range", "range"];

const NO_TIME = Object.freeze({ dnsMs: 0, connectMs: 0, tlsMs: 0, firstByteMs: 0, bodyMs: 0 });

const PLAIN = Object.freeze({ "accept-encoding": "identity" });

/** Gets the answer of one URL: from the cache, or from the network with retries. */
export async function fetchHop(hop: Hop, run: FetchRun): Promise<Answer> {
  const headers = requestHeaders(hop, run);
  const { maxAgeMs } = run;
  if (maxAgeMs === undefined || CONDITIONAL.some((name) => name in hop.headers)) {
    return request({ ...hop, headers }, run);
  }
  const { country, session, engine } = run;
  const { url, method, headers: callerHeaders } = hop;
  const query: CacheQuery = { url, method, headers, callerHeaders, country, session };
  const { signal } = run.deadline;
  const copy = await engine.cache.find(query, signal);
  if (copy !== undefined && copy.ageMs >= 0 && copy.ageMs <= maxAgeMs) return fromCache(copy);
  const answer = await request({ ...hop, headers: { ...headers, ...copy?.validators } }, run);
  if (copy !== undefined && answer.status === 304) return revalidate(query, { copy, answer, run });
  if (!answer.truncated && !answer.unread && answer.damage === undefined) {
    await engine.cache.save(query, answer, signal);
  }
  return answer;
}

/** What is sent: the fetcher's headers, the caller's in their place, and the cookies of both. */
function requestHeaders({ url, headers }: Hop, run: FetchRun): RequestHeaders {
  const cookies = run.cookies.header(url);
  // A body that goes on as it comes is best not encoded.
  const own = run.sink === undefined ? run.engine.headers : { ...run.engine.headers, ...PLAIN };
  if (cookies === "") return { ...own, ...headers };
  const cookie = headers["cookie"] === undefined ? cookies : `${headers["cookie"]}; ${cookies}`;
  return { ...own, ...headers, cookie };
}

interface Revalidation {
  readonly copy: CachedResponse;
  readonly answer: Answer;
  readonly run: FetchRun;
}

async function revalidate(query: CacheQuery, { copy, answer, run }: Revalidation): Promise<Answer> {
  const response = refreshed(copy, answer.headers);
  await run.engine.cache.save(query, response, run.deadline.signal);
  return { ...answer, ...response, fromCache: true, revalidated: true };
}

function fromCache({ status, statusText, headers, httpVersion, bytes }: CachedResponse): Answer {
  return {
    status,
    statusText,
    headers,
    httpVersion,
    bytes,
    truncated: false,
    damage: undefined,
    timings: NO_TIME,
    fromCache: true,
    revalidated: false,
    remoteAddress: undefined,
    unread: false,
  };
}

/** Attempts until one counts. */
async function request(sent: Hop, run: FetchRun): Promise<Answer> {
  for (;;) {
    run.attempts += 1;
    const outcome = await tracedAttempt(sent, run);
    if (typeof outcome !== "number") return outcome;
    run.retries += 1;
    await wait(run.engine.clock, outcome, run.deadline.signal);
    if (run.checkHop !== undefined) await checkHop(sent.url, run);
  }
}

function tracedAttempt(sent: Hop, run: FetchRun): Promise<Answer | number> {
  const context = { url: sent.url.href, attempt: run.attempts };
  return traced("dragline:fetcher:attempt", context, () => attempt(sent, run));
}

/** One attempt: its answer, or the milliseconds to wait before the next. */
async function attempt(sent: Hop, run: FetchRun): Promise<Answer | number> {
  try {
    const response = await send(sent, run);
    const pause = pauseAfter(run, (retry) => retryResponse(response, retry, scopeOf(run)));
    if (pause !== undefined) {
      await discardBody(response.body, run.engine.clock, MAX_DISCARD);
      return pause;
    }
    const { status } = response;
    const location = redirectLocation(status, response.headers);
    if (location !== undefined || status === 304) return await answerWithoutBody(response, run);
    return isWanted(response.headers["content-type"], run) && !isLeft(sent, response)
      ? await readAnswer(response, sent.url, run)
      : { ...(await answerWithoutBody(response, run)), unread: true };
  } catch (error) {
    if (run.deadline.signal.aborted) throw run.deadline.signal.reason;
    const pause = pauseAfter(run, (retry) => retryFailure(error, retry, scopeOf(run)));
    if (pause === undefined) throw error;
    return pause;
  }
}

function isLeft({ byRefresh }: Hop, { headers }: TransportResponse): boolean {
  return byRefresh === true && isFile(headers);
}

function isWanted(type: string | readonly string[] | undefined, { mediaTypes }: FetchRun): boolean {
  if (mediaTypes === undefined) return true;
  const declared = parseMediaType(typeof type === "string" ? type : type?.join(", "));
  return declared === undefined || mediaTypes.has(declared.essence);
}

async function send(sent: Hop, run: FetchRun): Promise<TransportResponse> {
  const { url, method, headers, body } = sent;
  const { engine, deadline } = run;
  const { transport, proxies } = engine;
  const proxy = proxies === undefined ? undefined : await proxyOf(url, proxies, run);
  const response = await transport.send({ url, method, headers, body, proxy }, deadline.signal);
  const setCookie = response.headers["set-cookie"];
  if (setCookie !== undefined) await run.cookies.add(url, setCookie);
  return response;
}

async function proxyOf(
  url: URL,
  proxies: ProxyProvider,
  { country, session, deadline }: FetchRun,
): Promise<URL | undefined> {
  try {
    const proxy = Promise.resolve(proxies.proxyFor({ country, session, url }));
    return await unlessAborted(proxy, deadline.signal);
  } catch (error) {
    throw new FetchError("PROXY_FAILED", {
      message: `Expected a proxy for ${url.origin}; the provider failed.`,
      details: { url: url.href },
      cause: error,
    });
  }
}

/** Whether, and after how many milliseconds, there is time and leave for another attempt. */
function pauseAfter(
  run: FetchRun,
  pauseOf: (retry: number) => number | undefined,
): number | undefined {
  if (run.retries >= run.maxRetries) return undefined;
  const pause = pauseOf(run.retries + 1);
  return pause !== undefined && pause < run.deadline.remaining() ? pause : undefined;
}

function scopeOf({ engine }: FetchRun) {
  const { clock, ids, settings } = engine;
  return { clock, ids, maxRetryAfterMs: settings.maxRetryAfterMs };
}
