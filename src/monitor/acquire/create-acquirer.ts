import { checkArgument } from "../../core/index.ts";
import type { Json } from "../../storage/index.ts";
import { notConfigured } from "./acquire-failure.ts";
import { acquirePage } from "./acquire-page.ts";
import type { PageScraper, SiteActions, SiteCrawler, SiteCrawlers } from "./acquire-ports.ts";
import { acquireSite } from "./acquire-site.ts";
import type {
  AcquireFailure,
  Acquirer,
  ActionRequest,
  SitePage,
  SiteRequest,
  SiteSummary,
} from "./acquirer.ts";

/** What an acquirer works with; each is borrowed and left open. */
export interface AcquirerCollaborators {
  /** Brings single pages: `createScraper()` of `dragline/scraper`. */
  readonly scraper: PageScraper;
  /**
   * Walks sites: `createCrawler()` of `dragline/crawler`. Those that want a browser or a session
   * fail with it (`NOT_CONFIGURED`), as a crawler's pages come in one way; they take `crawlers`.
   */
  readonly crawler?: SiteCrawler | undefined;
  /** Makes a crawler for each walk, in place of `crawler`. */
  readonly crawlers?: SiteCrawlers | undefined;
  /** Runs the actions of sites. Without it they fail (`NOT_CONFIGURED`). */
  readonly actions?: SiteActions | undefined;
}

/**
 * Makes an acquirer of a scraper and a crawler. A page that was cut off fails (`TRUNCATED`), as the
 * rest of it would look like a change. Of a site whose pages did not all come, but for those that
 * are gone (404, 410), the walk counts as truncated. The links of excluded pages are followed.
 */
export function createAcquirer(collaborators: AcquirerCollaborators): Acquirer {
  checkArgument("collaborators of createAcquirer({ scraper })", collaborators, "object");
  const { scraper, actions } = collaborators;
  return {
    page: (request, signal) => acquirePage(scraper, request, signal),
    site: (request, signal) => {
      checkArgument("request of site(request, signal)", request, "object");
      return walk(collaborators, request, signal);
    },
    action: (request, signal) => runAction(actions, request, signal),
  };
}

async function* walk(
  { crawler, crawlers }: AcquirerCollaborators,
  request: SiteRequest,
  signal: AbortSignal,
): AsyncGenerator<SitePage, SiteSummary> {
  if (crawlers === undefined) {
    const single = plain(crawler, request);
    return yield* "status" in single
      ? failed(request, single)
      : acquireSite(single, request, signal);
  }
  const opened = await crawlers.open(request, signal);
  if ("status" in opened) return yield* failed(request, opened);
  await using one = opened;
  return yield* acquireSite(one, request, signal);
}

async function* failed(
  { url }: SiteRequest,
  failure: AcquireFailure,
): AsyncGenerator<SitePage, SiteSummary> {
  yield { url, ...failure };
  return { truncated: true };
}

function plain(
  crawler: SiteCrawler | undefined,
  request: SiteRequest,
): SiteCrawler | AcquireFailure {
  const { useBrowser, sessionId } = request;
  if (crawler === undefined) return notConfigured("a site crawler");
  if (useBrowser || sessionId !== null) return notConfigured("a site crawler that uses a browser");
  return crawler;
}

async function runAction(
  actions: SiteActions | undefined,
  request: ActionRequest,
  signal: AbortSignal,
): Promise<{ readonly status: "completed"; readonly result: Json } | AcquireFailure> {
  return actions?.run(request, signal) ?? notConfigured("a runner of actions");
}
