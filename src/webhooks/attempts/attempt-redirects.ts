import { FetchError, redirectTarget } from "../../fetcher/index.ts";

/** Redirects of one attempt that are followed (interface, part 6). */
const MOST_REDIRECTS = 3;

/** RFC 9110, 15.4.4: the receiver has taken the event; what came of it is told to a GET. */
const SEE_OTHER = 303;

/** One request of an attempt. */
export interface AttemptHop {
  readonly url: URL;
  readonly method: "POST" | "GET";
  readonly headers: Readonly<Record<string, string>>;
  /** Absent with GET. */
  readonly body: Uint8Array | undefined;
}

/** The way of one attempt from its URL to the receiver. */
export class AttemptRedirects {
  readonly #seen = new Set<string>();

  /**
   * The request that a redirect leads to: the same elsewhere, but behind 303 a GET that has nothing of
   * the event.
   * @param hop the request that was answered
   * @param location of the answer, which is of this status
   * @throws FetchError `INVALID_REDIRECT`, `TOO_MANY_REDIRECTS`, `REDIRECT_LOOP`
   */
  follow(hop: AttemptHop, status: number, location: string): AttemptHop {
    const url = this.#target(hop, location);
    const next = status === SEE_OTHER ? seeing(hop, url) : { ...hop, url };
    // Nothing is remembered on the way, so the same request would have the same answer.
    if (!this.#seen.has(requestOf(next))) return next;
    throw new FetchError("REDIRECT_LOOP", {
      message: `Expected redirects that end; ${hop.url.origin} redirected to a URL that the attempt had already visited.`,
    });
  }

  #target(hop: AttemptHop, location: string): URL {
    const { url: from } = hop;
    this.#seen.add(requestOf(hop));
    if (this.#seen.size > MOST_REDIRECTS) {
      throw new FetchError("TOO_MANY_REDIRECTS", {
        message: `Expected at most ${MOST_REDIRECTS} redirects; ${from.origin} sent one more.`,
        details: { limit: MOST_REDIRECTS },
      });
    }
    return redirectTarget(from, location);
  }
}

function seeing({ headers }: AttemptHop, url: URL): AttemptHop {
  const { "user-agent": agent } = headers;
  const own = agent === undefined ? {} : { "user-agent": agent };
  return { url, method: "GET", headers: own, body: undefined };
}

/** What is asked for: the method, and the URL without its fragment. */
function requestOf({ method, url: { href, hash } }: AttemptHop): string {
  return `${method} ${hash === "" ? href : href.slice(0, -hash.length)}`;
}
