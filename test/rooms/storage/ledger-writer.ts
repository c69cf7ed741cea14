import { inserting, updating } from "dragline/storage";
import { leftSide, ledger, rightSide, singles, sums, TEXT_LENGTH } from "./ledger.ts";
import { openRecords } from "./open-records.ts";

// A process that writes until it is killed: ledger-writer.ts KIND TARGET NAME. Each write that was
// acknowledged is told to the parent.
const [kind = "", target = "", name = ""] = process.argv.slice(2);
const call = { signal: new AbortController().signal };
const records = await openRecords(kind, target);
await records.ensure(ledger, call);
const text = "x".repeat(TEXT_LENGTH);

for (let count = 0; ; count += 1) {
  const id = `${name}-${count}`;
  await records.insert(singles, [{ id, text }], call);
  process.send?.({ single: id });
  const outcome = await records.atomic(
    [
      inserting(leftSide, [{ id, text }]),
      updating(sums, { where: { id: "all" }, add: { pairs: 1 } }, 1),
      inserting(rightSide, [{ id, text }]),
    ],
    call,
  );
  if (!outcome.applied) throw new Error(outcome.reason);
  process.send?.({ pair: id });
  // The event loop turns, so that the message leaves although SQLite never waits.
  await new Promise((resolve) => setImmediate(resolve));
}
