import type { SitePage, SiteRequest } from "../acquire/acquirer.ts";
import type { Body } from "../content/content.ts";
import { lookFailure, type LookFailure, type LookOutcome } from "./look.ts";
import type { LookerParts, Watched } from "./looker-parts.ts";
import { pageFailure, redirected } from "./page-failure.ts";
import { pageRequest } from "./page-request.ts";

/** What was seen of a site so far. */
interface Walk {
  readonly pages: Map<string, Body>;
  readonly unseen: Set<string>;
  finalUrl: string | null;
}

/**
 * Looks at the pages of a site. A page that cannot be loaded, or has no content, is one that is there
 * and was not seen; only where that is the start page, or there is no other, the look fails.
 */
export async function lookAtSite(
  parts: LookerParts,
  watched: Watched,
  signal: AbortSignal,
): Promise<LookOutcome> {
  const walk: Walk = { pages: new Map(), unseen: new Set(), finalUrl: null };
  const excluded = new Set(watched.row.excludedUrls as readonly string[]);
  const pages = parts.acquirer.site(siteRequest(watched), signal);
  let isStart = true;
  let step = await pages.next();
  try {
    while (step.done !== true) {
      const { value: page } = step;
      const failure = excluded.has(page.url)
        ? undefined
        : await read(parts, { watched, walk, page }, signal);
      if (failure !== undefined && isStart) return failure;
      isStart = false;
      step = await pages.next();
    }
  } finally {
    if (step.done !== true) await pages.return({ truncated: true });
  }
  if (walk.pages.size === 0) {
    return lookFailure("SITE_TRUNCATED", "No page of the site could be loaded.");
  }
  const { truncated } = step.value;
  return { status: "seen", look: { kind: "site", ...walk, truncated } };
}

function siteRequest(watched: Watched): SiteRequest {
  const { maxPages, maxDepth, includePatterns, excludePatterns } = watched.definition;
  const excludedUrls = watched.row.excludedUrls as readonly string[];
  const limits = { maxPages, maxDepth, includePatterns, excludePatterns, excludedUrls };
  return { ...pageRequest(watched), ...limits };
}

interface PageOfWalk {
  readonly watched: Watched;
  readonly walk: Walk;
  readonly page: SitePage;
}

async function read(
  { contentMaker }: LookerParts,
  { watched, walk, page }: PageOfWalk,
  signal: AbortSignal,
): Promise<LookFailure | undefined> {
  const unseen = (failure: LookFailure): LookFailure => {
    walk.unseen.add(page.url);
    return failure;
  };
  if (page.status === "failed") return unseen(startFailure(pageFailure(page)));
  const astray = redirected(watched, page);
  if (astray !== undefined) return unseen(astray);
  const { watchFormat: format, filters } = watched.definition;
  const source = { url: page.finalUrl, html: page.html };
  const made = await contentMaker.body(source, { format, filters }, signal);
  if (made.status === "failed") return unseen(lookFailure(made.code, made.error, made.cause));
  walk.finalUrl ??= page.finalUrl;
  walk.pages.set(page.url, made);
  return undefined;
}

/** What the failure of the start page is for the check. */
function startFailure(failure: LookFailure): LookFailure {
  if (failure.failure.code !== "PAGE_FAILED") return failure;
  return { ...failure, failure: { ...failure.failure, code: "SITE_TRUNCATED" } };
}
