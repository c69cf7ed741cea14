import { inserting, updating, type Operation } from "../../storage/index.ts";
import type { Candidate, StepOutcome } from "../frontier.ts";
import { urlRows, type UrlRow } from "./frontier-collections.ts";
import { hostOf } from "./host-of.ts";
import { refusalOf, roomOf } from "./refusal-of.ts";
import type { StepContext } from "./step-context.ts";

/** What is known of the URLs that a step found. */
export interface FoundUrls {
  /** Keys of the URLs that may be new; the others are known. */
  readonly keys: ReadonlyMap<string, string>;
  /** Those of them that are known after all. */
  readonly rows: ReadonlyMap<string, UrlRow>;
  /** Gives places in the order of discovery. */
  readonly nextSeq: () => number;
}

/** What becomes of them. */
export interface FoundPlan {
  readonly refusals: StepOutcome["refusals"];
  readonly operations: readonly Operation[];
}

/** Plans what becomes of URLs that were found. */
export function planFound(
  candidates: readonly Candidate[],
  urls: FoundUrls,
  context: StepContext,
): FoundPlan {
  const { draft, limits } = context;
  const rows = new Map<string, UrlRow>();
  const operations: Operation[] = [];
  let isFull = false;
  const refusals = candidates.map((candidate) => {
    const key = urls.keys.get(candidate.url);
    const known = key === undefined ? undefined : (rows.get(key) ?? urls.rows.get(key));
    const refusal =
      key === undefined || known !== undefined
        ? "duplicate"
        : refusalOf(candidate.depth, limits, draft.crawl.row);
    if (key !== undefined && refusal === undefined) {
      rows.set(key, takeUp(candidate, { key, seq: urls.nextSeq() }, context));
    }
    if (refusal !== undefined) draft.crawl.row[refusal] += 1;
    isFull ||= refusal === "limit";
    if (known !== undefined && limits.depth < Infinity && known.depth > candidate.depth) {
      operations.push(...comeNearer(candidate, known, { rows, context }));
    }
    return refusal;
  });
  guardRoom({ taken: rows.size, isFull }, context);
  if (rows.size > 0) operations.unshift(inserting(urlRows, [...rows.values()]));
  return { refusals, operations };
}

function takeUp(
  { url, depth, hops, from }: Candidate,
  { key, seq }: { readonly key: string; readonly seq: number },
  { draft, lanes, joining, limits }: StepContext,
): UrlRow {
  const name = hostOf(url);
  const lane = lanes.ready(name);
  draft.crawl.row.waiting += 1;
  draft.host(name).row.waiting += 1;
  if (limits.depth < Infinity) {
    draft.levels.add(depth, 1);
    joining.add(lane, depth);
  }
  const crawl = draft.crawl.row.id;
  const fresh = { crawl, lane, until: 0, attempt: 0, reason: null };
  return { key, url, depth, seq, hops, from, ...fresh };
}

interface NearerParts {
  readonly rows: Map<string, UrlRow>;
  readonly context: StepContext;
}

/**
 * A redirect may lead, on this level, to what a page of this level named for the next. What was
 * claimed meanwhile cannot come nearer, and the step is planned anew.
 */
function comeNearer(
  { url, depth, hops, from }: Candidate,
  known: UrlRow,
  { rows, context }: NearerParts,
): Operation[] {
  const { draft, lanes, joining } = context;
  const lane = lanes.ready(hostOf(url));
  if (known.lane !== lane) return [];
  draft.levels.add(known.depth, -1);
  draft.levels.add(depth, 1);
  joining.add(lane, depth);
  const set = { depth, hops, from };
  if (rows.has(known.key)) {
    rows.set(known.key, { ...known, ...set });
    return [];
  }
  const where = { key: known.key, lane, depth: known.depth };
  return [updating(urlRows, { where, set }, 1)];
}

/** Whether there is room is judged by the crawl as it is when the step is written. */
function guardRoom(
  { taken, isFull }: { readonly taken: number; readonly isFull: boolean },
  { draft, limits }: StepContext,
): void {
  const most = roomOf(limits) - taken;
  if (most === Infinity || draft.crawl.row.finished) return;
  const { guard } = draft.crawl;
  if (taken > 0 && isFull) draft.crawl.guard = { ...guard, occupied: { gte: most, lte: most } };
  else if (taken > 0) draft.crawl.guard = { ...guard, occupied: { lte: most } };
  else if (isFull) draft.crawl.guard = { ...guard, occupied: { gte: most } };
}
