import type { Operation } from "../../storage/index.ts";
import type { Candidate, FrontierCall, FrontierStep, HostState } from "../frontier.ts";
import { reasonFields, type UrlRow } from "./frontier-collections.ts";
import type { FrontierStore } from "./frontier-store.ts";
import { claimableOf, hostState } from "./host-state.ts";
import { ClaimPlan, type Claimable } from "./plan-claims.ts";
import { planEnds } from "./plan-ends.ts";
import { planFound, type FoundPlan, type FoundUrls } from "./plan-found.ts";
import type { StepContext } from "./step-context.ts";
import { crawlReasons } from "../reason.ts";

/** What a plan is made of, besides what its parts share. */
export interface PlanParts {
  readonly context: StepContext;
  readonly found: FoundUrls;
  readonly store: FrontierStore;
  readonly call: FrontierCall;
}

/** A step as it will be written. */
export interface StepPlan {
  readonly operations: readonly Operation[];
  /** Index of the first of the operations that claim. */
  readonly claimsFrom: number;
  readonly claimOperations: number;
  readonly refusals: FoundPlan["refusals"];
  readonly hosts: readonly HostState[];
  /** Whether other hosts' URLs may be claimed now that could not be before. */
  readonly opens: boolean;
}

/** Plans a step on the crawl as it was seen. */
export async function planStep(
  step: FrontierStep & { readonly add: readonly Candidate[] },
  parts: PlanParts,
): Promise<StepPlan> {
  const { context, found } = parts;
  const { draft, limits, now } = context;
  const [hadSlots, lowest] = [draft.hasSlots, draft.levels.lowest];
  const { refusals, operations } = planFound(step.add, found, context);
  const ends = planEnds(step, context);
  for (const { host, untilMs } of step.pause ?? []) {
    const { row } = draft.host(host);
    row.pausedUntil = Math.max(row.pausedUntil, untilMs);
  }
  for (const reason of crawlReasons) {
    draft.crawl.row[reasonFields[reason]] += step.refused?.[reason] ?? 0;
  }
  const level = limits.depth < Infinity ? draft.levels.lowest : undefined;
  const claims = new ClaimPlan(context, level);
  const wished = new Map<string, { readonly gapMs: number; readonly claimable: Claimable }>();
  for (const wish of step.claim ?? []) {
    const host = draft.knownHost(wish.host);
    if (host === undefined) continue;
    const before =
      wished.get(wish.host)?.claimable ??
      (level === undefined || host.row.waiting === 0
        ? claimableOf(host.row)
        : await claimableAt(level, { host: wish.host, count: wish.count }, parts));
    wished.set(wish.host, { gapMs: wish.gapMs, claimable: claims.add(wish, before) });
  }
  const state = { now, hasSlots: draft.hasSlots };
  const counts = draft.operations();
  return {
    operations: [...counts, ...operations, ...ends, ...claims.operations, ...claims.check()],
    claimsFrom: counts.length + operations.length + ends.length,
    claimOperations: claims.operations.length,
    refusals,
    hosts: draft.hosts().map((row) => hostState(row, { ...state, ...wished.get(row.host) })),
    opens: (!hadSlots && draft.hasSlots) || lowest !== draft.levels.lowest,
  };
}

/** What can be claimed of a host at a level; of more than the wish wants, at least one more. */
async function claimableAt(
  depth: number,
  { host, count }: { readonly host: string; readonly count: number },
  { context, store, call }: PlanParts,
): Promise<Claimable> {
  const { lanes, joining } = context;
  const query = { depth, limit: count + 1 };
  const [again, ready] = await Promise.all(
    [lanes.again(host), lanes.ready(host)].map(
      async (lane) => (await store.countIn(lane, query, call)) + joining.at(lane, depth),
    ),
  );
  return { again: again ?? 0, ready: ready ?? 0 };
}

/** Whether a row is still that of a claim. */
export function isClaimed(row: UrlRow | undefined, attempt: number, lane: string): boolean {
  return row !== undefined && row.attempt === attempt && row.lane === lane;
}
