import { setTimeout as sleep } from "node:timers/promises";
import { Sealer, KeyRing } from "dragline/storage/sealing";
import { openRecords } from "./open-records.ts";

// A process that destroys a data key and lives on: erasure-child.ts KIND TARGET "RING RECORD".
const [kind = "", target = "", order = ""] = process.argv.slice(2);
const [ring = "", record = ""] = order.split(" ");
const call = { signal: new AbortController().signal };
const records = await openRecords(kind, target);
const sealer = new Sealer({ records, ring: KeyRing.parse(ring) });
await sealer.ensure(call);
await sealer.destroy(record, call);
process.send?.("destroyed");
await sleep(60_000);
