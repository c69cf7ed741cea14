import { checkArgument, checkCollaborators, traced } from "../core/index.ts";
import { createEngine, type FetcherCollaborators } from "./engine.ts";
import { checkCall, pageUrl, type FetchCall } from "./run/fetch-call.ts";
import { FetchError, isFetchError } from "./fetch-error.ts";
import { FetchRunner, type RunLimits, type RunResult } from "./run/fetch-runner.ts";
import { fetcherSettings, type FetcherOptions } from "./fetcher-options.ts";
import { LazyPage, type FetchedPage } from "./page.ts";
import { createRobots, type Robots, type RobotsVerdict } from "./robots/robots.ts";
import { robotsSource } from "./robots/fetch-robots.ts";

/** Fetches pages. */
export interface Fetcher extends AsyncDisposable {
  /**
   * Fetches a URL: connects to public hosts only, follows redirects, keeps cookies, tries again
   * where that may help, decompresses. Any response is a page, whatever its status.
   * @throws FetchError; CoreError `INVALID_OPTION`; the signal's reason
   */
  fetch(url: string | URL, call?: FetchCall): Promise<FetchedPage>;
  /** What robots.txt says. */
  readonly robots: {
    /** The product token under which a site may address the fetcher: the option `robotsAgent`. */
    readonly agent?: string | undefined;
    /**
     * Whether robots.txt allows a URL, by which rule, and what else it asks (RFC 9309).
     * @throws FetchError `INVALID_URL`, `CLOSED`; the signal's reason
     */
    check(url: string | URL, call?: RobotsCall): Promise<RobotsVerdict>;
  };
  /** Ends what runs with `CLOSED` and closes every connection. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** One question to robots.txt. */
export interface RobotsCall {
  /** Cancels the question. */
  readonly signal?: AbortSignal | undefined;
  /** The country to ask from, as for {@link FetchCall.country}. */
  readonly country?: string | undefined;
}

/** What may be given in the first argument. */
const collaboratorNames: Readonly<Record<keyof FetcherCollaborators, true>> = Object.freeze({
  proxies: true,
  cache: true,
  transport: true,
  resolver: true,
  dialer: true,
  clock: true,
  ids: true,
});

/**
 * Makes a fetcher; `createFetcher()` is ready for the public web.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_ALLOW_ENTRY`; FetchError `INVALID_HEADER`
 */
export function createFetcher(
  collaborators: FetcherCollaborators = {},
  options?: FetcherOptions,
): Fetcher {
  const settings = fetcherSettings(options);
  checkCollaborators(collaborators, settings, collaboratorNames);
  const { engine, owned } = createEngine(collaborators, settings);
  const runner = new FetchRunner(engine);
  const { maxRedirects, maxBytes, onOversize, obeyRobots, robotsAgent: userAgent } = settings;
  const source = robotsSource(runner);
  const robots = createRobots({ source, clock: engine.clock }, { userAgent });
  const permit = obeyRobots ? robotsPermit(robots) : undefined;
  const limits: RunLimits = { maxRedirects, maxBytes, onOversize, permit };
  return {
    fetch: async (url, call) => {
      const checked = checkCall(url, call);
      const { href } = checked.url;
      return traced("dragline:fetcher:fetch", { url: href }, async () =>
        pageOf(href, await runner.run(checked, limits)),
      );
    },
    robots: {
      agent: userAgent,
      check: async (url, question = {}) => {
        const { signal, country } = checkArgument(
          "call of robots.check(url, call)",
          question,
          "object",
        );
        const asked = pageUrl(url);
        runner.throwIfClosed();
        const verdict = await robots.check(asked, { signal, country });
        runner.throwIfClosed();
        return verdict;
      },
    },
    [Symbol.asyncDispose]: async () => {
      runner.close();
      await owned[Symbol.asyncDispose]();
    },
  };
}

function pageOf(
  requestedUrl: string,
  { url, answer, redirects, refresh, ...run }: RunResult,
): FetchedPage {
  return new LazyPage({
    ...answer,
    requestedUrl,
    url: url.href,
    redirects,
    refresh,
    timings: { ...answer.timings, totalMs: run.totalMs },
    attempts: run.attempts,
  });
}

function robotsPermit(robots: Robots): NonNullable<RunLimits["permit"]> {
  return async (url, { country, deadline: { signal } }) => {
    const { allowed, reason, rule, cause } = await robots.check(url, { signal, country });
    if (allowed) return;
    // The page is on the same host, and would fail in the same way.
    if (isFetchError(cause, "DNS_FAILED") || isFetchError(cause, "ADDRESS_NOT_ALLOWED"))
      throw cause;
    const claim =
      reason === "unavailable"
        ? `robots.txt of ${url.origin} could not be loaded, so nothing on the site may be fetched`
        : `robots.txt of ${url.origin} does not allow ${url.href}`;
    throw new FetchError("ROBOTS_DENIED", {
      message: `${claim}.`,
      details: { url: url.href, ...(rule !== undefined && { rule: rule.pattern }) },
      cause,
    });
  };
}
