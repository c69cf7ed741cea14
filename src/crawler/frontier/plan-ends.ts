import { updating, type Operation } from "../../storage/index.ts";
import type { Claim, FrontierStep, Retry, Settlement } from "../frontier.ts";
import { reasonFields, urlRows } from "./frontier-collections.ts";
import { readToken } from "./lanes.ts";
import type { StepContext } from "./step-context.ts";

/** Claims whose rows change in the same way. */
interface EndGroup {
  readonly keys: string[];
  readonly attempt: number;
  readonly set: { readonly lane: string | null; readonly until?: number; readonly reason?: string };
}

/**
 * Plans how claims end and which are tried again. Claims that are no longer valid must have been
 * left out: the step does not hold with them.
 */
export function planEnds(
  { settle = [], retry = [] }: Pick<FrontierStep, "settle" | "retry">,
  context: StepContext,
): Operation[] {
  const groups = new Map<string, EndGroup>();
  for (const settlement of settle) {
    countSettled(settlement, context);
    const { reason, claim } = settlement;
    group(groups, claim, { lane: null, reason });
  }
  for (const each of retry) group(groups, each.claim, retried(each, context));
  const lane = context.lanes.claimed;
  return Array.from(groups.values(), ({ keys, attempt, set }) =>
    updating(urlRows, { where: { key: { in: keys }, attempt, lane }, set }, keys.length),
  );
}

function group(groups: Map<string, EndGroup>, { token }: Claim, set: EndGroup["set"]): void {
  const { key, attempt } = readToken(token);
  const name = `${attempt} ${set.reason} ${set.until} ${set.lane}`;
  const known = groups.get(name);
  if (known === undefined) groups.set(name, { keys: [key], attempt, set });
  else known.keys.push(key);
}

function countSettled({ claim, reason, slot }: Settlement, context: StepContext): void {
  const { draft, limits } = context;
  const { row } = draft.crawl;
  row.claimed -= 1;
  row[reasonFields[reason]] += 1;
  if (slot === "returned") row.started -= 1;
  draft.host(claim.host).row.active -= 1;
  if (limits.depth < Infinity) draft.levels.add(claim.depth, -1);
}

function retried({ claim, dueAt }: Retry, context: StepContext): EndGroup["set"] {
  const { draft, lanes, joining, now } = context;
  const { row } = draft.crawl;
  const { row: host } = draft.host(claim.host);
  row.claimed -= 1;
  row.waiting += 1;
  row.held += 1;
  host.active -= 1;
  host.waiting += 1;
  host.held += 1;
  if (dueAt <= now) {
    const lane = lanes.again(claim.host);
    joining.add(lane, claim.depth);
    return { lane, until: 0 };
  }
  host.delayed += 1;
  host.dueAt = Math.min(host.dueAt, dueAt);
  return { lane: lanes.delayed(claim.host), until: dueAt };
}
