import { updating } from "../../storage/index.ts";
import type { FrontierCall, FrontierLimits } from "../frontier.ts";
import { Draft } from "./draft.ts";
import { urlRows, type UrlRow } from "./frontier-collections.ts";
import type { FrontierStore } from "./frontier-store.ts";
import { hostOf } from "./host-of.ts";

/** Claims that are released in one step. */
const AT_ONCE = 500;

/**
 * Makes claims waiting again whose lease ends by a time, some of them at once.
 * @returns "more" when there may be others; undefined when another worker was in the way
 */
export async function releaseClaims(
  store: FrontierStore,
  { by, limits }: { readonly by: number; readonly limits: FrontierLimits },
  call: FrontierCall,
): Promise<"more" | "done" | undefined> {
  const { lanes } = store;
  const rows = await store.dueIn(lanes.claimed, { by, limit: AT_ONCE }, call);
  if (rows.length === 0) return "done";
  const byHost = Map.groupBy(rows, ({ url }) => hostOf(url));
  const draft = new Draft(await store.see(byHost.keys(), limits, call));
  const operations = [...byHost].map(([host, ofHost]) => {
    count(draft, host, ofHost);
    const keys = ofHost.map(({ key }) => key);
    const where = { key: { in: keys }, lane: lanes.claimed, until: { lte: by } };
    const set = { lane: lanes.again(host), until: 0 };
    return updating(urlRows, { where, set }, keys.length);
  });
  const outcome = await store.atomic([...draft.operations(), ...operations], call);
  if (!outcome.applied) return undefined;
  return rows.length < AT_ONCE ? "done" : "more";
}

function count(draft: Draft, name: string, { length }: readonly UrlRow[]): void {
  const { row } = draft.crawl;
  row.claimed -= length;
  row.waiting += length;
  row.held += length;
  const host = draft.host(name).row;
  host.active -= length;
  host.waiting += length;
  host.held += length;
}
