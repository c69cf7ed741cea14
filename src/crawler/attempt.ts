import { htmlSource } from "../html/index.ts";
import {
  deadline,
  DeadlineExceeded,
  DraglineError,
  type Clock,
  type Deadline,
  type Ids,
} from "../core/index.ts";
import {
  redirectOf,
  type PageSource,
  type RobotsSource,
  type SourcePage,
} from "../mapper/index.ts";
import type { CompletedPage, FailedPage } from "./crawl-page.ts";
import type { CrawlSettings } from "./crawl-settings.ts";
import type { Claim } from "./frontier.ts";
import type { RequestEnd } from "./politeness/pace.ts";
import type { PageReader, PageReading, PageToRead } from "./reader/page-reader.ts";
import { retryRule, type RetrySettings } from "./retry-rule.ts";
import type { SeenFingerprints } from "./seen-fingerprints.ts";
import type { VisitOutcome } from "./visit-outcome.ts";

/** What the attempts of one crawl share. */
export interface AttemptParts {
  readonly source: PageSource;
  /** Undefined: robots.txt is not obeyed. */
  readonly robots: RobotsSource | undefined;
  readonly reader: PageReader;
  readonly seen: SeenFingerprints;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: CrawlSettings;
  readonly retrying: RetrySettings;
  readonly pageTimeoutMs: number;
}

/** What an attempt gave, and how the host did. */
export interface AttemptEnd {
  readonly outcome: VisitOutcome;
  /** Undefined: nothing was asked of the host. */
  readonly request: RequestEnd | undefined;
}

/** Redirects and canonical links in a row that are followed. */
const MOST_HOPS = 10;

/**
 * Tries to get the page of a claim, once.
 * @throws the signal's reason
 */
export async function attempt(
  parts: AttemptParts,
  claim: Claim,
  signal: AbortSignal,
): Promise<AttemptEnd> {
  const { clock, pageTimeoutMs } = parts;
  using limit = deadline(clock, pageTimeoutMs, signal);
  const run = new Attempt(parts, claim, limit);
  try {
    return { outcome: await run.outcome(), request: run.request };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return { outcome: run.failure(error), request: run.request };
  }
}

class Attempt {
  readonly #parts: AttemptParts;
  readonly #claim: Claim;
  readonly #limit: Deadline;
  readonly #started: number;
  #status: number | undefined;
  request: RequestEnd | undefined;

  constructor(parts: AttemptParts, claim: Claim, limit: Deadline) {
    this.#parts = parts;
    this.#claim = claim;
    this.#limit = limit;
    this.#started = parts.clock.monotonic();
  }

  async outcome(): Promise<VisitOutcome> {
    const { robots, settings } = this.#parts;
    const { url } = this.#claim;
    const { signal } = this.#limit;
    const verdict = await robots?.check(url, { signal, country: settings.country });
    if (verdict?.allowed === false) return { kind: "none", reason: "robots" };
    const page = await this.#fetch(url, settings.session);
    const target = redirectOf(page, url);
    if (target === undefined) return this.#answered(page);
    const judged = settings.judge.judge(target, false);
    if (judged.url !== url) return this.#redirected(judged);
    // A browser has been there already.
    return page.url === url ? this.#again(target) : this.#answered(page);
  }

  #redirected({ url, refusal }: ReturnType<CrawlSettings["judge"]["judge"]>): VisitOutcome {
    const { depth, hops, url: from } = this.#claim;
    // The seed is fetched whatever the globs say, and so is where it leads.
    const allowed = refusal === undefined || (refusal === "excluded" && depth === 0);
    if (!allowed) return { kind: "none", reason: "redirect-scope" };
    if (hops >= MOST_HOPS) {
      return this.#failed("TOO_MANY_REDIRECTS", `more than ${MOST_HOPS} redirects in a row`);
    }
    const target = { url, depth, hops: hops + 1, from };
    return { kind: "none", reason: "redirected", target };
  }

  /**
   * The page redirects to another spelling of itself, most often to see a cookie come back or to
   * add a session id: such redirects are followed here, with cookies.
   */
  async #again(target: string): Promise<VisitOutcome> {
    const { settings } = this.#parts;
    const { url, token } = this.#claim;
    const session = settings.session ?? `crawl ${token}`;
    let next: string | undefined = settings.session === undefined ? url : target;
    for (let hop = 0; hop <= MOST_HOPS; hop++) {
      const page: SourcePage = await this.#fetch(next, session);
      next = redirectOf(page, next);
      if (next === undefined) return this.#answered(page);
      const judged = settings.judge.judge(next, false);
      if (judged.url !== url) return this.#redirected(judged);
    }
    return this.#failed("REDIRECT_LOOP", "the page redirects to itself");
  }

  async #fetch(url: string, session: string | undefined): Promise<SourcePage> {
    const { source, settings, clock } = this.#parts;
    const { headers, country, mediaTypes } = settings;
    const { signal } = this.#limit;
    const started = clock.monotonic();
    this.request = { status: undefined, latencyMs: 0, retryAfterMs: undefined };
    try {
      const page = await source.fetch(url, {
        signal,
        redirect: "manual",
        retries: 0,
        mediaTypes,
        headers,
        country,
        session,
      });
      this.#status = page.status;
      return page;
    } finally {
      const latencyMs = clock.monotonic() - started;
      this.request = { status: this.#status, latencyMs, retryAfterMs: undefined };
    }
  }

  async #answered(page: SourcePage): Promise<VisitOutcome> {
    const { status, headers, contentType } = page;
    if (status >= 400) return this.#refused(status, headers["retry-after"]);
    const { settings, reader, seen } = this.#parts;
    const { url } = this.#claim;
    if (page.unread || !settings.mediaTypes.includes(contentType.sniffed)) {
      return { kind: "none", reason: "content-type" };
    }
    const reading = await reader.read(new LatePage(page), this.#limit.signal);
    const original = this.#canonical(reading);
    if (original !== undefined) {
      const { depth, hops } = this.#claim;
      const target = { url: original, depth, hops: hops + 1, from: url };
      return { kind: "none", reason: "duplicate", target };
    }
    const { fingerprint } = reading;
    if (fingerprint !== undefined && !seen.add(url, fingerprint)) {
      return { kind: "none", reason: "duplicate" };
    }
    return { kind: "page", page: this.#completed(page, reading), reading };
  }

  /** Another URL in scope that the page says is its own. */
  #canonical({ canonical }: PageReading): string | undefined {
    const { settings } = this.#parts;
    const { url, from, hops } = this.#claim;
    if (settings.canonical === "ignore" || canonical === undefined) return undefined;
    // Pages that name each other would both be lost.
    if (canonical === url || canonical === from || hops >= MOST_HOPS) return undefined;
    const judged = settings.judge.judge(canonical, false);
    return judged.refusal === undefined ? judged.url : undefined;
  }

  #completed(page: SourcePage, { outputs, title }: PageReading): CompletedPage {
    return {
      ...this.#facts(),
      ...outputs,
      status: "completed",
      statusCode: page.status,
      title,
      mediaType: page.contentType.sniffed,
      truncated: page.truncated,
    };
  }

  #refused(status: number, header: string | readonly string[] | undefined): VisitOutcome {
    const rule = this.#retry({ status, retryAfter: header });
    if (this.request !== undefined) {
      this.request = { ...this.request, retryAfterMs: rule.retryAfterMs };
    }
    if (rule.afterMs !== undefined) return { kind: "again", afterMs: rule.afterMs };
    return this.#failed("HTTP_STATUS", `the server answered ${status}`);
  }

  failure(error: unknown): VisitOutcome {
    const { expired, ms } = this.#limit;
    if (expired || error instanceof DeadlineExceeded) {
      return this.#failed("TIMEOUT", `the page took longer than ${ms} ms`);
    }
    const { afterMs } = this.#retry({ error });
    if (afterMs !== undefined) return { kind: "again", afterMs };
    if (!(error instanceof Error)) return this.#failed("UNKNOWN", String(error));
    const code = error instanceof DraglineError ? error.code : error.name;
    return this.#failed(code, error.message);
  }

  #retry(ended: Parameters<typeof retryRule>[0]) {
    const { retrying, clock, ids } = this.#parts;
    return retryRule(ended, this.#claim.attempt, { ...retrying, clock, ids });
  }

  #failed(code: string, error: string): VisitOutcome {
    const page: FailedPage = { ...this.#facts(), status: "failed", code, error };
    return { kind: "page", page, reading: undefined };
  }

  #facts() {
    const { url, depth, from, attempt } = this.#claim;
    return {
      url,
      depth,
      from: from ?? undefined,
      statusCode: this.#status,
      attempts: attempt,
      durationMs: Math.round(this.#parts.clock.monotonic() - this.#started),
    };
  }
}

/**
 * A page whose text is decoded where it is read. A class, as an object with a getter of its own has
 * a hidden class of its own too, which keeps the page until the whole heap is cleaned up.
 */
class LatePage implements PageToRead {
  readonly url: string;
  readonly utf8: Uint8Array | undefined;
  readonly #page: SourcePage;

  constructor(page: SourcePage) {
    this.url = page.url;
    const isAsItCame = page.contentType.sniffed === "text/html";
    this.utf8 = isAsItCame && page.charset?.toLowerCase() === "utf-8" ? page.bytes : undefined;
    this.#page = page;
  }

  get text(): string {
    return htmlSource(this.#page.text, this.#page.contentType.sniffed).html;
  }
}
