import { jobTimes } from "../base/job-times.ts";
import { availableParallelism } from "node:os";
import { createBrowser } from "../../browser/index.ts";
import { createFetcher, type Fetcher } from "../../fetcher/index.ts";
import { createConnector } from "../../net/index.ts";
import { createScraper } from "../../scraper/index.ts";
import type { Clock, Disposer, Ids } from "../../core/index.ts";
import type { ServiceCollaborators } from "./collaborators.ts";
import type { SavedSessions } from "../base/saved-sessions.ts";
import type { Engines } from "../base/parts.ts";
import type { ServiceSettings } from "../base/service-settings.ts";

/**
 * Pages are read beside the thread that answers, where there is a second core. One reads as many as
 * that one can answer for; more are for large pages.
 */
const READER_THREADS = Math.min(4, availableParallelism() - 1);

/** What engines are made with. */
interface EngineParts extends Omit<ServiceCollaborators, "sessions"> {
  readonly sessions: SavedSessions | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Takes what is made here. */
  readonly owned: Disposer;
}

/**
 * The engines of a service: what the host gave, and our own for the rest.
 * @throws NetError `INVALID_ALLOW_ENTRY`
 */
export function createEngines(parts: EngineParts, { allow }: ServiceSettings): Engines {
  const { owned, clock, ids, resolver, dialer, proxies, sessions } = parts;
  const fetcher: Pick<Fetcher, "fetch" | "robots"> =
    parts.fetcher ?? owned.add(createFetcher({ clock, ids, resolver, dialer, proxies }, { allow }));
  const connecting = resolver ?? dialer;
  const connector = connecting && createConnector({ resolver, dialer, clock }, { allow });
  const browser = parts.browser ?? owned.add(createBrowser({ clock, connector }, { allow }));
  const scraper = owned.add(
    createScraper(
      {
        fetcher,
        browser,
        proxies,
        clock,
        sessions: sessions && { load: (id, signal) => sessions.load(id, { signal }) },
      },
      { timeoutMs: jobTimes.scrape, threads: READER_THREADS },
    ),
  );
  return { scraper, fetcher, browser, proxies };
}
