import { type Clock, unlessAborted } from "../../core/index.ts";
import { FetchError } from "../fetch-error.ts";
import { RobotsCache, type RobotsEntry } from "./robots-cache.ts";
import { robotsSettings, type RobotsOptions } from "./robots-options.ts";
import { parseRobots, type RobotsRule } from "./robots-rules.ts";

/** One piece of work that several callers wait for; it stops when the last of them has left. */
class SharedRequest<T> {
  readonly #controller = new AbortController();
  readonly #result: Promise<T>;
  #waiting = 0;

  /** Starts the work at once. */
  constructor(run: (signal: AbortSignal) => Promise<T>) {
    this.#result = run(this.#controller.signal);
    // Nobody may be left to hear of its failure.
    this.#result.catch(() => {});
  }

  /** Whether the work was stopped, so that nobody can join any more. */
  get stopped(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Calls `settled` when the work has ended in any way. */
  onSettled(settled: () => void): void {
    this.#result.then(settled, settled);
  }

  /**
   * Waits for the work.
   * @throws the signal's reason, at once, when it aborts
   */
  async join(signal: AbortSignal | undefined): Promise<T> {
    this.#waiting += 1;
    try {
      return await unlessAborted(this.#result, signal);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0 && signal?.aborted) this.#controller.abort(signal.reason);
    }
  }
}

/** The least that robots rules need of a fetcher. */
export interface RobotsSource {
  /**
   * Gets a robots.txt: follows up to five redirects, bounds time and size itself, stops when
   * `signal` aborts, and rejects when there is no answer. A 3xx answer is one not followed.
   */
  get(
    url: string,
    signal: AbortSignal,
    country: string | undefined,
  ): Promise<{ readonly status: number; readonly bytes: Uint8Array }>;
}

/** What {@link createRobots} works with. */
interface RobotsCollaborators {
  readonly source: RobotsSource;
  readonly clock: Clock;
}

/** Whether a URL may be fetched, and why. */
export interface RobotsVerdict {
  readonly allowed: boolean;
  /**
   * `rule`, see `rule`; `no-rule`, there is a file but none of its rules matches; `no-file`, the
   * site has none (a 4xx answer, RFC 9309, 2.3.1.3); `unavailable`, the site could not say (5xx,
   * 429 or no answer, 2.3.1.4), which forbids everything; `robots-file`, the URL is a robots.txt
   * itself (2.2.2).
   */
  readonly reason: "rule" | "no-rule" | "no-file" | "unavailable" | "robots-file";
  /** The rule that decided. */
  readonly rule?: RobotsRule;
  /** Milliseconds that the site wants between two requests. */
  readonly crawlDelayMs?: number;
  /** Absolute http and https URLs of the site's sitemaps. */
  readonly sitemaps: readonly string[];
  /** Where the rules come from. */
  readonly robotsUrl: string;
  /** The status of the robots.txt's last answer, if one came. */
  readonly status?: number;
  /** Why no answer came, when the reason is `unavailable`. */
  readonly cause?: unknown;
}

/** One question to {@link Robots.check}. */
interface RobotsQuestion {
  readonly signal?: AbortSignal | undefined;
  /** The country to ask from; each has answers of its own. */
  readonly country?: string | undefined;
  /** A product token for this URL only, in place of the option `userAgent`. */
  readonly userAgent?: string | undefined;
}

/** Answers whether URLs may be fetched. */
export interface Robots {
  /**
   * Asks the URL's site, unless its answer is known (RFC 9309). Questions about one origin from one
   * country share one request, which stops when all who wait for it have been cancelled. While a site cannot
   * say, its last rules stay in force.
   * @throws FetchError `INVALID_URL`; the signal's reason when it aborts
   */
  check(url: URL | string, question?: RobotsQuestion): Promise<RobotsVerdict>;
}

/**
 * Makes a {@link Robots}. It owns no socket or timer, so there is nothing to dispose.
 * @throws CoreError `INVALID_OPTION`
 */
export function createRobots(collaborators: RobotsCollaborators, options?: RobotsOptions): Robots {
  return new CachedRobots(collaborators, robotsSettings(options));
}

/** A robots.txt as one country sees it. */
interface Place {
  readonly robotsUrl: string;
  readonly country: string | undefined;
  /** Under which its answer is kept. */
  readonly key: string;
}

class CachedRobots implements Robots {
  readonly #source: RobotsSource;
  readonly #clock: Clock;
  readonly #settings: Required<RobotsOptions>;
  readonly #cache: RobotsCache;
  readonly #pending = new Map<string, SharedRequest<RobotsEntry>>();

  constructor({ source, clock }: RobotsCollaborators, settings: Required<RobotsOptions>) {
    this.#source = source;
    this.#clock = clock;
    this.#settings = settings;
    this.#cache = new RobotsCache(settings.maxCacheBytes);
  }

  async check(input: URL | string, question: RobotsQuestion = {}): Promise<RobotsVerdict> {
    question.signal?.throwIfAborted();
    const url = parseUrl(input);
    const robotsUrl = new URL("/robots.txt", url.origin).href;
    if (url.pathname === "/robots.txt") {
      return { allowed: true, reason: "robots-file", sitemaps: [], robotsUrl };
    }
    const { country, signal } = question;
    const key = country === undefined ? robotsUrl : `${robotsUrl} ${country}`;
    const entry = this.#fresh(key) ?? (await this.#ask({ robotsUrl, country, key }, signal));
    return this.#judge(entry, url, question.userAgent ?? this.#settings.userAgent);
  }

  #fresh(key: string): RobotsEntry | undefined {
    const known = this.#cache.get(key);
    return known !== undefined && this.#clock.now() < known.expires ? known : undefined;
  }

  #ask(place: Place, signal: AbortSignal | undefined): Promise<RobotsEntry> {
    const { key } = place;
    const running = this.#pending.get(key);
    if (running !== undefined && !running.stopped) return running.join(signal);
    const request = new SharedRequest(async (signal) => {
      const entry = await this.#get(place, signal);
      if (!signal.aborted) this.#cache.set(key, entry);
      return entry;
    });
    this.#pending.set(key, request);
    request.onSettled(() => {
      if (this.#pending.get(key) === request) this.#pending.delete(key);
    });
    return request.join(signal);
  }

  async #get(place: Place, signal: AbortSignal): Promise<RobotsEntry> {
    const { robotsUrl, country } = place;
    try {
      const { status, bytes } = await this.#source.get(robotsUrl, signal, country);
      return this.#entryOf(place, status, bytes);
    } catch (cause) {
      return this.#unavailable(place, { cause });
    }
  }

  #entryOf(place: Place, status: number, bytes: Uint8Array): RobotsEntry {
    const expires = this.#clock.now() + this.#settings.maxAge;
    if (status >= 200 && status < 300) {
      const file = parseRobots(bytes);
      return { status, expires, file, sitemaps: absolute(file.sitemaps, place.robotsUrl) };
    }
    // A server that says "too many requests" has not said that it has no rules.
    const hasNone = status >= 300 && status < 500 && status !== 429;
    return hasNone
      ? { status, expires, file: undefined, sitemaps: [] }
      : this.#unavailable(place, { status });
  }

  #unavailable(
    { key }: Place,
    failure: { readonly status?: number; readonly cause?: unknown },
  ): RobotsEntry {
    const last = this.#cache.get(key);
    const expires = this.#clock.now() + this.#settings.failureMaxAge;
    const { file, sitemaps } = last ?? { file: undefined, sitemaps: [] };
    return { ...failure, expires, file, sitemaps, failed: true };
  }

  #judge(entry: RobotsEntry, url: URL, userAgent: string): RobotsVerdict {
    const { file, sitemaps, status, cause } = entry;
    const about = {
      sitemaps,
      robotsUrl: new URL("/robots.txt", url.origin).href,
      ...(status !== undefined && { status }),
      ...(cause !== undefined && { cause }),
    };
    if (file === undefined) {
      return entry.failed
        ? { allowed: false, reason: "unavailable", ...about }
        : { allowed: true, reason: "no-file", ...about };
    }
    const { allowed, rule, crawlDelayMs } = file.check(url, userAgent);
    const delay = crawlDelayMs && Math.min(crawlDelayMs, this.#settings.maxCrawlDelay);
    const decided = { allowed, ...about, ...(delay !== undefined && { crawlDelayMs: delay }) };
    return rule === undefined
      ? { reason: "no-rule", ...decided }
      : { reason: "rule", rule, ...decided };
  }
}

function parseUrl(input: URL | string): URL {
  const url = URL.parse(String(input));
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  const shown = String(input).slice(0, 200);
  throw new FetchError("INVALID_URL", {
    message: `Expected an absolute http or https URL; got '${shown}'.`,
    details: { url: shown },
  });
}

function absolute(sitemaps: readonly string[], robotsUrl: string): readonly string[] {
  const urls = sitemaps.map((it) => URL.parse(it, robotsUrl));
  const known = urls.filter((url) => url !== null && /^https?:$/.test(url.protocol));
  return Object.freeze([...new Set(known.map(String))]);
}
