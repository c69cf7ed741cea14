import type { Answer } from "./answer.ts";
import { FetchError } from "./fetch-error.ts";
import { connectFailure } from "./fetch-failure.ts";
import { checkHop } from "./check-hop.ts";
import type { FetchRun, Hop } from "./fetch-run.ts";
import { redirectedMethod } from "./method.ts";
import { findRefresh, leadsOn, type PageRefresh } from "./page-refresh.ts";
import { redirectLocation, redirectTarget, type Redirect } from "./redirect.ts";
import { crossOriginHeaders, withoutBodyHeaders } from "./request-headers.ts";
import { visit } from "./visit.ts";

/** The answer at the end of the redirects, and the way there. */
export interface Arrival {
  readonly url: URL;
  readonly answer: Answer;
  readonly redirects: readonly Redirect[];
  /** Where the page sends its reader without being followed. */
  readonly refresh: PageRefresh | undefined;
}

/**
 * Visits a URL and goes where redirects lead, and refreshes when they are to be followed. The guard and robots.txt judge every URL on the way;
 * the caller's headers stay behind at the first other origin. No Referer is added.
 * @throws FetchError `TOO_MANY_REDIRECTS`, `REDIRECT_LOOP`, `INVALID_REDIRECT`, and what a visit
 *   throws
 */
export async function follow(start: Hop, run: FetchRun): Promise<Arrival> {
  const redirects: Redirect[] = [];
  const seen = new Set<string>();
  for (let hop = start; ;) {
    const { url } = hop;
    judge(url, run);
    if (run.checkHop !== undefined) await checkHop(url, run);
    if (run.permit !== undefined) await run.permit(url, run);
    const sent = run.cookies.header(url);
    const answer = await visit(hop, run);
    const { target, redirect, refresh } = await whereTo(url, answer, run);
    if (target === undefined) return { url, answer, redirects, refresh };
    redirects.push(redirect);
    seen.add(requestKey(hop, sent));
    if (redirects.length > run.maxRedirects) throw tooMany(redirects, run.maxRedirects);
    hop = nextHop(hop, target(), answer.status);
    if (seen.has(requestKey(hop, run.cookies.header(hop.url)))) throw loop(hop.url, redirects);
  }
}

/** Where an answer leads. */
type Way =
  | { readonly target: () => URL; readonly redirect: Redirect; readonly refresh?: undefined }
  | {
      readonly target?: undefined;
      readonly redirect?: undefined;
      readonly refresh: PageRefresh | undefined;
    };

async function whereTo(url: URL, answer: Answer, run: FetchRun): Promise<Way> {
  const { status, headers } = answer;
  if (run.manual) return { refresh: undefined };
  const location = redirectLocation(status, headers);
  if (location !== undefined) {
    const redirect = { url: url.href, status, location };
    return { target: () => redirectTarget(url, location), redirect };
  }
  const refresh = run.followsRefresh ? await findRefresh(url, answer) : undefined;
  if (refresh === undefined || !leadsOn(refresh, status)) return { refresh };
  const target = new URL(refresh.url);
  const redirect = { url: url.href, status, location: refresh.url, refresh: refresh.from };
  return { target: () => target, redirect };
}

function judge(url: URL, { engine }: FetchRun): void {
  try {
    engine.guard.checkUrl(url);
  } catch (error) {
    throw connectFailure(error, url);
  }
}

function nextHop({ url, ...sent }: Hop, target: URL, status: number): Hop {
  const method = redirectedMethod(sent.method, status);
  const keepsBody = method === sent.method && sent.body !== undefined;
  const kept = target.origin === url.origin ? sent.headers : crossOriginHeaders(sent.headers);
  return {
    url: target,
    method,
    headers: keepsBody ? kept : withoutBodyHeaders(kept),
    body: keepsBody ? sent.body : undefined,
  };
}

/** What makes the same request again; a cookie set on the way makes it another. */
function requestKey({ url, method, headers }: Hop, cookies: string): string {
  const [resource] = url.href.split("#", 1);
  return JSON.stringify([method, resource, headers, cookies]);
}

function tooMany(redirects: readonly Redirect[], limit: number): FetchError {
  const urls = redirects.map(({ url }) => url);
  return new FetchError("TOO_MANY_REDIRECTS", {
    message: `Expected at most ${limit} redirects from ${urls[0]}; got more.`,
    details: { limit, redirects: urls, ...(urls[0] !== undefined && { url: urls[0] }) },
  });
}

function loop(url: URL, redirects: readonly Redirect[]): FetchError {
  return new FetchError("REDIRECT_LOOP", {
    message: `The redirects led back to ${url.href}, which had been asked in the same way.`,
    details: { url: url.href, redirects: redirects.map((redirect) => redirect.url) },
  });
}
