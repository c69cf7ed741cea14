import type { Clock, Ids } from "../core/index.ts";
import type { PageSource, RobotsSource } from "../mapper/index.ts";
import { wait, type Deadline } from "../core/index.ts";
import type { SourcePage } from "../mapper/index.ts";
import { redirectOf } from "../mapper/internal.ts";
import type { RetrySettings } from "./retry-rule.ts";
import type { CanonicalPages } from "./canonical-pages.ts";
import type { SeenFingerprints } from "./seen-fingerprints.ts";
import { NO_PAGE, type KeptPage, type Standing } from "./canonical-pages.ts";
import type { CrawlSettings } from "./crawl-settings.ts";
import { LatePage } from "./late-page.ts";
import type { PageReading, PageReader } from "./reader/page-reader.ts";

/** What the attempts of one crawl share. */
export interface AttemptParts {
  readonly source: PageSource;
  /** Undefined: robots.txt is not obeyed. */
  readonly robots: RobotsSource | undefined;
  readonly reader: PageReader;
  readonly seen: SeenFingerprints;
  /** Of use where canonical links are followed. */
  readonly canonicals: CanonicalPages;
  /** The product token by which pages may address the crawler. */
  readonly agent: string;
  /** Least milliseconds between two requests to one host. */
  readonly delayMs: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: CrawlSettings;
  readonly retrying: RetrySettings;
  readonly pageTimeoutMs: number;
}

type Seen = { readonly standing: Standing; readonly kept?: KeptPage };

const NOTHING: Seen = Object.freeze({ standing: NO_PAGE });

/**
 * Goes to a URL that a page names as its canonical one, before its turn, once and as gently as to any
 * other: after the site's delay, and not where robots.txt forbids it. Never rejects.
 */
export async function lookAhead(parts: AttemptParts, url: string, limit: Deadline): Promise<Seen> {
  try {
    return await look(parts, url, limit);
  } catch {
    // A hint that leads nowhere, for now at least.
    return NOTHING;
  }
}

async function look(parts: AttemptParts, url: string, limit: Deadline): Promise<Seen> {
  const { robots, settings, source, reader, agent, clock } = parts;
  const { country, mediaTypes, headers, session } = settings;
  const { signal } = limit;
  const verdict = await robots?.check(url, { signal, country });
  if (verdict?.allowed === false) return NOTHING;
  const delayMs = Math.max(parts.delayMs, verdict?.crawlDelayMs ?? 0);
  // The page that names it has to be read in time, too.
  if (delayMs >= limit.remaining() / 2) return NOTHING;
  if (delayMs > 0) await wait(clock, delayMs, signal);
  const call = { signal, redirect: "manual", retries: 0, mediaTypes, headers } as const;
  const page = await source.fetch(url, { ...call, country, session });
  const to = redirectOf(page, url);
  if (to !== undefined) return movedTo(to, url, settings);
  if (!isWanted(page, settings)) return NOTHING;
  const reading = await reader.read(new LatePage(page, agent), signal);
  return { standing: standingOf(reading, settings), kept: { page, reading } };
}

function movedTo(target: string, from: string, { judge }: CrawlSettings): Seen {
  const { url, refusal } = judge.judge(target, false);
  if (refusal !== undefined || url === from) return NOTHING;
  return { standing: { kind: "moved", to: url } };
}

/** Whether a page is one that the crawl reads. */
export function isWanted(page: SourcePage, { mediaTypes }: CrawlSettings): boolean {
  const { status, unread, contentType } = page;
  return status < 400 && !unread && mediaTypes.includes(contentType.sniffed);
}

/** What a page that was read is to those that name it. */
export function standingOf({ canonical }: PageReading, { judge }: CrawlSettings): Standing {
  const judged = canonical === undefined ? undefined : judge.judge(canonical, false);
  return { kind: "page", names: judged?.refusal === undefined ? judged?.url : undefined };
}
