import type { StorageState } from "../../browser/index.ts";
import type { FailedPage } from "../../crawler/index.ts";
import type { Fetcher, RobotsVerdict } from "../../fetcher/index.ts";
import type { PageSource, RobotsSource, SourceCall, SourcePage } from "../../mapper/index.ts";
import { createPageSource } from "../../scraper/index.ts";
import { pageFailure } from "../../scraper/internal.ts";
import type { Job } from "../jobs/job.ts";
import type { KindParts } from "./parts.ts";
import { engineFailure, PageRefused, UNKNOWN_FAILURE } from "./site-failure.ts";

/** What of a job says how its pages are brought. */
interface SiteRequest {
  readonly useBrowser: boolean;
  /** Of a saved session; it takes a browser. */
  readonly state: StorageState | undefined;
}

/** Challenge pages are shorter than this; a longer page is not read for the signs of one. */
const LONGEST_CHALLENGE = 262_144;

/**
 * Brings the pages of a map or a crawl and what robots.txt says of them, and keeps why those failed
 * that did (decisions, 7.3).
 */
export class SiteSource implements PageSource {
  readonly robots: RobotsSource;
  readonly #source: PageSource;
  readonly #failures = new Map<string, string>();
  #robotsFailure: string | undefined;

  constructor(
    { engines, settings }: Pick<KindParts, "engines" | "settings">,
    parts: SiteRequest & { readonly job: Pick<Job, "account" | "id"> },
  ) {
    const { fetcher, browser, proxies } = engines;
    const { job, useBrowser, state } = parts;
    const engine = useBrowser || state !== undefined ? "browser" : settings.engine;
    const visiting = { tenant: job.account, job: job.id, state };
    this.#source = createPageSource({ fetcher, browser, proxies }, { engine, visiting });
    this.robots = { check: (url, call) => this.#askRobots(fetcher.robots, url, call) };
  }

  /** Why robots.txt does not allow the page that was asked for first. */
  get robotsFailure(): string {
    return this.#robotsFailure ?? "disallowed by robots.txt";
  }

  async #askRobots(
    robots: Fetcher["robots"],
    ...[url, call]: Parameters<RobotsSource["check"]>
  ): Promise<RobotsVerdict> {
    const verdict = await robots.check(url, call);
    if (!verdict.allowed) this.#robotsFailure ??= robotsFailure(verdict);
    return verdict;
  }

  /** @throws what the engine throws; an error for a challenge page; the signal's reason */
  async fetch(url: string, call: SourceCall): Promise<SourcePage> {
    this.#failures.delete(url);
    try {
      const page = await this.#source.fetch(url, call);
      const refusal = isSuspect(page) ? await pageFailure(page, call.signal) : undefined;
      if (refusal?.code === "BLOCKED") throw new PageRefused(refusal.error);
      if (refusal !== undefined && page.status >= 400) this.#failures.set(url, refusal.error);
      return page;
    } catch (error) {
      const text = engineFailure(error);
      if (text !== undefined) this.#failures.set(url, text);
      throw error;
    }
  }

  /** Why a page of a crawl failed, in the words of the interface; asked once. */
  failureOf({ url, code, error, statusCode }: FailedPage): string {
    const known = this.#failures.get(url);
    this.#failures.delete(url);
    if (known !== undefined) return known;
    if (code === "HTTP_STATUS") return `HTTP ${statusCode ?? 0}`;
    const phrase = Object.hasOwn(phrases, code) ? phrases[code] : undefined;
    return phrase === undefined ? UNKNOWN_FAILURE : `${phrase}: ${error}`;
  }
}

/** Codes of a crawler's own failures, with the phrases that clients look for. */
const phrases: Readonly<Record<string, string>> = Object.freeze({
  TIMEOUT: "timeout",
  READ_TIMEOUT: "timeout",
  READER_LOST: "the page could not be read",
  TOO_MANY_REDIRECTS: "too many redirects",
  REDIRECT_LOOP: "redirect loop",
});

/** Whether a page may say that it is not the one that was asked for. */
function isSuspect({ status, unread, contentType, bytes }: SourcePage): boolean {
  if (unread || (status >= 300 && status < 400)) return false;
  const isPage = ["text/html", "application/xhtml+xml"].includes(contentType.sniffed);
  return status >= 400 || (isPage && bytes.length > 0 && bytes.length <= LONGEST_CHALLENGE);
}

/**
 * A site that cannot be reached cannot say what it allows either; it is then its own failure that is
 * told.
 */
function robotsFailure({ reason, status, cause }: RobotsVerdict): string {
  if (reason !== "unavailable") return "disallowed by robots.txt";
  if (status !== undefined)
    return `HTTP ${status}: robots.txt could not be loaded, so no page may be fetched`;
  return engineFailure(cause) ?? "disallowed by robots.txt: it could not be loaded";
}
