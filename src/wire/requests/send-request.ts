import type { BodySink, FetchedPage } from "../../fetcher/index.ts";
import { executionFault } from "../run/run-fault.ts";
import { runLimits } from "../run/run-limits.ts";
import type { RunState } from "../run/run-state.ts";
import type { Details } from "../run/run-trace.ts";
import type { Scope } from "../run/scope.ts";
import { appendAll, headersOf, type PreparedRequest } from "./build-request.ts";
import { requestFailure } from "./request-failure.ts";

/** How a request is sent. */
interface SendParts {
  readonly state: RunState;
  readonly scope: Scope;
  /** Where the facts of the exchange go. */
  readonly details: Details;
  /** Takes the body of an answer in place of the page. */
  readonly sink?: BodySink;
}

/**
 * Sends a request within the hosts of the run, at their pace, with the credential where it may go.
 * Any answer is a page, whatever its status.
 * @throws RunFault; the reason of the run's signal
 */
export async function sendRequest(
  request: PreparedRequest,
  parts: SendParts,
): Promise<FetchedPage> {
  const { state, details } = parts;
  const { signal } = state.deadline;
  const { url, method } = request;
  const hops = new Hops(request, state);
  const first = hops.ask(url, signal);
  if (first !== undefined) await first;
  const headers = withAuth(request, parts);
  // The password is in the body of a login: bytes, other than text, can be overwritten.
  const secretBody = state.login === undefined ? undefined : bytesOf(request.body);
  const body = secretBody ?? request.body;
  details["method"] = method;
  details["url"] = url.href;
  try {
    const page = await state.fetcher.fetch(url, {
      signal,
      method,
      headers,
      body,
      idempotent: request.idempotent,
      cookies: state.cookies,
      maxBytes: request.maxBytes ?? runLimits.answerBytes,
      checkHop: (hop, hopSignal) => hops.check(hop, hopSignal),
      ...(parts.sink !== undefined && {
        sink: parts.sink,
        timeoutMs: Math.max(1, state.deadline.remaining()),
      }),
    });
    details["status"] = page.status;
    details["bytes"] = page.bytes.length;
    if (page.url !== url.href) details["final_url"] = page.url;
    if (page.attempts > 1) details["attempts"] = page.attempts;
    return page;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw requestFailure(error);
  } finally {
    secretBody?.fill(0);
  }
}

/** A copy in memory of its own, not in a pool's. */
function bytesOf(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : new TextEncoder().encode(text);
}

/** The requests of one fetch: the first, and those of redirects and retries. */
class Hops {
  readonly #request: PreparedRequest;
  readonly #state: RunState;
  #first = true;

  constructor(request: PreparedRequest, state: RunState) {
    this.#request = request;
    this.#state = state;
  }

  /** The fetcher asks for the first request as well, whose turn has come before. */
  check(url: URL, signal: AbortSignal): Promise<void> | undefined {
    if (!this.#first) return this.ask(url, signal);
    this.#first = false;
    return undefined;
  }

  ask(url: URL, signal: AbortSignal): Promise<void> | undefined {
    const state = this.#state;
    checkHost(url, state);
    state.login?.ask(url);
    if (this.#request.isSecret && !state.ownHosts.has(url)) {
      throw executionFault(
        `The request would send the credential of ${state.site.name} to ${url.host}, which is not its site.`,
      );
    }
    state.used.requests += 1;
    if (state.used.requests > runLimits.requests) {
      throw executionFault(`The action sent more than ${runLimits.requests} requests.`);
    }
    return state.pace === undefined ? undefined : state.paces.take(url.host, state.pace, signal);
  }
}

/**
 * Refuses a URL outside the hosts of the run.
 * @throws RunFault
 */
export function checkHost(url: URL, { hosts, site }: RunState): void {
  if (hosts.has(url)) return;
  throw executionFault(
    `${url.host} is not one of the hosts that actions of ${site.name} may call.`,
  );
}

/** The request's headers with those of the site's login; its query gets that of the login. */
export function withAuth(
  { url, headers }: Pick<PreparedRequest, "url" | "headers">,
  { state, scope }: Pick<SendParts, "state" | "scope">,
): Readonly<Record<string, string>> {
  const { auth } = state.site;
  if (auth === undefined || state.credential === undefined || !state.ownHosts.has(url)) {
    return headers;
  }
  const own = state.authScope ?? scope;
  appendAll(url.searchParams, auth.query, own);
  return { ...headers, ...headersOf(auth.headers, own) };
}
