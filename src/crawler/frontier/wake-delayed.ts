import { updating } from "../../storage/index.ts";
import type { FrontierCall } from "../frontier.ts";
import { NEVER } from "./draft.ts";
import { hostRows, urlRows, type HostRow } from "./frontier-collections.ts";
import type { FrontierStore } from "./frontier-store.ts";

/** URLs that are woken in one step. */
const AT_ONCE = 500;

/**
 * Moves URLs of a host that have become due to where they are claimed from. A step of its own that
 * changes nothing that a caller can see: without it a claim would read past all that are not due.
 */
export async function wakeDelayed(
  store: FrontierStore,
  { crawl, host, turns }: HostRow,
  { now, call }: { readonly now: number; readonly call: FrontierCall },
): Promise<void> {
  const { lanes } = store;
  const lane = lanes.delayed(host);
  const first = await store.dueIn(lane, { by: NEVER, limit: AT_ONCE + 1 }, call);
  const due = first.filter(({ until }) => until <= now).slice(0, AT_ONCE);
  const dueAt = first[due.length]?.until ?? NEVER;
  const keys = due.map(({ key }) => key);
  const change = { set: { dueAt }, add: { delayed: -due.length, turns: 1 } };
  // When another worker does the same at this time, or delays another URL, it is for the next step.
  await store.atomic(
    [
      updating(hostRows, { where: { crawl, host, turns }, ...change }, 1),
      updating(
        urlRows,
        { where: { key: { in: keys }, lane }, set: { lane: lanes.again(host), until: 0 } },
        keys.length,
      ),
    ],
    call,
  );
}
