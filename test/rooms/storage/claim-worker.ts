import { on } from "node:events";
import { CLAIM_LIMIT, claims, type WorkerOrder, type WorkerReport } from "./claims.ts";
import { openRecords } from "./open-records.ts";

// A process that claims and settles what is due: claim-worker.ts KIND TARGET NAME. The parent says
// what time it is, and the worker works until nothing is due at that time.
const [kind = "", target = "", owner = ""] = process.argv.slice(2);
const call = { signal: new AbortController().signal };
const records = await openRecords(kind, target);
await records.ensure([claims], call);
report({ kind: "ready" });

let claimCount = 0;

for await (const [order] of on(process, "message") as AsyncIterable<[WorkerOrder]>) {
  while (await workOnce(order));
  report({ kind: "empty" });
}

async function workOnce({ now, lastClaim }: WorkerOrder): Promise<boolean> {
  const claimed = await records.update(
    claims,
    {
      where: { settled: false, dueAt: { lte: now }, leasedUntil: { lte: now } },
      order: [["dueAt", "asc"]],
      limit: CLAIM_LIMIT,
      set: { leasedUntil: now + 1, owner },
      add: { runs: 1 },
    },
    call,
  );
  if (claimed.length === 0) return false;
  report({ kind: "claimed", count: claimed.length });
  claimCount += 1;
  // Here it waits to be killed.
  if (claimCount === lastClaim) await new Promise(() => {});
  const settled = await records.update(
    claims,
    {
      where: { id: { in: claimed.map(({ id }) => id) }, owner, leasedUntil: now + 1 },
      set: { settled: true },
    },
    call,
  );
  report({ kind: "settled", count: settled.length });
  return true;
}

function report(message: WorkerReport): void {
  process.send?.(message);
}
