import { KeyRing, Sealer } from "dragline/storage/sealing";
import { openRecords } from "./open-records.ts";

// A process that proves its ring when it is told to: ring-child.ts KIND TARGET RING.
const [kind = "", target = "", ring = ""] = process.argv.slice(2);
const call = { signal: new AbortController().signal };
const records = await openRecords(kind, target);
const sealer = new Sealer({ records, ring: KeyRing.parse(ring) });
await sealer.ensure(call);
async function prove(): Promise<void> {
  const told = await sealer.prove(call).then(
    () => "proven",
    (error: { readonly code: string }) => error.code,
  );
  await records.close();
  process.send?.(told, () => process.disconnect());
}

process.once("message", () => void prove());
process.send?.("ready");
