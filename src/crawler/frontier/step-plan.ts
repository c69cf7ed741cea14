import type { Operation } from "../../storage/index.ts";
import type { Candidate, FrontierCall, FrontierStep, HostState, HostWish } from "../frontier.ts";
import { reasonFields } from "./frontier-collections.ts";
import type { FrontierStore } from "./frontier-store.ts";
import { claimableOf, hostState } from "./host-state.ts";
import { ClaimPlan, type Claimable } from "./plan-claims.ts";
import { planEnds } from "./plan-ends.ts";
import { FoundPlanner, type FoundPlan, type FoundUrls } from "./plan-found.ts";
import type { StepContext } from "./step-context.ts";
import { crawlReasons } from "../reason.ts";

/** What a plan is made of, besides what its parts share. */
interface PlanParts {
  readonly context: StepContext;
  readonly found: FoundUrls;
  readonly store: FrontierStore;
  readonly call: FrontierCall;
}

/** A step as it will be written. */
interface StepPlan {
  readonly operations: readonly Operation[];
  /** Index of the first of the operations that claim. */
  readonly claimsFrom: number;
  readonly claimOperations: number;
  readonly refusals: FoundPlan["refusals"];
  readonly known: FoundPlan["known"];
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
  const { draft, now } = context;
  const [hadSlots, lowest] = [draft.hasSlots, draft.levels.lowest];
  const { operations, ...outcome } = new FoundPlanner(found, context).plan(step.add);
  const ends = planEnds(step, context);
  planPausesAndCounts(step, context);
  const claims = await planClaims(step.claim ?? [], parts);
  const counts = draft.operations();
  const before = [...counts, ...operations, ...ends];
  const { hasSlots } = draft;
  const hosts = draft
    .hosts()
    .map((row) => hostState(row, { now, hasSlots, ...claims.wished.get(row.host) }));
  return {
    ...outcome,
    operations: [...before, ...claims.operations, ...claims.check],
    claimsFrom: before.length,
    claimOperations: claims.operations.length,
    hosts,
    opens: (!hadSlots && hasSlots) || lowest !== draft.levels.lowest,
  };
}

function planPausesAndCounts({ pause, refused }: FrontierStep, { draft }: StepContext): void {
  for (const { host, untilMs } of pause ?? []) {
    const { row } = draft.host(host);
    row.pausedUntil = Math.max(row.pausedUntil, untilMs);
  }
  for (const reason of crawlReasons) {
    draft.crawl.row[reasonFields[reason]] += refused?.[reason] ?? 0;
  }
}

/** Claims as they will be written. */
interface PlannedClaims {
  readonly operations: readonly Operation[];
  readonly check: readonly Operation[];
  /** What each host was wanted for, and what can still be claimed of it. */
  readonly wished: ReadonlyMap<string, { readonly gapMs: number; readonly claimable: Claimable }>;
}

async function planClaims(wishes: readonly HostWish[], parts: PlanParts): Promise<PlannedClaims> {
  const { draft, limits } = parts.context;
  const level = limits.depth < Infinity ? draft.levels.lowest : undefined;
  const plan = new ClaimPlan(parts.context, level);
  const wished = new Map<string, { readonly gapMs: number; readonly claimable: Claimable }>();
  for (const wish of wishes) {
    const row = draft.knownHost(wish.host)?.row;
    if (row === undefined || wished.has(wish.host)) continue;
    const claimable =
      level === undefined || row.waiting === 0
        ? claimableOf(row)
        : await claimableAt(level, wish, parts);
    wished.set(wish.host, { gapMs: wish.gapMs, claimable: plan.add(wish, claimable) });
  }
  return { operations: plan.operations, check: plan.check(), wished };
}

/** What can be claimed of a host at a level; of more than the wish wants, at least one more. */
async function claimableAt(
  depth: number,
  { host, count }: HostWish,
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
