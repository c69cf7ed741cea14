import {
  deadline,
  DeadlineExceeded,
  DraglineError,
  unlessAborted,
  type Deadline,
} from "../core/index.ts";
import type { SourcePage } from "../mapper/index.ts";
import { redirectOf } from "../mapper/internal.ts";
import { NO_PAGE, type Standing } from "./canonical-pages.ts";
import type { CompletedPage, FailedPage } from "./crawl-page.ts";
import type { CrawlSettings } from "./crawl-settings.ts";
import { LatePage } from "./late-page.ts";
import { isWanted, lookAhead, standingOf } from "./look-ahead.ts";
import type { Candidate, Claim } from "./frontier.ts";
import type { RequestEnd } from "./politeness/pace.ts";
import type { PageReading } from "./reader/page-reader.ts";
import { retryRule } from "./retry-rule.ts";
import type { VisitOutcome } from "./visit-outcome.ts";
import type { AttemptParts } from "./look-ahead.ts";

/** What an attempt gave, and how the host did. */
export interface AttemptEnd {
  readonly outcome: VisitOutcome;
  /** Undefined: nothing was asked of the host. */
  readonly request: RequestEnd | undefined;
}

/** Redirects, and pages that give way to their canonical ones, in a row that are followed. */
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
  readonly #tell: (standing: Standing) => void;
  request: RequestEnd | undefined;

  constructor(parts: AttemptParts, claim: Claim, limit: Deadline) {
    this.#parts = parts;
    this.#claim = claim;
    this.#limit = limit;
    this.#started = parts.clock.monotonic();
    const { canonicals, settings } = parts;
    this.#tell = settings.canonical === "follow" ? canonicals.begin(claim.url) : () => {};
  }

  /** @throws what the source, robots.txt and the reader throw */
  async outcome(): Promise<VisitOutcome> {
    try {
      return await this.#outcome();
    } finally {
      // Where it has not been told of anything better.
      this.#tell(NO_PAGE);
    }
  }

  async #outcome(): Promise<VisitOutcome> {
    const { robots, settings, canonicals } = this.#parts;
    const { url } = this.#claim;
    const { signal } = this.#limit;
    const verdict = await robots?.check(url, { signal, country: settings.country });
    if (verdict?.allowed === false) return { kind: "none", reason: "robots" };
    const kept = await unlessAborted(canonicals.take(url), signal);
    if (kept !== undefined) {
      this.#status = kept.page.status;
      return this.#read(kept.page, kept.reading);
    }
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
    this.#tell({ kind: "moved", to: url });
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
    const { status, headers } = page;
    if (status >= 400) return this.#refused(status, headers["retry-after"]);
    const { settings, reader, agent } = this.#parts;
    if (!isWanted(page, settings)) {
      return { kind: "none", reason: "content-type", ...this.#sentOn(page) };
    }
    const reading = await reader.read(new LatePage(page, agent), this.#limit.signal);
    return this.#read(page, reading);
  }

  /** Where the header of a file sends its reader. */
  #sentOn(page: SourcePage): { readonly target?: Candidate } {
    const { settings, agent } = this.#parts;
    const { url: from, depth, hops } = this.#claim;
    const { refresh, nofollow } = new LatePage(page, agent);
    if (refresh === undefined || hops >= MOST_HOPS) return {};
    const { url, refusal } = settings.judge.judge(refresh, nofollow);
    return refusal === undefined ? { target: { url, depth, hops: hops + 1, from } } : {};
  }

  async #read(page: SourcePage, reading: PageReading): Promise<VisitOutcome> {
    const { settings, seen } = this.#parts;
    const { url } = this.#claim;
    const standing = standingOf(reading, settings);
    this.#tell(standing);
    const original = await this.#original(standing);
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

  /** The page in scope that this one says is its own, when there is one. */
  async #original(standing: Standing): Promise<string | undefined> {
    const { canonicals, settings } = this.#parts;
    const { url, from, hops } = this.#claim;
    if (settings.canonical === "ignore") return undefined;
    if (standing.kind !== "page" || hops >= MOST_HOPS) return undefined;
    const look = (target: string) => lookAhead(this.#parts, target, this.#limit);
    try {
      const found = canonicals.original(url, standing.names, look);
      const original = await unlessAborted(found, this.#limit.signal);
      // Where a site says one thing now and another then, both would be lost.
      return hops > 0 && original === from ? undefined : original;
    } catch (error) {
      // This page is there, whatever keeps the other from coming.
      if (this.#limit.expired) return undefined;
      throw error;
    }
  }

  #completed(page: SourcePage, { outputs, title }: PageReading): CompletedPage {
    return {
      ...this.#facts(),
      ...this.#parts.settings.masked({ ...outputs, title }),
      status: "completed",
      statusCode: page.status,
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
    const shown = this.#parts.settings.masked(error);
    const page: FailedPage = { ...this.#facts(), status: "failed", code, error: shown };
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
