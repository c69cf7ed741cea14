import { deadline, wait, type Clock, type Ids } from "../../core/index.ts";
import { MapPace } from "./map-pace.ts";
import { retryAnswer, retryError } from "./map-retry.ts";
import type {
  PageSource,
  RobotsAnswer,
  RobotsSource,
  SourceCall,
  SourcePage,
} from "./page-source.ts";
import { redirectOf } from "./redirect-of.ts";

/** Redirects in a row that are followed. */
const MOST_HOPS = 5;

/** What a {@link MapClient} works with. */
export interface MapClientParts {
  /** Brings pages. */
  readonly source: PageSource;
  /** Brings files that are no pages; never a browser, if there is a choice. */
  readonly files: PageSource;
  readonly robots: RobotsSource | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** How it asks; durations are milliseconds. */
interface MapClientSettings {
  readonly maxConcurrency: number;
  /** Further attempts. */
  readonly retries: number;
  /** The longest Retry-After and crawl-delay that are obeyed. */
  readonly maxPauseMs: number;
  /** For one attempt. */
  readonly pageTimeoutMs: number;
  readonly obeyRobots: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly country: string | undefined;
  readonly session: string | undefined;
}

/** One question of {@link MapClient.get}. */
interface MapRequest {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly mediaTypes?: readonly string[];
  /** Whether it is a file, and no page. */
  readonly isFile?: boolean;
  /** Whether robots.txt has nothing to say about the URL itself, since it names it. */
  readonly isNamed?: boolean;
  /** What is done at a redirect; the URL is absolute, or malformed. */
  judge(target: string): "follow" | "scope" | "known";
}

/** Why there is no page. */
export type MissReason =
  /** There was no answer; `cause` says why. */
  | "failed"
  /** The answer's status is not of the 2xx. */
  | "status"
  /** robots.txt does not allow it, or could not be loaded: then `cause` says so. */
  | "robots"
  /** It redirects to what is out of scope. */
  | "redirect-scope"
  /** It redirects to what is known already. */
  | "redirect-known"
  /** It redirects more than five times in a row. */
  | "redirects";

/** What came of a question. */
export type MapAnswer =
  | { readonly kind: "page"; readonly url: string; readonly page: SourcePage }
  | {
      readonly kind: "miss";
      /** Where the redirects led. */
      readonly url: string;
      readonly reason: MissReason;
      readonly status?: number;
      readonly cause?: unknown;
    };

const UNKNOWN: RobotsAnswer = Object.freeze({ allowed: true, sitemaps: Object.freeze([]) });

/** Brings pages: in turn, by robots.txt, trying again, and following redirects as far as they may. */
export class MapClient {
  readonly #parts: MapClientParts;
  readonly #settings: MapClientSettings;
  readonly #pace: MapPace;

  constructor(parts: MapClientParts, settings: MapClientSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#pace = new MapPace(parts.clock, settings.maxConcurrency);
  }

  /** What robots.txt says of a URL, obeyed or not. */
  async robots(url: string, signal: AbortSignal): Promise<RobotsAnswer> {
    const { country } = this.#settings;
    return (await this.#parts.robots?.check(url, { signal, country })) ?? UNKNOWN;
  }

  /** @throws the signal's reason; never for a page's sake */
  async get(request: MapRequest): Promise<MapAnswer> {
    let { url, isNamed = false } = request;
    for (let hops = 0; hops <= MOST_HOPS; hops++) {
      const got = await this.#ask(url, { ...request, isNamed });
      if ("reason" in got) return { kind: "miss", url, ...got };
      const target = redirectOf(got.page, url);
      if (target === undefined) return answerOf(got.page, url);
      const verdict = request.judge(target);
      if (verdict !== "follow") return { kind: "miss", url: target, reason: `redirect-${verdict}` };
      // A browser that followed the redirect has brought the page.
      if (got.page.status < 300 || got.page.status > 399) return answerOf(got.page, target);
      url = target;
      isNamed = false;
    }
    return { kind: "miss", url, reason: "redirects" };
  }

  async #ask(url: string, request: MapRequest): Promise<Got> {
    const { signal } = request;
    let gapMs = 0;
    try {
      if (this.#settings.obeyRobots) {
        const { allowed, reason, crawlDelayMs = 0 } = await this.robots(url, signal);
        if (!allowed && request.isNamed !== true) {
          return { reason: "robots", cause: reason === "unavailable" ? outage(url) : undefined };
        }
        gapMs = Math.min(crawlDelayMs, this.#settings.maxPauseMs);
      }
    } catch (cause) {
      signal.throwIfAborted();
      return { reason: "failed", cause };
    }
    return this.#attempts({ ...request, url }, gapMs);
  }

  async #attempts(request: MapRequest, gapMs: number): Promise<Got> {
    const { host } = new URL(request.url);
    const { signal } = request;
    const { retries, maxPauseMs } = this.#settings;
    const scope = { ...this.#parts, maxPauseMs };
    for (let attempt = 1; ; attempt++) {
      const { got, retry } = await this.#pace.run({ host, gapMs, signal }, async () => {
        const got = await this.#attempt(request);
        const retry =
          "page" in got
            ? retryAnswer(got.page, attempt, scope)
            : retryError(got.cause, attempt, scope);
        // Before its slot goes to a request that ought to wait.
        if (retry?.pauses === true) this.#pace.pause(host, retry.afterMs);
        return { got, retry };
      });
      if (retry === undefined || attempt > retries) return got;
      if (!retry.pauses) await wait(this.#parts.clock, retry.afterMs, signal);
    }
  }

  async #attempt(request: MapRequest): Promise<Got> {
    const { url, signal, maxBytes, mediaTypes, isFile = false } = request;
    const { pageTimeoutMs, headers, country, session } = this.#settings;
    using limit = deadline(this.#parts.clock, pageTimeoutMs, signal);
    const call: SourceCall = {
      signal: limit.signal,
      redirect: "manual",
      retries: 0,
      maxBytes,
      onOversize: "truncate",
      mediaTypes,
      headers,
      country,
      session,
    };
    try {
      const { source, files } = this.#parts;
      return { page: await (isFile ? files : source).fetch(url, call) };
    } catch (cause) {
      signal.throwIfAborted();
      return { reason: "failed", cause };
    }
  }
}

/** What one URL gives, its redirects not followed. */
type Got =
  | { readonly page: SourcePage }
  | { readonly reason: "robots" | "failed"; readonly cause?: unknown };

function outage(url: string): Error {
  const file = `robots.txt of ${new URL(url).origin}`;
  return new Error(`${file} could not be loaded, so nothing on the site may be fetched`);
}

function answerOf(page: SourcePage, url: string): MapAnswer {
  const { status } = page;
  if (status >= 200 && status < 300) return { kind: "page", url, page };
  return { kind: "miss", url, reason: "status", status };
}
