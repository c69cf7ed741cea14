import type { Answer } from "./answer.ts";
import { FetchError } from "../fetch-error.ts";
import { connectFailure } from "../fetch-failure.ts";
import { checkHop } from "./check-hop.ts";
import type { FetchRun, Hop } from "./fetch-run.ts";
import { redirectedMethod } from "./method.ts";
import { findRefresh, isFile, leadsOn } from "./page-refresh.ts";
import type { PageRefresh } from "../page.ts";
import { redirectLocation, redirectTarget, type Redirect } from "./redirect.ts";
import { crossOriginHeaders, withoutBodyHeaders } from "./request-headers.ts";
import { fetchHop } from "./fetch-hop.ts";

/** The answer at the end of the redirects, and the way there. */
export interface Arrival {
  readonly url: URL;
  readonly answer: Answer;
  readonly redirects: readonly Redirect[];
  /** Where the page sends its reader without being followed. */
  readonly refresh: PageRefresh | undefined;
}

/**
 * Fetches a URL and goes where redirects lead, and refreshes when they are to be followed. The guard and
 * robots.txt judge every URL on the way; the caller's headers stay behind at the first other origin. No
 * Referer is added.
 * @throws FetchError `TOO_MANY_REDIRECTS`, `REDIRECT_LOOP`, `INVALID_REDIRECT`; as {@link fetchHop}
 */
export async function follow(start: Hop, run: FetchRun): Promise<Arrival> {
  const redirects: Redirect[] = [];
  const seen = new Set<string>();
  /** The last page that led on by itself. */
  let left: Arrival | undefined;
  for (let hop = start; ;) {
    const { url } = hop;
    judge(url, run);
    if (run.checkHop !== undefined) await checkHop(url, run);
    if (run.permit !== undefined) await run.permit(url, run);
    const sent = run.cookies.header(url);
    const answer = await fetchHop(hop, run);
    const { refresh, onward } = await whereTo(url, answer, run);
    const arrival: Arrival = { url, answer, redirects: [...redirects], refresh };
    if (onward === undefined) {
      // A browser stays where it is when it is led to a file to download.
      return left !== undefined && answer.unread && isFile(answer.headers) ? left : arrival;
    }
    if (refresh !== undefined) left = arrival;
    redirects.push(onward);
    seen.add(requestKey(hop, sent));
    if (redirects.length > run.maxRedirects) throw tooMany(redirects, run.maxRedirects);
    const target = refresh === undefined ? redirectTarget(url, onward.location) : refresh.url;
    hop = { ...nextHop(hop, new URL(target), answer.status), byRefresh: left !== undefined };
    if (seen.has(requestKey(hop, run.cookies.header(hop.url)))) throw loop(hop.url, redirects);
  }
}

/** Where an answer leads. */
interface Way {
  /** Where the page sends its reader, when it does. */
  readonly refresh: PageRefresh | undefined;
  /** What leads on; undefined: the answer is the page. */
  readonly onward: Redirect | undefined;
}

async function whereTo(url: URL, answer: Answer, run: FetchRun): Promise<Way> {
  const { status, headers } = answer;
  if (run.manual) return { refresh: undefined, onward: undefined };
  const location = redirectLocation(status, headers);
  if (location !== undefined) {
    return { refresh: undefined, onward: { url: url.href, status, location } };
  }
  const refresh = run.followsRefresh ? await findRefresh(url, answer) : undefined;
  if (refresh === undefined || !leadsOn(refresh, status)) return { refresh, onward: undefined };
  const onward = { url: url.href, status, location: refresh.url, refresh: refresh.from };
  return { refresh, onward };
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
