import { updating, type Operation } from "../../storage/index.ts";
import type { FrontierCall, FrontierLimits } from "../frontier.ts";
import { Draft, NEVER } from "./draft.ts";
import { urlRows } from "./frontier-collections.ts";
import type { FrontierStore } from "./frontier-store.ts";

/** Hosts, and URLs of each, that are ended in one step. */
const HOSTS_AT_ONCE = 50;
const URLS_AT_ONCE = 500;

/**
 * Ends some of what waits, and the crawl when nothing does.
 * @returns whether the crawl is finished; "more" when there is more to end; undefined when another
 *   worker was in the way
 */
export async function finishCrawl(
  store: FrontierStore,
  limits: FrontierLimits,
  call: FrontierCall,
): Promise<boolean | "more" | undefined> {
  const waiting = await store.waitingHosts(call);
  const names = waiting.slice(0, HOSTS_AT_ONCE).map(({ host }) => host);
  const draft = new Draft(await store.see(names, limits, call));
  const { row, guard } = draft.crawl;
  if (row.finished) return true;
  if (row.claimed > 0 || row.held > 0 || (row.waiting > 0 && draft.hasSlots)) return false;
  draft.crawl.guard = { ...guard, claimed: 0, held: 0, waiting: row.waiting };
  const operations: Operation[] = [];
  for (const name of names) operations.push(await endReady(store, { name, draft, limits }, call));
  row.finished = row.waiting === 0;
  const outcome = await store.atomic([...draft.operations(), ...operations], call);
  if (!outcome.applied) return undefined;
  return row.finished || "more";
}

interface EndParts {
  readonly name: string;
  readonly draft: Draft;
  readonly limits: FrontierLimits;
}

async function endReady(
  store: FrontierStore,
  { name, draft, limits }: EndParts,
  call: FrontierCall,
): Promise<Operation> {
  const lane = store.lanes.ready(name);
  const rows = await store.dueIn(lane, { by: NEVER, limit: URLS_AT_ONCE }, call);
  const { row } = draft.crawl;
  row.waiting -= rows.length;
  row.limit += rows.length;
  draft.host(name).row.waiting -= rows.length;
  if (limits.depth < Infinity) for (const { depth } of rows) draft.levels.add(depth, -1);
  const keys = rows.map(({ key }) => key);
  const set = { lane: null, reason: "limit" };
  return updating(urlRows, { where: { key: { in: keys }, lane }, set }, keys.length);
}
