import { inserting, removing, type Records } from "../../storage/index.ts";
import { pageRows, type PageRow } from "../collections.ts";
import type { Body } from "../content/content.ts";
import {
  beyondCompare,
  hashedBody,
  type CompareParts,
  type Comparison,
  type HashedBody,
} from "./compare-body.ts";
import type { Finding, FindingOutcome } from "./finding.ts";
import { hashOf } from "./hashes.ts";
import { judgeBody, type BodyJudgement } from "./judge-body.ts";
import type { LookFailure } from "./look.ts";
import { siteListing } from "./site-listing.ts";

/** What comparing sites works with. */
interface CompareSiteParts extends CompareParts {
  readonly records: Records;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A page that changed, as changes have it. */
interface ChangedPage {
  readonly url: string;
  readonly beforeHash: string;
  readonly afterHash: string;
  readonly stats: { readonly adds: number; readonly dels: number };
}

/** What a site comes to, page by page. */
interface SiteState {
  readonly rows: PageRow[];
  /** Hashes as they are now, by URL. */
  readonly listed: Map<string, string>;
  readonly texts: Map<string, string>;
  readonly added: string[];
  readonly removed: string[];
  readonly changed: ChangedPage[];
  /** Pages whose bodies before are gone from where they are kept. */
  readonly gone: string[];
}

/**
 * Compares the pages of a site with those that are tracked. Pages that were not seen keep their last
 * state; where the walk was cut off nothing is removed.
 */
export async function compareSite(
  parts: CompareSiteParts,
  comparison: Comparison<"site">,
  signal: AbortSignal,
): Promise<FindingOutcome> {
  const { row } = comparison.watched;
  const where = { monitorId: row.id };
  const rows = await parts.records.find(pageRows, { where }, { signal });
  const tracked = rows.filter(({ status }) => status !== "removed");
  const known = new Map(tracked.map((page) => [page.url, page]));
  const state: SiteState = {
    rows: [],
    listed: new Map(),
    texts: new Map(),
    added: [],
    removed: [],
    changed: [],
    gone: [],
  };
  for (const [url, body] of comparison.look.pages) {
    const before = known.get(url);
    const failure =
      before === undefined
        ? addPage({ state, comparison }, { url, body }, parts.now())
        : await comparePage(parts, { state, comparison, before, body }, signal);
    if (failure !== undefined) return failure;
  }
  for (const before of tracked) leavePage({ state, comparison }, before);
  return findingOf(comparison, state);
}

interface SiteWork {
  readonly state: SiteState;
  readonly comparison: Comparison<"site">;
}

function addPage(
  { state, comparison }: SiteWork,
  { url, body }: { readonly url: string; readonly body: Body },
  now: number,
): undefined {
  const hashed = hashedBody(body);
  const monitorId = comparison.watched.row.id;
  const seen = { firstSeenAt: now, lastSeenAt: now };
  state.rows.push({ monitorId, url, status: "added", ...hashesOf(hashed), ...seen });
  state.added.push(url);
  list(state, url, hashed);
}

async function comparePage(
  parts: CompareSiteParts,
  work: SiteWork & { readonly before: PageRow; readonly body: Body },
  signal: AbortSignal,
): Promise<LookFailure | undefined> {
  const { state, comparison, before, body } = work;
  const hashed = hashedBody(body);
  const judgement = await judgePage(parts, { comparison, before, body }, signal);
  if (judgement.status === "failed") return judgement;
  const { counts, moves, stats, isGone } = judgement;
  const { url, contentHash: beforeHash } = before;
  const status = counts ? "changed" : "unchanged";
  const hashes = moves ? hashesOf(hashed) : {};
  state.rows.push({ ...before, ...hashes, status, lastSeenAt: parts.now() });
  if (counts) {
    state.changed.push({ url, beforeHash: beforeHash ?? "", afterHash: hashed.bodyHash, stats });
  }
  if (isGone) state.gone.push(url);
  list(state, url, hashed);
  return undefined;
}

async function judgePage(
  { contentMaker, bodies }: CompareSiteParts,
  work: Pick<SiteWork, "comparison"> & { readonly before: PageRow; readonly body: Body },
  signal: AbortSignal,
): Promise<BodyJudgement | LookFailure> {
  const { comparison, before: page, body: after } = work;
  const { row, definition } = comparison.watched;
  const hash = page.comparedHash ?? page.contentHash ?? "";
  const isSame = hash === hashOf(after.compared);
  const text = isSame ? after.compared : (await bodies.read(row.id, hash, { signal }))?.text;
  if (text === undefined) return beyondCompare(after);
  return judgeBody(contentMaker, { before: text, after, filters: definition.filters }, signal);
}

/** A page that was not seen now: it is removed where it would have been. */
function leavePage({ state, comparison }: SiteWork, before: PageRow): void {
  const { pages, unseen, truncated } = comparison.look;
  const { url, contentHash } = before;
  if (pages.has(url)) return;
  if (truncated || unseen.has(url)) {
    state.rows.push({ ...before, status: "unchanged" });
    state.listed.set(url, contentHash ?? "");
    return;
  }
  state.rows.push({ ...before, status: "removed", contentHash: null, comparedHash: null });
  state.removed.push(url);
}

function list(state: SiteState, url: string, { bodyHash, texts }: HashedBody): void {
  state.listed.set(url, bodyHash);
  for (const [hash, text] of texts) state.texts.set(hash, text);
}

function hashesOf({
  bodyHash,
  comparedHash,
}: HashedBody): Pick<PageRow, "contentHash" | "comparedHash"> {
  return { contentHash: bodyHash, comparedHash };
}

function findingOf({ watched, look, baseline }: Comparison<"site">, state: SiteState): Finding {
  const { rows, listed, texts, added, removed, changed } = state;
  const listing = siteListing(listed);
  const contentHash = hashOf(listing);
  const isChanged = added.length + removed.length + changed.length > 0;
  const stats = { added: added.length, removed: removed.length, changed: changed.length };
  const diff = { type: "site", added, removed, changed, stats } as const;
  const facts = { comparedHash: null, extractedData: null, pages: listed.size };
  return {
    status: "found",
    snapshot: { contentHash, bodyHash: contentHash, ...facts },
    texts: new Map([...texts, [contentHash, listing]]),
    movesBaseline: true,
    finalUrl: look.finalUrl,
    change: isChanged && baseline !== undefined ? { diff, summary: null } : undefined,
    counts: {
      pagesCrawled: look.pages.size,
      pagesAdded: stats.added,
      pagesChanged: stats.changed,
      pagesRemoved: stats.removed,
    },
    uncompared: uncomparedText(state),
    operations: [
      removing(pageRows, { where: { monitorId: watched.row.id } }),
      inserting(pageRows, rows),
    ],
  };
}

function uncomparedText({ gone }: SiteState): string | undefined {
  const [first] = gone;
  if (first === undefined) return undefined;
  const which = gone.length === 1 ? first : `${first} and ${gone.length - 1} more pages`;
  return `What ${which} is compared with is gone from where bodies are kept: nothing was compared there, and later checks compare with the pages as they are now.`;
}
