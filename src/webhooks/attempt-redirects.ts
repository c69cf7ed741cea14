import {
  FetchError,
  redirectLocation,
  redirectTarget,
  type TransportResponse,
} from "../fetcher/index.ts";

/** Redirects of one attempt that are followed (interface, part 6). */
const MOST_REDIRECTS = 3;

/** RFC 9110, 15.4.4: what came of the request is told elsewhere, to a GET; nothing moved. */
const SEE_OTHER = 303;

/** The Location of an answer that sends the request on; undefined for every other answer. */
export function onwardLocation({ status, headers }: TransportResponse): string | undefined {
  return status === SEE_OTHER ? undefined : redirectLocation(status, headers);
}

/** The way of one attempt from its URL to the receiver. */
export class AttemptRedirects {
  readonly #seen = new Set<string>();

  /**
   * Where a redirect leads.
   * @param from the URL that answered with it
   * @throws FetchError `INVALID_REDIRECT`, `TOO_MANY_REDIRECTS`, `REDIRECT_LOOP`
   */
  follow(from: URL, location: string): URL {
    this.#seen.add(resourceOf(from));
    if (this.#seen.size > MOST_REDIRECTS) {
      throw new FetchError("TOO_MANY_REDIRECTS", {
        message: `Expected at most ${MOST_REDIRECTS} redirects; ${from.origin} asked for more.`,
        details: { limit: MOST_REDIRECTS },
      });
    }
    const target = redirectTarget(from, location);
    // Nothing is remembered on the way, so the same request would have the same answer.
    if (!this.#seen.has(resourceOf(target))) return target;
    throw new FetchError("REDIRECT_LOOP", {
      message: `Expected redirects that end; ${from.origin} led back to where the attempt had been.`,
    });
  }
}

/** What is asked for: the URL without its fragment. */
function resourceOf({ href, hash }: URL): string {
  return hash === "" ? href : href.slice(0, -hash.length);
}
